// Settings of an exchange that settles on TON, and of a devnet.
import { anyText, choice, fault, fraction, number, oneOf, optional, setting } from './readers.ts';

export const TON = {
  VENUE: choice(
    'WHERE',
    'ledger',
    ['ledger', 'ton'],
    'Where changes are settled: ledger, the database; ton, the contracts of a DEX on TON (docs/ton.md)',
  ),
  TON_ENDPOINT: setting(
    'URL',
    '',
    'toncenter-v2 endpoint, such as https://toncenter.com/api/v2/jsonRPC; without one, a devnet inside this process',
    optional(endpointUrl),
  ),
  TON_API_KEY_FILE: setting('FILE', '', 'File with the API key of TON_ENDPOINT', anyText),
  TON_NETWORK: choice('NAME', 'testnet', ['mainnet', 'testnet'], 'Network of TON_ENDPOINT: mainnet or testnet'),
  TON_ROUTER: setting('ADDRESS', '', "Address of the DEX's router on TON_ENDPOINT", anyText),
  TON_PTON: setting('ADDRESS', '', 'Address of pTON that the router goes with', anyText),
  TON_DEX_VERSION: setting('NUMBER', '1', "Version of the router's contracts: 1 or 2 (STON.fi v1, v2.2)", (text) =>
    oneOf('1', '2')(text) === '1' ? 1 : 2,
  ),
  TON_MNEMONIC_FILE: setting(
    'FILE',
    '',
    'File with the 24 words of a key, with which the server holds a wallet for each account; without it, people sign in wallets of their own',
    anyText,
  ),
  TON_PASSWORD_FILE: setting('FILE', '', 'File with the password of an encrypted TON_MNEMONIC_FILE', anyText),
  TON_SLIPPAGE: fraction('0.01', 'On TON: how much less than quoted is accepted where a request sets no minimum'),
  TON_WAIT: number(
    'MS',
    '25000',
    [0, 600_000],
    'On TON: how long an answer waits for the chain before it says pending',
  ),
  TON_EXPLORER: setting(
    'URL',
    '',
    'On TON: where people look at a transaction, such as https://tonviewer.com/transaction/{hash}',
    optional(explorerUrl),
  ),
  DEVNET_FOLDER: setting('PATH', './data/devnet', 'Folder that a devnet is kept in, with its devnet.json', anyText),
  BLOCK_MS: number(
    'MS',
    '0',
    [0, 60_000],
    'Time between the blocks of a devnet; 0: a message and all that comes of it are one block',
  ),
} as const;

function endpointUrl(text: string): string {
  return isHttp(text) ? text : fault('must be a http or https URL');
}

function explorerUrl(text: string): string {
  const isTemplate = isHttp(text) && text.includes('{hash}');
  return isTemplate ? text : fault('must be a http or https URL with {hash} in it');
}

const isHttp = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);
