// The audit of market data: it agrees with the market fold for any history, and reports any change.
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditFile, openStore, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER } from '../../test/paper-exchange.ts';
import { anyHistory, playHistory, replayJournal } from '../../test/paper-history.ts';
import { changedBy, type PaperStep, stepsOf } from '../../test/paper-market.ts';
import { ann, bob, createPool, deposit, pairOf, provide, refund, swap, transferLp } from '../../test/paper-orders.ts';
import { MARKET, post } from '../../test/store-contract/site.ts';
import { ISSUER, lpToken, reserveAccount } from '../core/accounts.ts';
import { type Account, amount } from '../core/amount.ts';
import { type CandleRow, foldCandle, KEPT_INTERVALS_MS, stepOf } from '../core/market/candle.ts';
import type { PositionRecord } from '../core/market/position.ts';
import type { BalanceOf, Pool } from '../core/pool.ts';
import { WHOLE_SHARE } from '../core/route/shape.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { Observer } from '../market/observer.ts';
import { type CountedMarket, openProjection, type PoolRows } from '../ports/projection.ts';
import type { Journal } from '../ports/store.ts';
import { openTail } from '../ports/tail.ts';
import { AuditOffence, MarketOffence } from './audit.ts';
import { MarketCheck } from './market.ts';

/** The third pool of every history. */
const STABLE = [
  createPool({ ...pairOf(BREAD, CORN), curve: 'stable', amplification: 100n }),
  provide(1000n, 10n ** 7n, pairOf(BREAD, CORN)),
  swap(10n, pairOf(BREAD, CORN)),
  swap(2n * 10n ** 6n, pairOf(CORN, BREAD)),
] as const;

test('the audit gets the same results as the market fold for any history', async () => {
  const property = fc.asyncProperty(anyHistory, async (history) => {
    const exchange = playHistory([STABLE.map((command) => ({ actor: ann, command })), ...history]);
    const steps = stepsOf(exchange);
    const balances = new Map<number, BalanceOf>();
    replayJournal(exchange.journal, ({ sequence }, _, after) => balances.set(sequence, after));
    const [pools, tokens] = [[...exchange.pools.values()], [...exchange.tokens.values()]];
    let now: BalanceOf = () => 0n;
    const beside = new MarketCheck({ market: countedBy(steps), pools, tokens } as unknown as Journal, (pool) => ({
      reserve0: now(reserveAccount(pool.address), pool.token0),
      reserve1: now(reserveAccount(pool.address), pool.token1),
      supply: -now(ISSUER, lpToken(pool.address)),
    }));
    expect(await beside.begin()).toBeUndefined();
    for (const transaction of new Set(steps.map((step) => step.transaction))) {
      now = balances.get(transaction.sequence) as BalanceOf;
      expect(await beside.add(transaction)).toBeUndefined();
    }
    expect(await beside.finish()).toBeUndefined();
  });
  await fc.assert(property, { numRuns: 60 });
});

/** The market fold's results, as a store would return them. */
function countedBy(steps: readonly PaperStep[]): CountedMarket {
  const figures = new Map(steps.map(({ pool, after }) => [pool.number, after]));
  const candles = new Map<string, CandleRow>();
  const positions = new Map<
    string,
    { readonly step: PaperStep; readonly account: Account; readonly record: PositionRecord }
  >();
  for (const step of steps) {
    const { before, after, pool } = step;
    for (const interval of KEPT_INTERVALS_MS) {
      const startMs = after.atMs - (after.atMs % interval);
      const name = `${pool.number} ${interval} ${startMs}`;
      candles.set(name, foldCandle(candles.get(name), interval, stepOf(before, after, pool)));
    }
    const recordOf = (account: Account) => positions.get(`${account} ${pool.address}`)?.record;
    for (const [account, record] of changedBy(step, recordOf))
      positions.set(`${account} ${pool.address}`, { step, account, record });
  }
  const swaps = Map.groupBy(
    steps.filter(({ change }) => change.swaps > 0),
    ({ pool }) => pool.number,
  );
  return {
    cursor: steps.at(-1)?.after.sequence ?? 0,
    countCursors: async () => 1,
    figures: () => Array.from(figures, ([pool, figures]) => ({ pool, figures })),
    candles: async (keys) =>
      keys.map(({ pool, intervalMs, startMs }) => candles.get(`${pool} ${intervalMs} ${startMs}`)),
    countCandles: async () => candles.size,
    positions: () =>
      Array.from(positions.values(), ({ step: { pool }, account, record }) => ({
        account,
        pool: pool.address,
        record,
      })),
    orders: () => [],
    ordersNumbered: async () => [],
    swapsAfter: async () => [],
    swaps: () =>
      Array.from(swaps, ([pool, list]) => {
        const sequences = list.map(({ after }) => after.sequence);
        return { pool, first: sequences[0] as number, last: sequences.at(-1) as number, sequences };
      }),
  };
}

const hop = (tokenIn: typeof APPLE, tokenOut: typeof APPLE) => ({
  ...{ tokenIn: tokenIn.address, tokenOut: tokenOut.address },
  share: WHOLE_SHARE,
});

/** The pool of apples and bread is transaction 6, that of bread and corn 10; the rest is 12 to 17. */
const file = useExchangeFile([
  ...MARKET,
  deposit(MAKER, BREAD, 10n ** 6n),
  deposit(MAKER, CORN, 10n ** 10n),
  createPool({ ...pairOf(BREAD, CORN), curve: 'stable', amplification: 100n }),
  provide(10n ** 6n, 10n ** 10n, { ...pairOf(BREAD, CORN), account: MAKER }),
  swap(10_000n),
  swap(1000n, { ...pairOf(APPLE, CORN), route: [hop(APPLE, BREAD), hop(BREAD, CORN)], referrer: bob }),
  provide(1000n, 4000n, { account: ann }),
  swap(500n),
  refund({ account: ann, lpTokens: amount(700n) }),
  swap(5000n),
]);

function execute(sql: string): void {
  const db = new DatabaseSync(file());
  db.exec(sql);
  db.close();
}

const auditNow = () => auditFile(file());

/** Counts the whole journal, and stores it with the cursor at `cursor`. */
async function count(cursor?: number, change = (rows: readonly PoolRows[]) => rows): Promise<void> {
  const store = await openStore(file());
  const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
  await observer.catchUp();
  const fence = (await observer.projection.takeLease({ name: 'market', holder: 'one', forMs: 0 })) as number;
  const [mark] = await observer.tail.pick([cursor ?? observer.sequence]);
  const claim = { fence, mark: mark as Posted, from: 0 };
  await observer.projection.save(change([...observer.fold.unstored()]), claim);
  await observer.projection.saveOrders([...observer.fold.orders.unstored()], claim);
  await observer.projection.advance(claim);
  await observer.close();
  await store.close();
}

describe('market data in a file', () => {
  // Dates the transactions days ago, from 50 minutes to 9 hours apart.
  beforeEach(() =>
    execute('UPDATE journal SET created_at_ms = created_at_ms - 1000000000 + sequence * sequence * 1000000'),
  );

  test('passes if it is complete, not stored yet, or behind the journal', async () => {
    expect(await auditNow()).toMatchObject({ transactions: 17 });
    await count();
    expect(await auditNow()).toMatchObject({ transactions: 17 });
    const store = await openStore(file());
    await post(store, swap(10n), provide(100n, 400n, { account: ann }));
    await store.close();
    expect(await auditNow()).toMatchObject({ transactions: 19 });
  });

  test('is checked as of its own sequence if it is newer than the cursor', async () => {
    await count(13);
    expect(await auditNow()).toMatchObject({ transactions: 17 });
    execute(`UPDATE pool_figures SET volume0 = '1'`);
    await expect(auditNow()).rejects.toThrow('are not what its transactions up to');
  });

  test('has transfers of LP tokens counted once, from stored positions on; one unit too much of cost is reported', async () => {
    const send = async (...moves: readonly (readonly [Account, Account, bigint])[]) => {
      const store = await openStore(file());
      const [pool] = (await store.pools({ after: 0, limit: 1 })) as [Pool];
      await post(store, ...moves.map(([from, to, units]) => transferLp(pool.address, units, { account: from, to })));
      await store.close();
    };
    await send([MAKER, ann, 1001n], [ann, bob, 333n]);
    // The rows are newer than the cursor, so a transfer that they include is read again.
    await count(18);
    expect(await auditNow()).toMatchObject({ transactions: 19 });
    await send([bob, MAKER, 7n], [MAKER, bob, 70n], [bob, ann, 396n]);
    await count();
    expect(await auditNow()).toMatchObject({ transactions: 22 });
    execute(`UPDATE positions SET cost0 = CAST(CAST(cost0 AS INTEGER) + 1 AS TEXT) WHERE account = 'ann'`);
    await expect(auditNow()).rejects.toThrow(/^the position of ann in the pool/);
  });

  test('is ignored if it is of another version of the rules', async () => {
    await count();
    execute(`UPDATE candles SET close = '1e0'; UPDATE projection SET version = 99`);
    expect(await auditNow()).toMatchObject({ transactions: 17 });
  });

  test('is reported if a pool is not counted up to the cursor', async () => {
    await count(17, (rows) => rows.filter(({ candles }) => candles.length > 9));
    await expect(auditNow()).rejects.toThrow(/^transaction 11 is not counted in the figures of the pool EQ\S{46}$/);
  });

  const FIRST = 'WHERE pool = 6';
  const HOUR = `${FIRST} AND interval_ms = 3600000 AND open IS NOT NULL`;
  const one = (table: string, column: string, where: string) =>
    `UPDATE ${table} SET ${column} = CAST(CAST(${column} AS INTEGER) + 1 AS TEXT) ${where}`;
  const figures = /^the figures of the pool EQ\S{46} are not what its transactions up to 17 come to$/;
  const candle = /^the candle of 60 min from \S+Z of the pool EQ\S{46} is not what its transactions come to$/;
  const position = /^the position of ann in the pool EQ\S{46} is not what its transactions come to$/;
  const list = /^the list of swaps of the pool EQ\S{46} is not that of the journal$/;
  test.each([
    ...['reserve0', 'reserve1', 'supply', 'volume0', 'volume1', 'fees0', 'fees1', 'swaps', 'at_ms'].map((column) => [
      `a changed ${column} of figures`,
      one('pool_figures', column, FIRST),
      figures,
    ]),
    ['a changed cumulative price', `UPDATE pool_figures SET cumulative1 = cumulative1 || '0' ${FIRST}`, figures],
    ['figures of another transaction', `UPDATE pool_figures SET sequence = 16 ${FIRST}`, /up to 16 come to$/],
    [
      'figures of no transaction',
      `UPDATE pool_figures SET sequence = 99 ${FIRST}`,
      /are of transaction 99, which did not change/,
    ],
    [
      'lost figures',
      `DELETE FROM pool_figures ${FIRST}`,
      /^transaction 6 is not counted in the figures of the pool EQ/,
    ],
    [
      'figures of no pool',
      `INSERT INTO pool_figures SELECT 99, sequence, at_ms, reserve0, reserve1, supply, cumulative0,
       cumulative1, volume0, volume1, fees0, fees1, swaps FROM pool_figures ${FIRST}`,
      /with the number 99, which is not/,
    ],
    ...['open', 'high', 'low', 'close'].map((column) => [
      `a changed ${column} of a candle`,
      `UPDATE candles SET ${column} = '100000000000000001e-17' ${HOUR}`,
      candle,
    ]),
    [
      'prices without a swap',
      `UPDATE candles SET open = '1e0', high = '1e0', low = '1e0', close = '1e0'
       ${FIRST} AND interval_ms = 3600000 AND open IS NULL`,
      candle,
    ],
    ['a lost opening price', `UPDATE candles SET open = NULL ${HOUR}`, candle],
    ['a changed volume of a candle', one('candles', 'volume0', HOUR), candle],
    ['another last transaction of a candle', `UPDATE candles SET sequence = sequence - 1 ${HOUR}`, candle],
    ['a lost candle', `DELETE FROM candles ${HOUR}`, candle],
    [
      'a candle of a time without transactions',
      `INSERT INTO candles SELECT pool, interval_ms, 0, open, high, low, close, sequence, at_ms,
       reserve0, reserve1, supply, cumulative0, cumulative1, volume0, volume1, fees0, fees1, swaps FROM candles ${HOUR}
       LIMIT 1`,
      /^\d+ candles are stored, but it should be \d+$/,
    ],
    ...['lp_tokens', 'cost0', 'in1', 'withdrawn0', 'realised_fees1', 'released0'].map((column) => [
      `a changed ${column} of a position`,
      one('positions', column, `WHERE account = 'ann'`),
      position,
    ]),
    ['a changed base of a position', `UPDATE positions SET base = base || '0' WHERE account = 'ann'`, position],
    ['a lost position', `DELETE FROM positions WHERE account = 'ann'`, /^1 positions are not stored$/],
    ['a position of nobody', `UPDATE positions SET account = 'eve' WHERE account = 'ann'`, /^the position of eve in/],
    ['a swap that is missing in a list', `UPDATE pool_swaps SET sequences = '12,3,2' ${FIRST}`, list],
    ['another swap in a list', `UPDATE pool_swaps SET sequences = '12,1,1,3' ${FIRST}`, list],
    [
      'a changed beginning of a list',
      `UPDATE pool_swaps SET first = first + 1 ${FIRST}`,
      /^the swaps of the pool with the number 6/,
    ],
    ['a changed end of a list', `UPDATE pool_swaps SET last = last + 1 ${FIRST}`, /from 12 to 18 are others$/],
    [
      'a cursor beyond the journal',
      `UPDATE projection SET sequence = 18 WHERE name = 'market'`,
      /counted up to 18, where nothing is$/,
    ],
    ['a lost cursor', `DELETE FROM projection`, /^it is said 0 times how far/],
    ['a lost list of swaps', `DELETE FROM pool_swaps ${FIRST}`, list],
    [
      'a list of swaps of no pool',
      `INSERT INTO pool_swaps VALUES (99, 1, 1, '1')`,
      /^swaps are listed of the pool with the number 99/,
    ],
    [
      'text instead of a number',
      `UPDATE pool_figures SET fees0 = 'many' ${FIRST}`,
      /^what is counted of the market cannot be read/,
    ],
  ] as [string, string, RegExp][])('is reported if it has %s', async (_, sql, offence) => {
    await count();
    execute(sql);
    await expect(auditNow()).rejects.toThrow(MarketOffence);
    await expect(auditNow()).rejects.toThrow(offence);
  });

  test('is not reported if the journal is wrong too, which is reported instead', async () => {
    await count();
    execute(`UPDATE pool_figures SET volume0 = '1'; UPDATE head SET last_transaction = 'another'`);
    const offence = await auditNow().catch((error) => error);
    expect(offence).toBeInstanceOf(AuditOffence);
    expect(offence).not.toBeInstanceOf(MarketOffence);
    expect(offence.message).toContain('the head names another');
  });

  test('may have overlapping lists of swaps if each is correct', async () => {
    await count();
    execute(`INSERT INTO pool_swaps VALUES (6, 13, 17, '13,2,2')`);
    expect(await auditNow()).toMatchObject({ transactions: 17 });
    execute(`UPDATE pool_swaps SET sequences = '13,4' WHERE pool = 6 AND first = 13`);
    await expect(auditNow()).rejects.toThrow(list);
  });
});
