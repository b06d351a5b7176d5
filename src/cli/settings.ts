// All settings: each has a flag, an environment variable, a default and a parser.
import type { Policy } from '../core/commands/kind.ts';
import { ratesAreSound } from '../core/pool.ts';
import { DATABASE, type DatabaseUrl, readDatabaseUrl } from './settings/database.ts';
import { DEMO } from './settings/demo.ts';
import { LIMITS } from './settings/limits.ts';
import { MARKET } from './settings/market.ts';
import { PEOPLE } from './settings/people.ts';
import { PROOF } from './settings/proof.ts';
import type { Read } from './settings/readers.ts';
import { LOG, SERVER } from './settings/server.ts';
import { TON } from './settings/ton.ts';

/** A setting has an invalid value; the message names it. */
export class BadSetting extends Error {
  override name = 'BadSetting';
}

/** In the order of the help text and the documentation. */
export const SETTINGS = {
  ...SERVER,
  ...DATABASE,
  ...PEOPLE,
  ...LOG,
  ...LIMITS,
  ...MARKET,
  ...PROOF,
  ...TON,
  ...DEMO,
};

export type Settings = { readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['read']> };

/** The flag of a setting: `max-queue` for MAX_QUEUE. Flags of the demo have no prefix: `traders` for DEMO_TRADERS. */
export const flagOf = (name: string): string =>
  name
    .replace(/^DEMO_/, '')
    .toLowerCase()
    .replaceAll('_', '-');

/** Default of DATABASE_URL on TON: a database belongs to one venue, so it differs from the ledger's. */
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

function readAs<T>(said: string, text: string, read: Read<T>): T {
  try {
    return read(text, said);
  } catch (error) {
    // A database URL is left out of the message: if it cannot be parsed, the password in it cannot be found and hidden.
    throw new BadSetting(`${said}=${read === readDatabaseUrl ? '…' : text}: ${(error as Error).message}`);
  }
}

/** Parses a database URL that a command gets from a flag or variable of its own, such as --from or COPY_FROM. */
export const databaseUrl = (said: string, text: string): DatabaseUrl => readAs(said, text, readDatabaseUrl);

/** How long an Idempotency-Key remembers a refusal. */
const REFUSAL_RETENTION_MS = 86_400_000;

export const policyOf = (settings: Settings): Policy => ({
  maxPriceImpactPpm: settings.MAX_PRICE_IMPACT,
  rates: { lpFeePpm: settings.LP_FEE, protocolFeePpm: settings.PROTOCOL_FEE, refFeePpm: settings.REF_FEE },
  treasury: settings.TREASURY,
  refusalRetentionMs: REFUSAL_RETENTION_MS,
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
  const { VENUE, TON_ENDPOINT, TON_MNEMONIC_FILE, TON_NETWORK, AUTH, FAUCET } = settings;
  if (VENUE === 'ledger') return;
  if (FAUCET.length > 0) throw new BadSetting('FAUCET: on TON there is none; a devnet has its own at /ton/faucet');
  if (TON_ENDPOINT === null) {
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
