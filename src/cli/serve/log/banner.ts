// The welcome text at a terminal: the URLs, the account, its balances, and commands to try.
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { styleText } from 'node:util';
import type { Brand } from '../../../brand/brand.ts';
import { TON, USDT } from '../../../contract/fields.ts';
import type { Account, TokenAddress } from '../../../core/amount.ts';
import { printDecimal } from '../../../core/maths/decimal.ts';
import type { Health } from '../../../ports/health.ts';
import type { Holding } from '../../../ports/venue/accounts.ts';
import type { Venue } from '../../../ports/venue.ts';
import { VERSION } from '../../../version.ts';
import type { DatabaseUrl } from '../../settings/database.ts';
import type { Settings } from '../../settings.ts';

export const urlOf = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

const isEvery = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** The URL at which this machine reaches itself. */
export const hereOf = (host: string, port: number): string =>
  urlOf(host === '::' ? '::1' : isEvery(host) ? '127.0.0.1' : host, port);

/** The URL for the log; if the host is 0.0.0.0 or ::, adds that it stands for every address of this machine. */
export const listeningAt = (host: string, port: number): string =>
  `${urlOf(host, port)}${isEvery(host) ? ', on every address of this machine' : ''}`;

/** URLs of the server; if it listens on every address, one for each address of this machine. */
export function urlsOf(host: string, port: number, interfaces = networkInterfaces()): string[] {
  if (!isEvery(host)) return [urlOf(host, port)];
  const own = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const usable = own.filter(({ family, scopeid }) => (host === '::' || family === 'IPv4') && !scopeid);
  // Loopback last: an exchange on every address is meant to be reached from elsewhere.
  return usable.toSorted((a, b) => Number(a.internal) - Number(b.internal)).map(({ address }) => urlOf(address, port));
}

export type Welcome = {
  readonly name: string;
  readonly urls: readonly string[];
  readonly auth: Settings['AUTH'];
  readonly database: DatabaseUrl;
  /** Balances of the account `local`. */
  readonly holdings: readonly Holding[];
  readonly keys: number;
  /** Two tokens with a pool, such as TON and USDT in the demo market. */
  readonly pair: readonly [string, string] | null;
  /** Description of the chain that the exchange settles on; null for the ledger. */
  readonly chain: string | null;
  /** Number of demo traders. */
  readonly traders: number;
};

/** Collects what the welcome text says and returns the text. */
export async function welcome(
  { venue, health, brand }: { readonly venue: Venue; readonly health: Health; readonly brand: Brand },
  settings: Settings & Pick<Welcome, 'traders'>,
  port: number,
): Promise<string> {
  const { keys } = await health.figures();
  const { items } = await venue.balances('local' as Account, { limit: 100 });
  const { tokens } = await venue.router();
  const order = tokens.map(({ address }) => String(address));
  const isOnTon = settings.VENUE === 'ton';
  const usdt = isOnTon ? (tokens.find(({ symbol }) => symbol === 'USDT')?.address ?? USDT) : USDT;
  const pool = await venue.pool(TON as TokenAddress, usdt as TokenAddress).catch(() => null);
  const holdings = items.filter(({ token }) => order.includes(token.address));
  return bannerOf({
    name: (await brand.now()).name,
    urls: urlsOf(settings.HOST, port),
    auth: settings.AUTH,
    database: settings.DATABASE_URL,
    holdings: holdings.toSorted((a, b) => order.indexOf(a.token.address) - order.indexOf(b.token.address)),
    keys: keys.trader + keys.operator,
    pair: pool !== null && pool.reserve0 > 0n ? [TON, usdt] : null,
    chain: isOnTon ? chainOf(settings, hereOf(settings.HOST, port)) : null,
    traders: settings.traders,
  });
}

export function bannerOf(said: Welcome): string {
  const [url = ''] = said.urls;
  const rows = [
    ['open', `${said.urls.join('  ')} in a browser`],
    ['', `${url}/docs for the API reference`],
    [
      'who',
      said.auth === 'local'
        ? 'without a key you act as the account local, which is also the operator'
        : keysNeeded(said.keys),
    ],
    ...(said.auth === 'local' ? [['hold', holdingsOf(said.holdings)]] : []),
    ...(said.chain === null ? [] : [['chain', said.chain]]),
    ['data', placeOf(said.database)],
    ...(said.traders > 0 ? [['demo', `${tradersOf(said.traders)} trading, so prices move; ${ALONE}`]] : []),
    ...(said.auth === 'local' ? thingsToTry(said, url) : keyedThings(url)).map((line, at) => [at ? '' : 'try', line]),
  ];
  const lines = rows.map(([name = '', text]) => `  ${styleText('dim', name.padEnd(6))} ${text}`);
  return ['', `  ${styleText('bold', titleOf(said.name))} Press Ctrl-C to stop.`, '', ...lines, ''].join('\n');
}

const chainOf = ({ TON_ENDPOINT: endpoint }: Settings, here: string): string =>
  endpoint === null
    ? `a TON devnet inside this process, for @ston-fi/sdk and @ton/ton too: ${here}/ton/api/v2/jsonRPC`
    : `TON, by ${new URL(endpoint).host}`;

const titleOf = (name: string): string =>
  name === 'Millpond' ? `Millpond ${VERSION} is running.` : `${name} is running on Millpond ${VERSION}.`;

const tradersOf = (count: number): string => (count === 1 ? '1 trader is' : `${count} traders are`);
const ALONE = 'DEMO_TRADERS=0 turns them off';

/** Number of balances shown: as many as fit into a line or two. */
const MOST_HOLDINGS = 8;

function holdingsOf(holdings: readonly Holding[]): string {
  const shown = holdings
    .slice(0, MOST_HOLDINGS)
    .map(({ token, balance }) => `${printDecimal(balance, token.decimals)} ${token.symbol}`);
  if (holdings.length > MOST_HOLDINGS) shown.push(`and ${holdings.length - MOST_HOLDINGS} more`);
  return shown.join(', ') || 'nothing yet; start with --demo for a demo market';
}

const MAKE_KEY = 'millpond key create --account alice --role trader';

const keysNeeded = (keys: number): string =>
  keys === 0
    ? `no keys yet; create one: ${MAKE_KEY}`
    : `requests with one of ${keys} keys; create another: ${MAKE_KEY}`;

/** The database's URL without its password. Its form was checked when the setting was read, so this removes the whole password. */
const placeOf = (database: DatabaseUrl): string =>
  database.kind === 'sqlite'
    ? `${database.path} (SQLite)`
    : database.url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*/s, '');

function thingsToTry({ pair: market }: Welcome, url: string): string[] {
  const post = (call: string, body: object) =>
    `curl '${url}/${call}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  const [tokenA, tokenB] = market ?? [];
  return market
    ? [
        `curl '${url}/getQuote?tokenA=${tokenA}&tokenB=${tokenB}&amount=10'`,
        post('createSwap', { Pair: { tokenA, tokenB }, amount: { tokenA: 10 } }),
        `curl '${url}/getBalances'`,
      ]
    : [
        post('registerToken', { address: 'apple', symbol: 'APPLE', decimals: 2 }),
        post('deposit', { account: 'local', token: 'apple', amount: 100, reference: 'first' }),
        `curl '${url}/getBalances'`,
      ];
}

const keyedThings = (url: string): string[] => [
  `curl '${url}/getRouterData'`,
  `curl '${url}/getPools'`,
  `curl '${url}/getBalances' -H "Authorization: Bearer $KEY"`,
];
