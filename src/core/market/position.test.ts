// Positions compared with a model that keeps each provide as a separate lot, with an index of a hundred digits and no averages.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, PaperExchange, ratesOf } from '../../../test/paper-exchange.ts';
import { anyHistory, playHistory } from '../../../test/paper-history.ts';
import { changedBy, type PaperStep, stepsByPool, stepsOf } from '../../../test/paper-market.ts';
import { ann, bob, createPool, pairOf, provide, refund, swap, transferLp } from '../../../test/paper-orders.ts';
import { invariantOf } from '../../../test/stable/definition.ts';
import { untilSeen } from '../../../test/until-seen.ts';
import { lpToken } from '../accounts.ts';
import { type Account, amount, PPM, ppm } from '../amount.ts';
import { LOCKED_LP } from '../maths/liquidity.ts';
import type { PoolFigures } from './figures.ts';
import { againstHolding, type PositionRecord, type PositionSide, worthNow } from './position.ts';

/** The model's unit: 10^-100 base units. */
const ONE = 10n ** 100n;

describe('a position worked by hand', () => {
  /** A million of each at a fee of 1 %; ann owns all LP tokens except the locked thousand. */
  function market() {
    const exchange = PaperExchange.open();
    for (const token of [APPLE, BREAD]) exchange.fund(ann, token, 10n ** 9n).fund(bob, token, 10n ** 9n);
    exchange.run(createPool(ratesOf(10_000n, 0n, 0n)), provide(1_000_000n, 1_000_000n));
    return exchange;
  }
  const told = (exchange: PaperExchange) => {
    const { pool, after } = stepsOf(exchange).at(-1) as PaperStep;
    const record = positionsOf(stepsOf(exchange)).get(ann) as PositionRecord;
    return { record, ...worthNow(record, after, pool) };
  };

  test('right after providing, no fees are earned, and only the locked part is lost', () => {
    const { record, side0, side1, price } = told(market());
    expect(record).toMatchObject({ lpTokens: 999_000n, cost0: 1_000_000n, in1: 1_000_000n, withdrawn0: 0n });
    expect([side0, side1]).toEqual(Array(2).fill({ cost: 1_000_000n, now: 999_000n, fees: 0n }));
    expect(againstHolding(side0, side1, price)).toEqual({ fees: 0n, impermanentLoss: -2000n, againstHolding: -2000n });
  });

  test('after a swap there and back, the price is the same and the gain is fees', () => {
    const exchange = market();
    exchange.run(swap(100_000n, { account: bob }), swap(90_991n, { account: bob, ...pairOf(BREAD, APPLE) }));
    const { side0, side1, price } = told(exchange);
    // The reserves are 1000911 and 1000910, √k is 1000910.4999…, and ann owns 999/1000 of it: 999000.41… and 998999.41… without fees.
    expect([side0, side1]).toEqual([
      { cost: 1_000_000n, now: 999_910n, fees: 909n },
      { cost: 1_000_000n, now: 999_909n, fees: 909n },
    ]);
    const shown = { fees: 1817n, impermanentLoss: -1999n, againstHolding: -182n };
    expect(againstHolding(side0, side1, price)).toEqual(shown);
  });

  test('a refund of half realises half of the fees and releases half of the cost', () => {
    const exchange = market();
    exchange.run(swap(100_000n, { account: bob }));
    const before = told(exchange);
    exchange.run(refund({ account: ann, portionPpm: ppm(PPM / 2n) }));
    const { record } = told(exchange);
    expect(record).toMatchObject({ lpTokens: 499_500n, cost0: 500_000n, released0: 500_000n, in0: 1_000_000n });
    expect(2n * record.withdrawn0 - before.side0.now).toBeLessThanOrEqual(0n);
    expect(before.side0.fees - 2n * record.realisedFees0).toBeLessThanOrEqual(1n);
  });

  test('after the last refund all of the cost is released', () => {
    const exchange = market();
    exchange.run(refund({ account: ann, portionPpm: ppm(333_333n) }), refund({ account: ann }));
    const { record, side0, side1, price } = told(exchange);
    expect(record).toMatchObject({ lpTokens: 0n, cost0: 0n, cost1: 0n, base: 0n, released0: 1_000_000n });
    expect([side0, side1]).toEqual(Array(2).fill({ cost: 0n, now: 0n, fees: 0n }));
    expect(againstHolding(side0, side1, price)).toEqual({ fees: 0n, impermanentLoss: 0n, againstHolding: 0n });
  });

  test('sending a third moves a third of the cost, and the odd units stay with the sender', () => {
    const exchange = market();
    const [{ pool }] = stepsOf(exchange) as [PaperStep];
    exchange.run(swap(100_000n, { account: bob }), transferLp(pool.address, 333_333n));
    const records = positionsOf(stepsOf(exchange));
    // 333333 of 999000, of a million each: 333666.66…
    expect(records.get(bob)).toMatchObject({ lpTokens: 333_333n, cost0: 333_666n, cost1: 333_666n, in0: 333_666n });
    expect(records.get(ann)).toMatchObject({ lpTokens: 665_667n, cost0: 666_334n, cost1: 666_334n, in0: 666_334n });
    expect([records.get(bob)?.withdrawn0, records.get(bob)?.realisedFees0, records.get(ann)?.released0]).toEqual([
      0n,
      0n,
      0n,
    ]);
    exchange.run(transferLp(pool.address, 665_667n));
    expect(positionsOf(stepsOf(exchange)).get(ann)).toMatchObject({ lpTokens: 0n, cost0: 0n, base: 0n, in0: 0n });
    expect(positionsOf(stepsOf(exchange)).get(bob)).toMatchObject({ lpTokens: 999_000n, cost0: 1_000_000n });
  });

  test('if the price has moved, a position is worth less than holding both tokens, valued at the current price', () => {
    const price = { numerator: 4n, denominator: 1n };
    // 100 and 100 at a price of 1; at a price of 4 that is 50 and 200.
    const [first, second] = [
      { cost: 100n, now: amount(50n), fees: amount(0n) },
      { cost: 100n, now: amount(201n), fees: amount(1n) },
    ];
    expect(againstHolding(first, second, price)).toEqual({ fees: 1n, impermanentLoss: -100n, againstHolding: -99n });
    const inverse = { numerator: 1n, denominator: 4n };
    expect(againstHolding(second, first, inverse)).toEqual({ fees: 0n, impermanentLoss: -25n, againstHolding: -25n });
  });
});

describe('after any history', () => {
  test('costs and fees equal those of the lots within two units per refund, and no fee is overstated', () => {
    const property = fc.property(anyHistory, (history) => {
      for (const steps of stepsByPool(playHistory(history))) {
        const records = new Map<Account, PositionRecord>();
        const lots = new Map<Account, Lots>();
        for (const step of steps) {
          count(records, step);
          countLots(lots, step);
          for (const [account, record] of records) compare(record, lots.get(account) as Lots, step);
        }
      }
    });
    fc.assert(property, { numRuns: 150 });
  });

  test('sending LP tokens moves their cost: every sum over all positions stays the same, to the unit', async () => {
    let sent = 0;
    const property = fc.property(anyHistory, (history) => {
      for (const steps of stepsByPool(playHistory(history))) {
        const records = new Map<Account, PositionRecord>();
        for (const step of steps) {
          const before = sumsOf(records);
          count(records, step);
          if (!step.change.handover) continue;
          sent += 1;
          expect(sumsOf(records)).toEqual(before);
          expect(before.lpTokens + LOCKED_LP).toBe(step.after.supply);
          for (const { cost0, cost1, in0, in1, released0, released1 } of records.values())
            expect([cost0, cost1]).toEqual([in0 - released0, in1 - released1]);
        }
      }
    });
    await untilSeen(
      () => fc.assert(property, { numRuns: 150 }),
      () => sent > 10,
    );
  });

  test('the value of a position is what its full refund returns, and its LP tokens equal the ledger’s', () => {
    const property = fc.property(anyHistory, (history) => {
      const exchange = playHistory(history);
      for (const steps of stepsByPool(exchange)) {
        const { pool, after } = steps.at(-1) as PaperStep;
        for (const [account, record] of positionsOf(steps)) {
          expect(record.lpTokens).toBe(exchange.balanceOf(account, lpToken(pool.address)));
          const { side0, side1 } = worthNow(record, after, pool);
          const pair = { tokenA: pool.token0, tokenB: pool.token1 };
          const refunded = exchange.decide(refund({ ...pair, account }));
          if ('receipt' in refunded) expect(refunded.receipt).toMatchObject({ amountA: side0.now, amountB: side1.now });
          else expect(side0.now * side1.now).toBe(0n);
        }
      }
    });
    fc.assert(property, { numRuns: 100 });
  });

  test('the difference to holding is exactly fees plus loss; each shown figure is rounded down by less than a unit', () => {
    const property = fc.property(anyHistory, (history) => {
      for (const steps of stepsByPool(playHistory(history))) {
        const { pool, after } = steps.at(-1) as PaperStep;
        for (const record of positionsOf(steps).values()) {
          const { side0, side1, price } = worthNow(record, after, pool);
          const { numerator: p, denominator: q } = price;
          const exactly = (of: (side: PositionSide) => bigint) => of(side0) * p + of(side1) * q;
          const fees = exactly((side) => side.fees);
          const loss = exactly(({ now, fees, cost }) => now - fees - cost);
          expect(fees + loss).toBe(exactly(({ now, cost }) => now - cost));
          const shown = againstHolding(side0, side1, price);
          for (const [exact, rounded] of [
            [fees, shown.fees],
            [loss, shown.impermanentLoss],
          ] as const) {
            expect(rounded * q <= exact && exact < (rounded + 1n) * q).toBe(true);
          }
          expect(shown.againstHolding).toBe(shown.fees + shown.impermanentLoss);
        }
      }
    });
    fc.assert(property, { numRuns: 100 });
  });
});

/** The sums over all positions of a pool. */
function sumsOf(records: ReadonlyMap<Account, PositionRecord>) {
  const sums = { lpTokens: 0n } as Record<Exclude<keyof PositionRecord, 'sequence'>, bigint>;
  for (const { sequence: _, ...record } of records.values()) {
    for (const [name, units] of Object.entries(record))
      sums[name as keyof typeof sums] = (sums[name as keyof typeof sums] ?? 0n) + units;
  }
  return sums;
}

function positionsOf(steps: readonly PaperStep[]): ReadonlyMap<Account, PositionRecord> {
  const records = new Map<Account, PositionRecord>();
  for (const step of steps) count(records, step);
  return records;
}

function count(records: Map<Account, PositionRecord>, step: PaperStep): void {
  for (const [account, record] of changedBy(step, (of) => records.get(of))) records.set(account, record);
}

/** All in 10^-100 units. */
type Lot = {
  readonly lpTokens: bigint;
  readonly cost0: bigint;
  readonly cost1: bigint;
  /** Liquidity per LP token. */
  readonly index: bigint;
};
type Lots = {
  readonly lots: readonly Lot[];
  readonly realised0: bigint;
  readonly realised1: bigint;
  readonly refunds: bigint;
  /** By how many units the recorded cost may be too high, and too low. */
  readonly high: bigint;
  readonly low: bigint;
};

const NO_LOTS: Lots = { lots: [], realised0: 0n, realised1: 0n, refunds: 0n, high: 0n, low: 0n };

function countLots(lots: Map<Account, Lots>, step: PaperStep): void {
  const { liquidity, handover } = step.change;
  if (liquidity) lots.set(liquidity.account, lotsAfter(lots.get(liquidity.account), step));
  if (!handover) return;
  const [from, to] = [lots.get(handover.from) as Lots, lots.get(handover.to) ?? NO_LOTS];
  const all = from.lots.reduce((sum, lot) => sum + lot.lpTokens, 0n);
  const part = (of: bigint) => (of * handover.lpTokens * ONE) / all;
  const sent = from.lots.map((lot) => ({
    lpTokens: part(lot.lpTokens),
    cost0: part(lot.cost0),
    cost1: part(lot.cost1),
    index: lot.index,
  }));
  const left = from.lots.map((lot, at) => {
    const { lpTokens, cost0, cost1 } = sent[at] as Lot;
    return { ...lot, lpTokens: lot.lpTokens - lpTokens, cost0: lot.cost0 - cost0, cost1: lot.cost1 - cost1 };
  });
  lots.set(handover.from, { ...from, lots: left, high: from.high + 1n });
  lots.set(handover.to, {
    ...to,
    lots: [...to.lots, ...sent],
    high: to.high + from.high,
    low: to.low + from.low + 1n,
  });
}

function lotsAfter(held: Lots = NO_LOTS, step: PaperStep): Lots {
  const { liquidity, deltaSupply } = step.change;
  if (!liquidity) throw new Error('lots are changed by liquidity alone');
  const [lpTokens, units0, units1] = [liquidity.lpTokens * ONE, liquidity.amount0 * ONE, liquidity.amount1 * ONE];
  if (deltaSupply > 0n) {
    const lot = { lpTokens, cost0: units0, cost1: units1, index: exactIndex(step.after, step) };
    return { ...held, lots: [...held.lots, lot] };
  }
  const all = held.lots.reduce((sum, lot) => sum + lot.lpTokens, 0n);
  const left = (of: bigint) => of - (of * lpTokens) / all;
  const index = exactIndex(step.before as PoolFigures, step);
  return {
    lots: held.lots.map((lot) => ({
      lpTokens: left(lot.lpTokens),
      cost0: left(lot.cost0),
      cost1: left(lot.cost1),
      index: lot.index,
    })),
    realised0: held.realised0 + exactFees(units0, held.lots, index),
    realised1: held.realised1 + exactFees(units1, held.lots, index),
    refunds: held.refunds + 1n,
    high: held.high + 1n,
    low: held.low,
  };
}

/** Each lot returns its share; the fraction by which the index has risen since it was bought is fees. */
function exactFees(returned: bigint, lots: readonly Lot[], index: bigint): bigint {
  const all = lots.reduce((sum, lot) => sum + lot.lpTokens, 0n);
  return lots.reduce((sum, lot) => sum + (returned * lot.lpTokens * (index - lot.index)) / (all * index), 0n);
}

function exactIndex({ reserve0, reserve1, supply }: PoolFigures, { pool }: PaperStep): bigint {
  const { amplification, decimals0: decimalsIn, decimals1: decimalsOut } = pool;
  // The invariant is linear in the reserves: extra digits in the reserves are extra digits of the invariant.
  const [reserveIn, reserveOut] = [reserve0 * ONE, reserve1 * ONE];
  if (amplification === null) return root(reserveIn * reserveOut) / supply;
  return invariantOf({ reserveIn, reserveOut, decimalsIn, decimalsOut, amplification }) / supply;
}

/** The integer square root, found bit by bit from the highest. */
function root(value: bigint): bigint {
  let found = 0n;
  for (let bit = 1n << BigInt((value.toString(2).length / 2 + 1) | 0); bit > 0n; bit >>= 1n) {
    if ((found + bit) ** 2n <= value) found += bit;
  }
  return found;
}

function compare(
  record: PositionRecord,
  { lots, realised0, realised1, refunds, high, low }: Lots,
  step: PaperStep,
): void {
  const { side0, side1 } = worthNow(record, step.after, step.pool);
  const index = exactIndex(step.after, step);
  const sum = (of: 'cost0' | 'cost1') => lots.reduce((total, lot) => total + lot[of], 0n);
  // Rounding of a refund or transfer stays with the cost of the remaining LP tokens.
  for (const [cost, exact] of [
    [record.cost0, sum('cost0')],
    [record.cost1, sum('cost1')],
  ] as const) {
    expect(cost * ONE - exact).toBeGreaterThanOrEqual(-low * ONE - HAIR);
    expect(cost * ONE - exact).toBeLessThanOrEqual(high * ONE + HAIR);
  }
  for (const [fees, exact, most] of [
    [side0.fees, record.lpTokens > 0n ? exactFees(side0.now * ONE, lots, index) : 0n, 2n],
    [side1.fees, record.lpTokens > 0n ? exactFees(side1.now * ONE, lots, index) : 0n, 2n],
    [record.realisedFees0, realised0, 2n * refunds],
    [record.realisedFees1, realised1, 2n * refunds],
  ] as const) {
    expect(exact - fees * ONE).toBeGreaterThanOrEqual(-HAIR);
    expect(exact - fees * ONE).toBeLessThanOrEqual(most * ONE);
  }
}

/** The index is rounded too, by less than this fraction of a unit. */
const HAIR = ONE / 1000n;
