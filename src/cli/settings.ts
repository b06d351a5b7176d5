// Every setting in one table: its flag and environment variable, its default, and its parser.
import { isIP } from 'node:net';
import type { FaucetOptions } from '../access/faucet.ts';
import { accountName, tokenAddress } from '../address.ts';
import { FAULTS } from '../brand/fields.ts';
import { PPM, type Ppm } from '../core/amount.ts';
import type { Policy } from '../core/commands/kind.ts';
import { parseDecimal } from '../core/maths/decimal.ts';
import { ratesAreSound } from '../core/pool.ts';
import type { QuoteChoice } from '../market/overview/overview.ts';
import { USDT } from './demo/demo.ts';

/** A setting has an invalid value; the message names it. */
export class BadSetting extends Error {
  override name = 'BadSetting';
}

type Setting<T> = {
  readonly help: string;
  readonly value: string;
  readonly fallback: string;
  /** `said` is the flag or variable that it was given by. */
  readonly read: (text: string, said: string) => T;
};

/** The page shows one button for each. */
const MOST_OFFERS = 20;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export const SETTINGS = {
  EXCHANGE_NAME: setting('NAME', '', 'Name of the exchange; operators can change it in the page [Millpond]', (text) =>
    branding('name', text),
  ),
  EXCHANGE_LOGO: setting('FILE', '', 'Logo of the exchange: a PNG, JPEG or WebP file', (text) => text),
  EXCHANGE_ACCENT: setting('COLOUR', '', 'Accent colour of the page, such as #17594f', (text) =>
    branding('accent', text.toLowerCase()),
  ),
  TERMS_URL: setting('URL', '', 'Link to the terms of use', (text) => branding('termsUrl', text)),
  HELP_URL: setting('URL', '', 'Link to help', (text) => branding('helpUrl', text)),
  HOST: setting('ADDRESS', '127.0.0.1', 'Address to listen on; any address except loopback needs AUTH=keys', readHost),
  PORT: setting('NUMBER', '8080', 'Port to listen on; 0 picks a free one', wholeNumber(0, 65_535)),
  WORKERS: setting(
    'NUMBER',
    '1',
    'Processes that share the port, each with its own queue and rate limit',
    wholeNumber(1, 64),
  ),
  METRICS_PORT: setting('NUMBER', '', 'Separate port for /metrics; 0 picks a free one', (text) =>
    text === '' ? null : wholeNumber(0, 65_535)(text),
  ),
  METRICS_HOST: setting('ADDRESS', '127.0.0.1', 'Address for METRICS_PORT; it needs no key', readHost),
  DATABASE_URL: setting(
    'URL',
    'sqlite:./data/millpond.db',
    'Database: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE; with VENUE=ton the default is sqlite:./data/ton.db',
    readUrl,
  ),
  POOL_SIZE: setting(
    'NUMBER',
    '4',
    'PostgreSQL connections for reading; in addition there is one for writing, one to follow the journal, up to three for market data and up to two for records such as sign-ups',
    wholeNumber(1, 100),
  ),
  AUTH: setting(
    'MODE',
    'local',
    'local: a request without a key acts as the account "local"; keys: every account needs a key',
    oneOf('local', 'keys'),
  ),
  SESSION_HOURS: setting('HOURS', '12', 'How long a browser stays signed in', wholeNumber(1, 720)),
  SIGNUP: setting(
    'WHO',
    'off',
    'Who can sign up: off, nobody; invite, people with an invitation; open, anyone. Operators can change it in the page',
    oneOf('off', 'invite', 'open'),
  ),
  SIGNUPS_PER_DAY: setting(
    'NUMBER',
    '200',
    'Maximum sign-ups per day without an invitation, on all nodes together; 0 for no limit',
    wholeNumber(0, 1_000_000),
  ),
  SIGNUPS_PER_ADDRESS: setting(
    'NUMBER',
    '5',
    'Maximum sign-ups per day and address without an invitation; 0 for no limit',
    wholeNumber(0, 1_000_000),
  ),
  PUBLIC_URL: setting(
    'URL',
    '',
    'Public address of the page, such as https://pond.example; passkeys belong to it, and links start with it',
    readPublicUrl,
  ),
  ALLOWED_HOSTS: setting('NAMES', '', 'More Host names to answer to, separated by commas', (text) =>
    listed(text.toLowerCase()),
  ),
  LOG_LEVEL: setting('LEVEL', 'info', `One of ${LOG_LEVELS.join(', ')}`, oneOf(...LOG_LEVELS)),
  LOG_FORMAT: setting(
    'FORM',
    'auto',
    'json, pretty, or auto (pretty on a terminal, otherwise JSON)',
    oneOf('auto', 'json', 'pretty'),
  ),
  RATE_LIMIT: setting(
    'NUMBER',
    '',
    'Weighted requests per second and account (a quote counts as 1), 0 for no limit; default 0 with AUTH=local, else 100',
    (text) => (text === '' ? null : wholeNumber(0, 1_000_000)(text)),
  ),
  ADDRESS_LIMIT: setting(
    'NUMBER',
    '',
    'Requests per second and address, 0 for no limit; default 0 with AUTH=local, else 500',
    (text) => (text === '' ? null : wholeNumber(0, 1_000_000)(text)),
  ),
  DAILY_LIMIT: setting(
    'NUMBER',
    '',
    'Changes per day and account except for operators, 0 for no limit; default 0 with AUTH=local, else 1000000',
    (text) => (text === '' ? null : wholeNumber(0, 999_999_999)(text)),
  ),
  TRUST_PROXY: setting(
    'ADDRESSES',
    '',
    'Proxies whose X-Forwarded-For is trusted: addresses or networks like 10.0.0.0/8, separated by commas',
    readNetworks,
  ),
  WEBHOOKS: setting('WORD', 'on', 'Whether this server delivers webhooks: on or off', oneOf('on', 'off')),
  WEBHOOK_ALLOW: setting(
    'ADDRESSES',
    '',
    'Private addresses or networks that webhooks may go to and logos may be fetched from, also over http and on any port',
    readNetworks,
  ),
  MAX_CONNECTIONS: setting(
    'NUMBER',
    '4000',
    'Maximum connections; one address may use an eighth of them, this machine half, a trusted proxy all',
    wholeNumber(2, 1_000_000),
  ),
  MAX_READS: setting(
    'NUMBER',
    '1000',
    'Maximum queries running at once before answering 503',
    wholeNumber(1, 1_000_000),
  ),
  MAX_EVENT_READERS: setting(
    'NUMBER',
    '1000',
    'Maximum open event streams before answering 503',
    wholeNumber(1, 1_000_000),
  ),
  ACCOUNT_EVENT_READERS: setting(
    'NUMBER',
    '',
    'Maximum event streams per account, or per address without a key, 0 for no limit; default 0 with AUTH=local, else 16',
    (text) => (text === '' ? null : wholeNumber(0, 1_000_000)(text)),
  ),
  BODY_LIMIT: setting('BYTES', '16384', 'Maximum size of a request body', wholeNumber(1024, 1_048_576)),
  REQUEST_TIMEOUT: setting(
    'MS',
    '30000',
    'Time allowed for a request to arrive, and for a command to wait in the queue',
    wholeNumber(100, 600_000),
  ),
  BUSY_TIMEOUT: setting(
    'MS',
    '5000',
    'Database timeout: for its lock, a connection or an answer',
    wholeNumber(100, 60_000),
  ),
  CLOCK_AHEAD: setting(
    'SECONDS',
    '30',
    'Largest clock jump ahead that is accepted at once; after a larger one, changes are refused until it has lasted that long. 0 accepts any',
    wholeNumber(0, 86_400),
  ),
  MAX_BATCH: setting('NUMBER', '500', 'Maximum commands per commit', wholeNumber(1, 10_000)),
  MAX_QUEUE: setting('NUMBER', '10000', 'Maximum commands waiting before answering 503', wholeNumber(1, 1_000_000)),
  MAX_PRICE_IMPACT: setting(
    'FRACTION',
    '0.15',
    'Maximum price impact of a swap, or part of a liquidity deposit left over, if the request sets no limit',
    fraction,
  ),
  ROUTING: setting(
    'WAY',
    'best',
    'Default routing of swaps: best, the route that pays most; direct, only the pool of the pair',
    oneOf('best', 'direct'),
  ),
  ROUTE_MAX_POOLS: setting('NUMBER', '16', 'Maximum pools in a route', wholeNumber(1, 64)),
  ROUTE_MIN_GAIN: setting(
    'FRACTION',
    '0.000005',
    'Minimum gain of each further pool in a route, as a fraction of the result',
    fraction,
  ),
  MARKET_EVERY: setting(
    'MS',
    '10000',
    'How often market data is stored, by one process at a time; 0 turns it off: no charts, events or webhooks',
    wholeNumber(0, 600_000),
  ),
  QUOTE_TOKEN: setting(
    'ADDRESS',
    '',
    'Token that values are quoted in; default USDT if registered, else the first token registered',
    readQuote,
  ),
  POOL_CREATION: setting(
    'WHO',
    'anyone',
    'Who may create a pool by providing liquidity: anyone, or operators only',
    oneOf('anyone', 'operators'),
  ),
  TRANSFERS: setting('WHEN', 'on', 'Whether accounts may send tokens to each other: on or off', oneOf('on', 'off')),
  ORDERS: setting(
    'WHEN',
    'on',
    'Whether new orders may be placed: on or off; those that wait can always be cancelled',
    oneOf('on', 'off'),
  ),
  MAX_OPEN_ORDERS: setting('NUMBER', '200', 'Maximum open orders of an account', wholeNumber(1, 100_000)),
  MAX_ALL_OPEN_ORDERS: setting('NUMBER', '100000', 'Maximum open orders of all accounts', wholeNumber(1, 1_000_000)),
  MATCH_FEE: setting(
    'FRACTION',
    '0',
    'Fee of two orders that fill each other, paid by the newer one, where the pool of the pair has a protocol fee',
    fraction,
  ),
  LP_FEE: setting('FRACTION', '0.002', 'Default LP fee', fraction),
  PROTOCOL_FEE: setting('FRACTION', '0.001', 'Default protocol fee', fraction),
  REF_FEE: setting('FRACTION', '0.001', 'Default referral fee', fraction),
  REFUSAL_RETENTION: setting(
    'HOURS',
    '24',
    'How long an Idempotency-Key remembers a refusal; successes are remembered forever',
    wholeNumber(1, 876_000),
  ),
  TREASURY: setting('ACCOUNT', 'treasury', 'Account that receives collected protocol fees', readAccountName),
  FAUCET: setting(
    'OFFERS',
    '',
    'Test tokens that every account may claim once a day, newly issued: TON:100/day,USDT:250/day; by symbol or address',
    readFaucet,
  ),
  FAUCET_PER_ADDRESS: setting(
    'NUMBER',
    '3',
    'Maximum accounts that may claim per address and day',
    wholeNumber(1, 1000),
  ),
  FAUCET_PER_DAY: setting('NUMBER', '1000', 'Maximum claims per day, all accounts together', wholeNumber(1, 1_000_000)),
  VENUE: setting(
    'WHERE',
    'ledger',
    'Where changes are settled: ledger, the database; ton, the contracts of a DEX on TON (docs/ton.md)',
    oneOf('ledger', 'ton'),
  ),
  TON_ENDPOINT: setting(
    'URL',
    '',
    'toncenter-v2 endpoint, such as https://toncenter.com/api/v2/jsonRPC; without one, a devnet inside this process',
    readEndpoint,
  ),
  TON_API_KEY_FILE: setting('FILE', '', 'File with the API key of TON_ENDPOINT', (text) => text),
  TON_NETWORK: setting('NAME', 'testnet', 'Network of TON_ENDPOINT: mainnet or testnet', oneOf('mainnet', 'testnet')),
  TON_ROUTER: setting('ADDRESS', '', "Address of the DEX's router on TON_ENDPOINT", (text) => text),
  TON_PTON: setting('ADDRESS', '', 'Address of pTON that the router goes with', (text) => text),
  TON_DEX_VERSION: setting('NUMBER', '1', "Version of the router's contracts: 1 or 2 (STON.fi v1, v2.2)", (text) =>
    oneOf('1', '2')(text) === '1' ? 1 : 2,
  ),
  TON_MNEMONIC_FILE: setting(
    'FILE',
    '',
    'File with the 24 words of a key, with which the server holds a wallet for each account; without it, people sign in wallets of their own',
    (text) => text,
  ),
  TON_PASSWORD_FILE: setting('FILE', '', 'File with the password of an encrypted TON_MNEMONIC_FILE', (text) => text),
  TON_SLIPPAGE: setting(
    'FRACTION',
    '0.01',
    'On TON: how much less than quoted is accepted where a request sets no minimum',
    fraction,
  ),
  TON_WAIT: setting(
    'MS',
    '25000',
    'On TON: how long an answer waits for the chain before it says pending',
    wholeNumber(0, 600_000),
  ),
  TON_EXPLORER: setting(
    'URL',
    '',
    'On TON: where people look at a transaction, such as https://tonviewer.com/transaction/{hash}',
    readExplorer,
  ),
  TON_TTL: setting('SECONDS', '60', 'On TON: how long a signed message can be executed', wholeNumber(20, 600)),
  DEVNET_FOLDER: setting(
    'PATH',
    './data/devnet',
    'Folder that a devnet is kept in, with its devnet.json',
    (text) => text,
  ),
  BLOCK_MS: setting(
    'MS',
    '0',
    'Time between the blocks of a devnet; 0: a message and all that comes of it are one block',
    wholeNumber(0, 60_000),
  ),
  DEMO_TRADERS: setting('NUMBER', '4', 'Number of demo traders; 0 for none', wholeNumber(0, 8)),
  DEMO_HISTORY: setting('WORD', 'on', 'Whether a new demo starts with weeks of trades: on or off', oneOf('on', 'off')),
} as const;

export type Settings = { readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['read']> };

/** Settings of the demo alone drop the prefix, since they are flags of its command. */
export const flagOf = (name: string): string =>
  name
    .replace(/^DEMO_/, '')
    .toLowerCase()
    .replaceAll('_', '-');

/** A database belongs to one venue, so an exchange on TON has another default. */
const TON_DATABASE = 'sqlite:./data/ton.db';

/** Flags override environment variables, which override defaults. */
export function readSettings(flags: Record<string, unknown>, env: Record<string, string | undefined>): Settings {
  const isOnTon = (flags.venue ?? env.VENUE) === 'ton';
  const entries = Object.entries(SETTINGS).map(([name, { read, fallback: usual }]) => {
    const fallback = name === 'DATABASE_URL' && isOnTon ? TON_DATABASE : usual;
    const flag = flags[flagOf(name)];
    const [text, said] = typeof flag === 'string' ? [flag, `--${flagOf(name)}`] : [env[name] ?? fallback, name];
    return [name, readAs<unknown>(said, text, read)];
  });
  const settings: Settings = Object.fromEntries(entries);
  checkTogether(settings);
  return settings;
}

function readAs<T>(said: string, text: string, read: Setting<T>['read']): T {
  try {
    return read(text, said);
  } catch (error) {
    // In a URL that cannot be parsed, the password cannot be found and hidden.
    throw new BadSetting(`${said}=${read === readUrl ? '…' : text}: ${(error as Error).message}`);
  }
}

/** A database URL from a command's own flag or variable. */
export const databaseUrl = (said: string, text: string): DatabaseUrl => readAs(said, text, readUrl);

export const policyOf = (settings: Settings): Policy => ({
  maxPriceImpactPpm: settings.MAX_PRICE_IMPACT,
  rates: { lpFeePpm: settings.LP_FEE, protocolFeePpm: settings.PROTOCOL_FEE, refFeePpm: settings.REF_FEE },
  treasury: settings.TREASURY,
  refusalRetentionMs: settings.REFUSAL_RETENTION * 3_600_000,
  poolCreation: settings.POOL_CREATION,
  transfers: settings.TRANSFERS,
  orders: settings.ORDERS,
  matchFeePpm: settings.MATCH_FEE,
});

function checkTogether(settings: Settings): void {
  checkTon(settings);
  if (settings.AUTH === 'local' && !isLoopback(settings.HOST)) {
    throw new BadSetting(`HOST=${settings.HOST}: other machines can reach this address, so it needs AUTH=keys`);
  }
  if (!ratesAreSound(policyOf(settings).rates)) {
    throw new BadSetting('LP_FEE must be below 1, and PROTOCOL_FEE and REF_FEE together at most 0.5');
  }
}

function checkTon(settings: Settings): void {
  const { VENUE, TON_ENDPOINT, TON_MNEMONIC_FILE, TON_NETWORK, AUTH, WORKERS, FAUCET } = settings;
  if (VENUE === 'ledger') return;
  if (FAUCET.length > 0) throw new BadSetting('FAUCET: on TON there is none; a devnet has its own at /ton/faucet');
  if (TON_ENDPOINT === null) {
    if (WORKERS > 1) throw new BadSetting('WORKERS: a devnet inside the process takes one; set TON_ENDPOINT for more');
    if (TON_MNEMONIC_FILE !== '')
      throw new BadSetting('TON_MNEMONIC_FILE: a devnet has its own keys; do not give it others');
    return;
  }
  for (const name of ['TON_ROUTER', 'TON_PTON'] as const)
    if (settings[name] === '') throw new BadSetting(`${name} is needed with TON_ENDPOINT`);
  if (TON_NETWORK === 'mainnet' && AUTH === 'local')
    throw new BadSetting('TON_NETWORK=mainnet needs AUTH=keys: whoever reaches this machine could spend');
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

function setting<T>(value: string, fallback: string, help: string, read: Setting<T>['read']): Setting<T> {
  return { value, fallback, help, read };
}

/** By the rules of setBranding. */
function branding(field: keyof typeof FAULTS, text: string): string {
  const wrong = text === '' ? undefined : FAULTS[field](text);
  return wrong === undefined ? text : fault(wrong);
}

function readEndpoint(text: string): string | null {
  if (text === '') return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw new Error('must be a http or https URL');
  return text;
}

function readExplorer(text: string): string | null {
  if (text === '') return null;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text) || !text.includes('{hash}'))
    throw new Error('must be a http or https URL with {hash} in it');
  return text;
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new Error(`must be a whole number from ${min} to ${max}`);
  };
}

function oneOf<const Choice extends string>(...choices: readonly Choice[]): (text: string) => Choice {
  return (text) => choices.find((choice) => choice === text) ?? fault(`must be ${choices.join(' or ')}`);
}

function fraction(text: string): Ppm {
  const value = parseDecimal(text, 6, PPM);
  return typeof value === 'bigint'
    ? (value as Ppm)
    : fault('must be a fraction from 0 to 1 with at most 6 decimal places');
}

function readHost(text: string): string {
  return text === 'localhost' || isIP(text) !== 0 ? text : fault('must be localhost or an IP address');
}

const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function readNetworks(text: string): readonly string[] {
  const isNetwork = (item: string) => {
    const [address = '', bits] = item.split('/', 2);
    const family = isIP(address);
    const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
    return family !== 0 && isPrefix && item.split('/').length <= 2;
  };
  const networks = listed(text);
  return networks.every(isNetwork)
    ? networks
    : fault('must be IP addresses, or networks like 10.0.0.0/8, separated by commas');
}

// Not quite a URL, since it may have several hosts separated by commas. A colon without a port after it is taken for a password
// before a forgotten host, and an @ after the hosts for one within a password.
const HOST_AND_PORT = String.raw`(\[[^\]\s@/?#]+\]|[^\s@/?#:,]+)(:\d{1,5})?`;
const POSTGRES_URL = new RegExp(
  String.raw`^postgres(ql)?://([^\s@/?#]*@)?${HOST_AND_PORT}(,${HOST_AND_PORT})*(/[^\s@/?#]*)?(\?[^\s@#]*)?$`,
);

export type DatabaseUrl =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

function readUrl(text: string, said: string): DatabaseUrl {
  const path = /^sqlite:(.+)$/.exec(text)?.[1];
  if (path !== undefined) return { kind: 'sqlite', path };
  if (POSTGRES_URL.test(text)) {
    if (said.startsWith('--') && hasPassword(text)) refusePassword(said);
    return { kind: 'postgres', url: text };
  }
  return fault('must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE, special characters percent-encoded');
}

const hasPassword = (url: string): boolean =>
  /\/\/[^@/?]*:[^@/?]*@/.test(url) || new URLSearchParams(url.split(/\?(.*)/s)[1]).has('password');

/** Every user of a machine can list the flags of its processes, but not their variables. */
function refusePassword(flag: string): never {
  const variable = flag === '--database-url' ? 'DATABASE_URL' : `COPY_${flag.slice(2).toUpperCase()}`;
  fault(
    `other users of this machine can see a password in a flag; use the variable ${variable}, or PGPASSWORD for the password`,
  );
}

/** An origin: browsers allow passkeys for host names only, and over plain http only on localhost. */
function readPublicUrl(text: string): string | null {
  if (text === '') return null;
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost');
  const isNamed = url !== null && isIP(url.hostname) === 0 && !url.hostname.startsWith('[');
  if (isSafe && isNamed && url.origin === text.replace(/\/$/, '').toLowerCase()) return url.origin;
  return fault('must be https:// and a host name, or http://localhost, maybe with a port and nothing more');
}

/** A configured token is never replaced by another, even while it is not registered. */
function readQuote(text: string): QuoteChoice {
  if (text === '') return { token: USDT.address, orFirst: true };
  const token = tokenAddress(text) ?? fault('must be the address of a token');
  return { token, orFirst: false };
}

const OFFER = /^(?<token>[^\s,]{1,128}):(?<amount>\d{1,40}(\.\d{1,30})?)\/day$/;

function readFaucet(text: string): FaucetOptions['offers'] {
  const offers = listed(text).map((item) => {
    const { token = '', amount = '' } = OFFER.exec(item)?.groups ?? {};
    return { token, amount };
  });
  const isSound = offers.every(({ amount }) => /[1-9]/.test(amount)) && offers.length <= MOST_OFFERS;
  return isSound && new Set(offers.map(({ token }) => token)).size === offers.length
    ? offers
    : fault(`must be up to ${MOST_OFFERS} offers like TON:100/day, separated by commas, each of another token`);
}

function readAccountName(text: string) {
  return accountName(text) ?? fault('must be 1 to 128 printable characters without spaces');
}

function fault(message: string): never {
  throw new Error(message);
}
