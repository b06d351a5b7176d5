// The keeper fills purchases: exactly what they want, at their limit or better, from pools and from other orders.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { account, BREAD, CORN, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  fillPurchase,
  pairOf,
  placeOrder,
  placePurchase,
  swap,
} from '../../test/paper-orders.ts';
import { times } from '../../test/times.ts';
import { orderAccount } from '../core/accounts.ts';
import { amount, ppm } from '../core/amount.ts';
import type { FillOrderCommand } from '../core/commands/fill-order.ts';
import type { PlaceOrderCommand } from '../core/commands/place-order.ts';
import { leastFill, leastPurchase } from '../core/orders/order.ts';
import { closedRecord, filledRecord, fillsOf, leftOf, type OrderRecord, placedRecord } from '../core/orders/record.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { allowedFills } from '../routes/fill-for.ts';

const carl = account('carl');
const [SELL, BUY] = [pairOf(CORN, BREAD), pairOf(BREAD, CORN)];
const FREELY = { maxPriceImpactPpm: ppm(1_000_000n) };

/** A pool of corn and bread with fees of 0.3 %; three people with plenty of both. */
function start(corn: bigint, bread: bigint, matchFeePpm = 0n): Kept {
  const it = PaperExchange.open();
  it.policy = { ...it.policy, matchFeePpm: ppm(matchFeePpm) };
  for (const owner of [ann, bob, carl]) it.fund(owner, CORN, 10n ** 24n).fund(owner, BREAD, 10n ** 24n);
  it.run(
    { kind: 'createPool', ...SELL, ...ratesOf(2000n, 1000n, 0n), force: true },
    { kind: 'provide', account: carl, ...SELL, amountA: amount(corn), amountB: amount(bread) },
  );
  return new Kept(it, { matchFeePpm: ppm(matchFeePpm) });
}

/** What has become of each order, from its receipts. */
function recordsOf(journal: readonly Posted[]): readonly OrderRecord[] {
  const records = new Map<number, OrderRecord>();
  const change = (order: number, to: (record: OrderRecord) => OrderRecord) =>
    records.set(order, to(records.get(order) as OrderRecord));
  for (const posted of journal) {
    const { receipt, sequence } = posted;
    if (receipt.kind === 'placeOrder') records.set(receipt.order, placedRecord(receipt, posted));
    if (receipt.kind === 'closeOrder') change(receipt.order, (record) => closedRecord(record, receipt, sequence));
    for (const fill of fillsOf(receipt)) change(fill.order, (record) => filledRecord(record, fill, sequence));
  }
  return [...records.values()];
}

const recordOf = ({ exchange }: Kept, order: number) =>
  recordsOf(exchange.journal).find((record) => record.order === order);

const place = ({ exchange }: Kept, command: PlaceOrderCommand): number => {
  exchange.run(command);
  return exchange.journal.length;
};

describe('a purchase', () => {
  test('is filled to the unit although the pool would sell more for what is set aside', async () => {
    // 2.5 units of bread for one of corn: ⌈5,000,000 / 0.999⌉ of the reserve cost 12,512,578, which is 0.998 of what is paid.
    const it = start(10n ** 12n, 25n * 10n ** 11n);
    const order = place(it, placePurchase(5_000_000n, 13_000_000n, BUY));
    expect(await it.quieten()).toHaveLength(1);
    const { status, filledA, receivedB, returned, fills } = recordOf(it, order) as OrderRecord;
    expect({ status, receivedB, fills }).toEqual({ status: 'filled', receivedB: 5_000_000n, fills: 1 });
    expect(filledA).toBe(12_537_653n);
    expect(filledA + returned).toBe(13_000_000n);
  });

  test('waits for its price, and stops at it', async () => {
    const it = start(10n ** 12n, 25n * 10n ** 11n);
    const order = place(it, placePurchase(10n ** 11n, 249n * 10n ** 9n, BUY));
    expect(await it.quieten()).toEqual([]);
    it.exchange.run(swap(10n ** 10n, { ...SELL, account: bob, ...FREELY }));
    const [fill] = (await it.look()) as readonly [FillOrderCommand];
    const bought = fill.amountB as bigint;
    const costOf = (units: bigint) => {
      const left = 249n * 10n ** 9n;
      const decision = it.exchange.decide(fillPurchase(order, units, left, BUY));
      if (!('receipt' in decision) || decision.receipt.kind !== 'swap') throw new Error('the pool does not sell it');
      return decision.receipt.amountA;
    };
    // At the limit: 1,000,000 units less were still within it on their own, and 1,000,000 more would not be.
    const more = 1_000_000n;
    expect(costOf(bought) - costOf(bought - more)).toBeLessThanOrEqual(2_490_001n);
    expect(costOf(bought + more) - costOf(bought)).toBeGreaterThan(2_490_000n);
    expect(await it.quieten()).toHaveLength(1);
    it.exchange.run(swap(10n ** 11n, { ...SELL, account: bob, ...FREELY }));
    expect(await it.quieten()).toHaveLength(1);
    expect(recordOf(it, order)).toMatchObject({ status: 'filled', receivedB: 10n ** 11n, fills: 2 });
  });

  test.each([
    ['older', true],
    ['newer', false],
  ])('and an %s sale fill each other completely, whatever their units', async (_, isOlder) => {
    const it = start(10n ** 12n, 25n * 10n ** 11n);
    const buy = placePurchase(1_000_003n, 2_600_000n, BUY);
    const sell = placeOrder(1_000_003n, 2_400_000n, { ...SELL, account: bob });
    const orders = (isOlder ? [sell, buy] : [buy, sell]).map((command) => place(it, command));
    const commands = await it.quieten();
    expect(commands.map(({ kind }) => kind)).toEqual(['matchOrders']);
    for (const order of orders) expect(recordOf(it, order)).toMatchObject({ status: 'filled', fills: 1 });
    expect(recordOf(it, orders[isOlder ? 1 : 0] as number)).toMatchObject({ filledA: 2_500_007n, returned: 99_993n });
  });

  test.each([
    ['older', true],
    ['newer', false],
  ])(
    'with a far limit pays what the pool asks or less, not its limit, to an %s order rested against it',
    async (_, isOlder) => {
      const it = start(10n ** 12n, 25n * 10n ** 11n);
      const buy = placePurchase(10n ** 7n, 5n * 10n ** 7n, BUY);
      const rest = placeOrder(10n ** 7n, 49n * 10n ** 6n, { ...SELL, account: carl });
      const orders = (isOlder ? [rest, buy] : [buy, rest]).map((command) => place(it, command));
      await it.quieten();
      const { status, receivedB, filledA } = recordOf(it, orders[isOlder ? 1 : 0] as number) as OrderRecord;
      expect([status, receivedB]).toEqual(['filled', 10n ** 7n]);
      // ⌈10,000,000 / 0.999⌉ of the reserve at 2.5, and 0.2 % on what is paid.
      expect(filledA).toBeLessThanOrEqual(25_075_532n);
    },
  );

  test('that was filled in part before the keeper loaded it waits until it is known what it has received', async () => {
    const it = start(10n ** 12n, 25n * 10n ** 11n);
    const order = place(it, placePurchase(10n ** 6n, 26n * 10n ** 5n, { ...BUY, account: ann }));
    it.exchange.run(fillPurchase(order, 400_000n, 2_600_000n, { ...BUY, account: ann }));
    const known = recordOf(it, order) as OrderRecord;
    const again = new Kept(it.exchange);
    expect(await again.look()).toEqual([]);
    expect([again.keeper.orders.size, again.keeper.orders.unknown]).toEqual([0, 1]);
    // A record that is older than the balance says nothing.
    await again.keeper.orders.learn({ orders: async () => [{ ...known, filledA: amount(0n), receivedB: amount(0n) }] });
    expect(again.keeper.orders.unknown).toBe(1);
    await again.keeper.orders.learn({ orders: async (numbers) => (numbers.includes(order) ? [known] : []) });
    expect(await again.quieten()).toHaveLength(1);
    expect(recordOf(again, order)).toMatchObject({ status: 'filled', receivedB: 10n ** 6n, fills: 2 });
  });

  test('whose state is unknown is forgotten when it is cancelled', async () => {
    const it = start(10n ** 12n, 25n * 10n ** 11n);
    const order = place(it, placePurchase(10n ** 6n, 26n * 10n ** 5n, { ...BUY, account: ann }));
    it.exchange.run(fillPurchase(order, 400_000n, 2_600_000n, { ...BUY, account: ann }));
    const again = new Kept(it.exchange);
    await again.look();
    it.exchange.run(closeOrder(order, { ...BUY, account: ann }));
    await again.look();
    expect(again.keeper.orders.unknown).toBe(0);
  });
});

type Step =
  | {
      readonly kind: 'place';
      readonly isBuyer: boolean;
      readonly isPurchase: boolean;
      readonly inParts: boolean;
      readonly units: number;
      readonly off: number;
    }
  | { readonly kind: 'swap'; readonly isBuyer: boolean; readonly units: number }
  | { readonly kind: 'cancel'; readonly at: number };

const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({
      kind: fc.constant('place' as const),
      isBuyer: fc.boolean(),
      isPurchase: fc.boolean(),
      inParts: fc.boolean(),
      units: fc.integer({ min: 1, max: 2000 }),
      off: fc.integer({ min: -60, max: 60 }),
    }),
    fc.record({ kind: fc.constant('swap' as const), isBuyer: fc.boolean(), units: fc.integer({ min: 1, max: 800 }) }),
    fc.record({ kind: fc.constant('cancel' as const), at: fc.nat(20) }),
  ),
  { minLength: 3, maxLength: 12 },
);
/** Reserves of both tokens, from a few thousand units to coarse and fine ones. */
const reserve = fc.oneof(
  fc.integer({ min: 3000, max: 100_000 }).map(BigInt),
  fc.bigInt({ min: 10n ** 6n, max: 10n ** 18n }),
);

/** An order of so many ten-thousandths of the pool, at the pool's first price plus so many thousandths. */
function orderOf(step: Extract<Step, { kind: 'place' }>, corn: bigint, bread: bigint): PlaceOrderCommand {
  const [from, to] = step.isBuyer ? [bread, corn] : [corn, bread];
  const amountA = (from * BigInt(step.units)) / 10_000n;
  const minReceived = (amountA * to * BigInt(1000 + step.off)) / (from * 1000n);
  const terms = { ...(step.isBuyer ? BUY : SELL), account: step.isBuyer ? ann : bob, inParts: step.inParts };
  return step.isPurchase ? placePurchase(minReceived, amountA, terms) : placeOrder(amountA, minReceived, terms);
}

test('whatever is traded, purchases get exactly what they want, within their limits, and no unit is lost', async () => {
  await fc.assert(
    fc.asyncProperty(steps, reserve, reserve, fc.constantFrom(0n, 500n, 3333n), async (todo, corn, bread, feePpm) => {
      const it = start(corn, bread, feePpm);
      const { exchange } = it;
      for (const step of todo) {
        if (step.kind === 'place') exchange.answer(orderOf(step, corn, bread));
        if (step.kind === 'swap') {
          const of = step.isBuyer ? bread : corn;
          exchange.answer(
            swap((of * BigInt(step.units)) / 10_000n, { ...(step.isBuyer ? BUY : SELL), account: carl, ...FREELY }),
          );
        }
        if (step.kind === 'cancel') {
          const open = recordsOf(exchange.journal).filter(({ status }) => status === 'open');
          const { order, account: owner, tokenA, tokenB } = open[step.at % open.length] ?? {};
          if (order && owner && tokenA && tokenB) exchange.run(closeOrder(order, { account: owner, tokenA, tokenB }));
        }
        await it.quieten();
      }
      for (const record of recordsOf(exchange.journal)) check(record, it);
      checkFills(exchange.journal);
    }),
    { numRuns: times(120) },
  );
});

function check(record: OrderRecord, { exchange }: Kept): void {
  const { order, status, amountA, minReceived, filledA, receivedB, returned, isPurchase } = record;
  const left = leftOf(record);
  expect(exchange.balanceOf(orderAccount(order), record.tokenA)).toBe(left);
  expect(filledA + left + returned).toBe(amountA);
  expect(filledA * minReceived <= amountA * receivedB).toBe(true);
  if (!isPurchase) return;
  expect(receivedB <= minReceived).toBe(true);
  expect(status === 'filled').toBe(receivedB === minReceived);
  if (status !== 'open') return;
  // The pool would not even sell the smallest amount within the limit.
  const { least: units } = allowedFills({ order: record, left, receivedB, nowMs: exchange.nowMs }) as { least: bigint };
  const lastFill = record.fills > 0 ? { lastFill: record.sequence } : {};
  const { tokenA, tokenB, account: owner } = record;
  const more = fillPurchase(order, units, left, { tokenA, tokenB, account: owner, ...lastFill });
  expect(exchange.decide({ ...more, amountA: amount(10n ** 30n) })).toMatchObject({
    code: expect.stringMatching(/^(below_minimum|pool_too_small|amount_too_large)$/),
  });
}

/** Each fill is within the order's limit, and leaves no dust of what the order is counted in. */
function checkFills(journal: readonly Posted[]): void {
  const terms = new Map(
    journal.flatMap(({ receipt }) => (receipt.kind === 'placeOrder' ? [[receipt.order, receipt]] : [])),
  );
  for (const { receipt } of journal) {
    for (const { order, amountA, amountB, left, receivedB } of fillsOf(receipt)) {
      const placed = terms.get(order);
      if (!placed) throw new Error('an order was filled before it was placed');
      expect(amountA * placed.minReceived <= placed.amountA * amountB).toBe(true);
      const isLast = left === 0n;
      const [units, least, rest] = placed.isPurchase
        ? [amountB, leastPurchase(placed), placed.minReceived - (receivedB ?? 0n)]
        : [amountA, leastFill(placed), left];
      expect(isLast || (units >= least && rest >= least)).toBe(true);
      expect(isLast || placed.inParts).toBe(true);
    }
  }
}
