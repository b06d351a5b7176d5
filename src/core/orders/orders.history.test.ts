// For any history of orders: they hold their unfilled rest, no fill pays below the limit, no dust remains, and each ends once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { APPLE, account, BREAD, PaperExchange, ratesOf } from '../../../test/paper-exchange.ts';
import { ann, bob, closeOrder, fillOrder, lastFillOf, pairOf, placeOrder, swap } from '../../../test/paper-orders.ts';
import { untilSeen } from '../../../test/until-seen.ts';
import { orderAccount } from '../accounts.ts';
import { type Account, amount, ppm } from '../amount.ts';
import type { Command } from '../commands/command.ts';
import type { PlaceOrderReceipt } from '../commands/place-order.ts';
import type { Instruction, Posted } from '../settle/instruction.ts';
import { placedBy } from '../settle/settle.ts';
import { fillableAt } from './order.ts';

const PAIRS = [pairOf(APPLE, BREAD), pairOf(BREAD, APPLE)] as const;
const OWNERS = [ann, bob, account('carl')];
const EVERY_MS = 1000;

/** An action described independently of the orders that exist by then. */
type Step =
  | {
      readonly place: {
        owner: number;
        pair: number;
        units: bigint;
        limit: bigint;
        inParts: boolean;
        times: number;
        ms: number;
      };
    }
  | { readonly fill: { which: number; size: Size; off: boolean } }
  | { readonly close: { which: number; reason: 'cancelled' | 'expired'; foreign: boolean } }
  | { readonly swap: { pair: number; units: bigint } }
  | { readonly wait: number };
type Size = 'all' | 'least' | 'allButLeast' | { readonly share: number };

const anySize: fc.Arbitrary<Size> = fc.oneof(
  fc.constantFrom('all', 'all', 'least', 'allButLeast') as fc.Arbitrary<Size>,
  fc.record({ share: fc.integer({ min: 1, max: 1000 }) }),
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      place: fc.record({
        owner: fc.nat(2),
        pair: fc.nat(1),
        units: fc.bigInt(1n, 40_000n),
        // In hundredths of the starting price.
        limit: fc.oneof(fc.bigInt(1n, 130n), fc.constant(0n)),
        inParts: fc.boolean(),
        times: fc.constantFrom(0, 0, 0, 1, 3, 7),
        ms: fc.integer({ min: 0, max: 6 * EVERY_MS }),
      }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ fill: fc.record({ which: fc.nat(), size: anySize, off: weighted(10) }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      close: fc.record({
        which: fc.nat(),
        reason: fc.constantFrom('cancelled', 'expired') as fc.Arbitrary<'cancelled' | 'expired'>,
        foreign: weighted(10),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ swap: fc.record({ pair: fc.nat(1), units: fc.bigInt(1n, 20_000n) }) }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 2 * EVERY_MS }) }) },
);
/** Batches of actions; time passes between them. */
const anyHistory = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 5, size: 'max' }), {
  minLength: 1,
  maxLength: 14,
  size: 'max',
});

function weighted(percent: number): fc.Arbitrary<boolean> {
  return fc.integer({ min: 0, max: 99 }).map((drawn) => drawn < percent);
}

const start = (): PaperExchange => {
  const exchange = PaperExchange.open({ apple: 100_000n, bread: 400_000n, rates: ratesOf(2000n, 1000n, 0n) });
  for (const owner of OWNERS) exchange.fund(owner, APPLE, 200_000n).fund(owner, BREAD, 200_000n);
  return exchange;
};

const placedIn = (exchange: PaperExchange): readonly Posted[] =>
  exchange.journal.filter(({ receipt }) => receipt.kind === 'placeOrder');
const leftOf = (exchange: PaperExchange, { order, tokenA }: PlaceOrderReceipt): bigint =>
  exchange.balanceOf(orderAccount(order), tokenA);

function commandOf(step: Exclude<Step, { wait: number }>, exchange: PaperExchange): Command | undefined {
  if ('swap' in step) {
    return swap(step.swap.units, { ...PAIRS[step.swap.pair], account: bob, maxPriceImpactPpm: ppm(1_000_000n) });
  }
  if ('place' in step) {
    const { owner, pair, units, limit, inParts, times, ms } = step.place;
    const atParity = pair === 0 ? units * 4n : units / 4n;
    return placeOrder(units, (atParity * limit) / 100n, {
      account: OWNERS[owner] as Account,
      ...PAIRS[pair],
      inParts,
      expiresAtMs: exchange.nowMs + ms,
      ...(times > 0 && { schedule: { times, everyMs: EVERY_MS } }),
    });
  }
  const placed = placedIn(exchange);
  const which = 'fill' in step ? step.fill.which : step.close.which;
  const posted = placed[which % (placed.length || 1)];
  if (!posted) return undefined;
  const { order, account: owner, tokenA, tokenB, amountA } = posted.receipt as PlaceOrderReceipt;
  const named = { account: owner, tokenA, tokenB };
  if ('close' in step) {
    const { reason, foreign } = step.close;
    return closeOrder(order, { ...named, reason, ...(foreign && { account: account('eve') }) });
  }
  const left = leftOf(exchange, posted.receipt as PlaceOrderReceipt);
  const filled = lastFillOf(exchange, order);
  const due = fillableAt(placedBy(posted) as never, { left: amount(left), ...filled }, exchange.nowMs);
  const { size, off } = step.fill;
  const least = (amountA + 999n) / 1000n;
  const units =
    size === 'all'
      ? due
      : size === 'least'
        ? least
        : size === 'allButLeast'
          ? due - least
          : (due * BigInt(size.share)) / 1000n;
  return fillOrder(order, units > 0n ? units : 1n, off ? left + 1n : left, { ...named, ...filled });
}

type Record = { readonly placed: PlaceOrderReceipt; readonly atMs: number; left: bigint; isOver: boolean };

/** The orders according to their receipts; each fill is checked against the documented rules. */
function recordsOf(journal: readonly Posted[]): ReadonlyMap<number, Record> {
  const records = new Map<number, Record>();
  for (const { sequence, createdAtMs, receipt } of journal) {
    if (receipt.kind === 'placeOrder') {
      records.set(sequence, { placed: receipt, atMs: createdAtMs, left: receipt.amountA, isOver: false });
    }
    const number =
      receipt.kind === 'closeOrder' ? receipt.order : receipt.kind === 'swap' ? receipt.fill?.order : undefined;
    if (number === undefined) continue;
    const record = records.get(number) as Record;
    const { placed, atMs } = record;
    expect(record.isOver, `order ${number} at ${sequence}`).toBe(false);
    if (receipt.kind === 'closeOrder') {
      expect(receipt.amountA).toBe(record.left);
      if (receipt.reason === 'expired') expect(createdAtMs).toBeGreaterThanOrEqual(placed.expiresAtMs);
      Object.assign(record, { left: 0n, isOver: true });
      continue;
    }
    if (receipt.kind !== 'swap') continue;
    const { amountA, amountB } = receipt;
    expect(createdAtMs).toBeLessThan(placed.expiresAtMs);
    expect(amountB * placed.amountA >= placed.minReceived * amountA, `limit of ${number}`).toBe(true);
    record.left -= amountA;
    expect(receipt.fill?.left).toBe(record.left);
    record.isOver = record.left === 0n;
    if (!record.isOver) {
      expect(amountA * 1000n >= placed.amountA && record.left * 1000n >= placed.amountA, `dust of ${number}`).toBe(
        true,
      );
    }
    // At most the parts that are already due are filled.
    const { schedule } = placed;
    const moments = Array.from({ length: schedule?.times ?? 0 }, (_, k) => atMs + k * EVERY_MS);
    const toCome = moments.filter((moment) => moment > createdAtMs).length;
    if (toCome > 0) expect(record.left >= (placed.amountA / BigInt(moments.length)) * BigInt(toCome)).toBe(true);
    if (!placed.inParts && !schedule) expect(record.isOver).toBe(true);
  }
  return records;
}

// Takes three seconds of CPU.
test('in any history each order’s account holds its unfilled rest, every fill keeps the limit and leaves no dust, and an order ends once', async () => {
  const seen = { placed: 0, filled: 0, parts: 0, closed: 0, refused: new Set<string>() };
  const property = fc.property(anyHistory, (history) => {
    const [exchange, oneByOne] = [start(), start()];
    for (const steps of history) {
      for (const step of steps) if ('wait' in step) exchange.nowMs += step.wait;
      oneByOne.nowMs = exchange.nowMs;
      const batch: Instruction[] = steps.flatMap((step) => {
        const command = 'wait' in step ? undefined : commandOf(step, exchange);
        return command ? [{ actor: ann, command }] : [];
      });
      const { outcomes } = exchange.settle(batch);
      expect(batch.flatMap((instruction) => oneByOne.settle([instruction]).outcomes)).toEqual(outcomes);
      for (const outcome of outcomes) if ('refusal' in outcome) seen.refused.add(outcome.refusal.code);
    }
    expect(exchange.balances).toEqual(oneByOne.balances);
    const records = recordsOf(exchange.journal);
    for (const [number, { placed, left }] of records) {
      expect(exchange.balanceOf(orderAccount(number), placed.tokenA)).toBe(left);
    }
    for (const token of [APPLE, BREAD]) {
      const held = [...exchange.balances.values()].filter((entry) => entry.token === token.address);
      expect(held.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n);
    }
    seen.placed += records.size;
    for (const { receipt } of exchange.journal) {
      if (receipt.kind === 'closeOrder') seen.closed += 1;
      if (receipt.kind === 'swap' && receipt.fill) seen.filled += 1;
      if (receipt.kind === 'swap' && receipt.fill && receipt.fill.left > 0n) seen.parts += 1;
    }
    // The rest of every open order can always be returned, to the unit.
    for (const [number, { placed, left, isOver }] of records) {
      if (isOver) continue;
      const before = exchange.balanceOf(placed.account, placed.tokenA);
      exchange.run(closeOrder(number, { account: placed.account, tokenA: placed.tokenA, tokenB: placed.tokenB }));
      expect(exchange.balanceOf(placed.account, placed.tokenA) - before).toBe(left);
    }
  });
  await untilSeen(
    () => fc.assert(property, { numRuns: 300 }),
    () =>
      Math.min(seen.placed, seen.filled, seen.parts, seen.closed) > 100 &&
      ['order_moved', 'order_closed', 'below_minimum'].every((kind) => seen.refused.has(kind)),
  );
});
