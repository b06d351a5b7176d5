// millpond ton wallet
import { accountName } from '../../address.ts';
import { BadKeyFile, readKey } from '../../ton/wallets/key-file.ts';
import { MAINNET, TESTNET } from '../../ton/wallets/wallet-v5.ts';
import { possibleWallets } from '../../ton/wallets/wallets.ts';
import { BadUsage } from '../command.ts';
import type { Settings } from '../settings.ts';

const USAGE = 'usage: millpond ton wallet NAME, with TON_MNEMONIC_FILE and TON_NETWORK';

/** Needs neither a database nor a network: the words and the name are enough. */
export async function runTonWallet([name, ...more]: readonly string[], settings: Settings): Promise<number> {
  const { TON_MNEMONIC_FILE: file, TON_PASSWORD_FILE: password, TON_NETWORK } = settings;
  const account = name === undefined ? null : accountName(name);
  if (account === null || more.length > 0 || file === '') throw new BadUsage(USAGE);
  const words = await readKey(file, password || undefined).catch((error: unknown) => {
    throw error instanceof BadKeyFile ? new BadUsage(error.message) : error;
  });
  const wallets = possibleWallets(words, TON_NETWORK === 'mainnet' ? MAINNET : TESTNET, account);
  const shown = ({ address }: typeof wallets.derived) => address.toString({ bounceable: false });
  console.log(`${shown(wallets.derived)}  wallet of ${account} on ${TON_NETWORK}`);
  console.log(`${shown(wallets.firstKind)}  its wallet if the account had one before keys were derived`);
  return 0;
}
