// The example of docs/interface.md, computed again.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Account, TokenAddress } from '../../core/amount.ts';
import { Books } from '../../core/gains/books.ts';
import { apply } from '../../core/gains/gains.ts';
import type { Token } from '../../core/pool.ts';
import { printExact } from '../json/exact-json.ts';
import { lineRecord } from './lines.ts';

const tokenOf = (name: string, decimals: number): Token => ({ address: name as TokenAddress, symbol: name, decimals });
const [CASH, GOLD, SILVER, TIN] = [
  tokenOf('CASH', 2),
  tokenOf('GOLD', 6),
  tokenOf('SILVER', 0),
  tokenOf('TIN', 0),
] as const;
const TOKENS = new Map([CASH, GOLD, SILVER, TIN].map((token) => [token.address, token]));
const units = (whole: number, { decimals }: Token) => BigInt(Math.round(whole * 10 ** decimals));

const own = 'ann' as Account;
const moved = (kind: string, whole: number, token: Token) => ({
  kind,
  account: own,
  token: token.address,
  amount: units(whole, token),
});
const swapped = (paid: number, tokenA: Token, received: number, tokenB: Token) => ({
  ...{ kind: 'swap', account: own, tokenA: tokenA.address, tokenB: tokenB.address },
  ...{ amountA: units(paid, tokenA), amountB: units(received, tokenB) },
});
const liquidity = (kind: string, gold: number, cash: number) => ({
  ...{ kind, account: own, pool: 'GOLD-CASH', lpTokens: 100n, tokenA: GOLD.address, tokenB: CASH.address },
  ...{ amountA: units(gold, GOLD), amountB: units(cash, CASH) },
});

/** The first table of the example; the last column is the average price of gold on that day. */
const HISTORY: readonly (readonly [day: string, receipt: object, average?: number])[] = [
  ['2025-12-29', moved('deposit', 20_000, CASH)],
  ['2025-12-30', moved('deposit', 10, GOLD), 400],
  ['2026-01-10', swapped(2100, CASH, 5, GOLD)],
  ['2026-02-01', swapped(12, GOLD, 5400, CASH)],
  ['2026-03-01', swapped(2, GOLD, 7, SILVER), 450],
  ['2026-04-01', liquidity('provide', 1, 500)],
  ['2026-05-01', liquidity('refund', 0.8, 640)],
  ['2026-06-01', moved('deposit', 3, TIN)],
  ['2026-06-02', swapped(3, TIN, 100, CASH)],
  ['2026-07-01', swapped(2, SILVER, 300, CASH)],
  ['2026-12-31', moved('withdraw', 0.3, GOLD)],
];

const COLUMNS = [
  'kind',
  'type',
  'symbol',
  'amount',
  'proceeds',
  'cost',
  'gain',
  'acquiredFirst',
  'acquiredLast',
  'marks',
] as const;

test('every line and every cost is as the document says', () => {
  const books = new Books(own, { own: CASH.address, unit: CASH.address });
  for (const [at, [day, receipt, average]] of HISTORY.entries()) {
    const posted = { sequence: at + 1, id: '', actor: own, createdAtMs: Date.parse(day), receipt: receipt as never };
    const of = (token: TokenAddress) =>
      average === undefined || token !== GOLD.address
        ? null
        : { volume: units(1, GOLD), quoteVolume: units(average, CASH) };
    apply(books, { posted, averages: { of } });
  }
  const shown = (value: unknown) =>
    value === null ? '' : typeof value === 'string' ? value : printExact(value, 'number');
  const lines = books.entries.map((entry) => {
    const line = lineRecord(entry, TOKENS.get(entry.token) as Token, CASH);
    return `| ${[line.time.slice(0, 10), ...COLUMNS.map((name) => shown(line[name]))].join(' | ')} |`.replaceAll(
      / +/g,
      ' ',
    );
  });
  const document = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');
  const table = document.slice(document.indexOf('| time | kind | type |')).split('\n\n')[0] as string;
  expect(table.split('\n').slice(2)).toEqual(lines);
  const costOf = ({ address }: Token) => books.lots(address).cost;
  expect(document).toContain(
    `0.5 GOLD at ${costOf(GOLD) / 100n} and 5 SILVER at ${printExact(Number(costOf(SILVER)) / 100, 'number')}`,
  );
  const [proceeds, cost] = books.entries
    .filter(({ type, proceeds, cost }) => type !== 'out' && proceeds !== null && cost !== null)
    .reduce(([brought, paid], { proceeds, cost }) => [brought + (proceeds ?? 0n), paid + (cost ?? 0n)], [0n, 0n]);
  const whole = (cents: bigint) => `${Number(cents) / 100}`;
  expect(document).toContain(
    `proceeds ${whole(proceeds)}, cost ${whole(cost)}, gain ${whole(proceeds - cost)}, one line unknown`,
  );
});
