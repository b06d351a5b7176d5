// Orders as of the head, wherever the stored rows end, even if another process stores them meanwhile. Takes about 2 s.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useExchange } from '../../../test/exchange-file.ts';
import { APPLE, BREAD } from '../../../test/paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  deposit,
  fillOrder,
  matchOrders,
  pairOf,
  placeOrder,
  swap,
} from '../../../test/paper-orders.ts';
import { MARKET } from '../../../test/store-contract/site.ts';
import { audit } from '../../audit/audit.ts';
import { KEEPER } from '../../core/accounts.ts';
import type { Account, PoolAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import { leftOf, type OrderRecord } from '../../core/orders/record.ts';
import { type Claim, openProjection, type Projection } from '../../ports/projection.ts';
import type { JournalMark } from '../../ports/records.ts';
import { openTail } from '../../ports/tail.ts';
import type { Completed } from '../../ports/venue/trading.ts';
import { RefusedError } from '../../ports/venue.ts';
import { Observer } from '../observer.ts';
import { readAverage } from './average.ts';
import { readOpenOrders, readOrder, readOrders } from './orders.ts';

const on = useExchange([...MARKET, deposit(ann, APPLE, 10n ** 6n), deposit(bob, BREAD, 10n ** 6n)]);

let [observer, other]: [Observer, Observer] = [] as never;
beforeEach(async () => {
  [observer, other] = [await observe(), await observe()];
});
afterEach(async () => {
  await observer.close();
  await other.close();
});

async function observe(change: (kept: Projection) => Partial<Projection> = () => ({})): Promise<Observer> {
  const kept = await openProjection(on.store.projection);
  const changed = change(kept);
  const projection = new Proxy(kept, {
    get: (target, name) =>
      name in changed ? Reflect.get(changed, name) : (Reflect.get(target, name) as () => void).bind(target),
  });
  return new Observer(await openTail(on.store.tail), projection);
}

/** Stores everything that an observer has counted, or only some of the orders without moving the cursor. */
async function store(counted: Observer, some = Number.POSITIVE_INFINITY): Promise<void> {
  await counted.catchUp();
  const fence = (await counted.projection.takeLease({ name: 'market', holder: 'one', forMs: 0 })) as number;
  const claim: Claim = { fence, mark: counted.counted?.mark as JournalMark, from: counted.fold.cursor };
  expect(await counted.projection.save([...counted.fold.unstored()], claim)).toBe(true);
  expect(await counted.projection.saveOrders([...counted.fold.orders.unstored()].slice(0, some), claim)).toBe(true);
  if (some < Number.POSITIVE_INFINITY) return;
  expect(await counted.projection.advance(claim)).toBe(true);
  counted.fold.forget(counted.sequence);
}

const give = (command: Command, actor = ann) => on.exchange.execute(actor, command) as Promise<Completed>;
const place = async (terms = {}, units = 1000n, least = 2000n) =>
  (await give(placeOrder(units, least, terms))).sequence;
const orderOf = async (of: Observer, number: number) =>
  (await of.answer(() => readOrder(of, number))).order as OrderRecord;

async function listed(of: Observer, asked: { account?: Account; state?: 'open' | 'closed' } = {}, limit = 50) {
  const items: OrderRecord[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const from = cursor === undefined ? {} : { cursor };
    const page = await of.answer(() => readOrders(of, { ...asked, limit, ...from }));
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

test('an order is reported when it is placed, partly filled, cancelled and completely filled', async () => {
  const { sequence: order, transactionId: id, createdAtMs } = await give(placeOrder(1000n, 2000n));
  const { kind: _, ...terms } = placeOrder(1000n, 2000n);
  const fresh = { ...terms, order, id, placedAtMs: createdAtMs, sequence: order };
  const none = { status: 'open', filledA: 0n, receivedB: 0n, fills: 0, returned: 0n };
  expect(await orderOf(observer, order)).toEqual({ ...fresh, ...none });
  const first = await give(fillOrder(order, 300n, 1000n), KEEPER);
  const paid = (first.receipt as { amountB: bigint }).amountB;
  const filled = { ...fresh, ...none, filledA: 300n, receivedB: paid, fills: 1, sequence: first.sequence };
  expect(await orderOf(observer, order)).toEqual(filled);
  expect(leftOf(await orderOf(observer, order))).toBe(700n);
  const end = await give(closeOrder(order));
  expect(await orderOf(observer, order)).toEqual({
    ...filled,
    ...{ status: 'cancelled', returned: 700n, sequence: end.sequence },
  });
  expect(leftOf(await orderOf(observer, order))).toBe(0n);
  const whole = await place();
  await give(fillOrder(whole, 1000n, 1000n), KEEPER);
  expect(await orderOf(observer, whole)).toMatchObject({ status: 'filled', filledA: 1000n, fills: 1 });
  expect((await observer.answer(() => readOrder(observer, 3))).order).toBeNull();
});

test('a match counts as a fill of both orders, each in its own tokens', async () => {
  const maker = await place();
  const back = pairOf(BREAD, APPLE);
  const { sequence: taker } = await give(placeOrder(8000n, 2000n, { account: bob, ...back }), bob);
  await give(matchOrders(1000n, [maker, 1000n], [taker, 8000n]), KEEPER);
  expect(await orderOf(observer, maker)).toMatchObject({ status: 'filled', filledA: 1000n, receivedB: 4000n });
  expect(await orderOf(observer, taker)).toMatchObject({ status: 'open', filledA: 4000n, receivedB: 1000n, fills: 1 });
});

test('a match of two orders of one account changes no volume, candle, price or average', async () => {
  await observer.catchUp();
  const pool = [...observer.fold.changed][0] as PoolAddress;
  await store(observer);
  await give(deposit(ann, BREAD, 100_000n), ann);
  const seen = () =>
    observer.answer(async () => {
      const { fold } = observer;
      const { evidence } = await readAverage(
        observer,
        { ...pairOf(APPLE, BREAD), when: 'below', overMs: 0, amountA: 1000n },
        Date.now(),
      );
      return {
        figures: fold.figures(pool),
        candles: fold.candles(pool),
        swaps: fold.swaps(pool),
        average: evidence?.average,
      };
    });
  const before = await seen();
  expect(before).toMatchObject({ figures: { sequence: 6 }, candles: [], swaps: [] });
  for (let round = 0; round < 3; round++) {
    const maker = await place();
    const taker = await place(pairOf(BREAD, APPLE), 4000n, 1000n);
    const sides = matchOrders(1000n, [maker, 1000n], [taker, 4000n]);
    const { receipt } = await give({ ...sides, taker: { ...sides.taker, account: ann } }, KEEPER);
    expect(receipt).toMatchObject({ kind: 'matchOrders', amountA: 1000n, amountB: 4000n });
  }
  expect(await seen()).toEqual(before);
  const { sequence } = await give(swap(1000n), ann);
  const after = await seen();
  expect(after.swaps).toEqual([sequence]);
  expect(after.candles).not.toEqual([]);
  expect(after.average).not.toEqual(before.average);
});

test('open orders of an account are as of the call of `settle`, whether stored or not', async () => {
  const [first, second, third] = [await place(), await place(), await place()];
  await place({ account: bob, ...pairOf(BREAD, APPLE) });
  await store(observer);
  const fourth = await place();
  const openOf = (most: number, meanwhile = async () => {}) =>
    observer.answer(async () => {
      const open = await readOpenOrders(observer, ann, most);
      await meanwhile();
      return { orders: open.settle().map((record) => [record.order, leftOf(record)]), isWhole: open.isWhole };
    });
  const all = [fourth, third, second, first].map((order) => [order, 1000n]);
  expect(await openOf(100)).toEqual({ orders: all, isWhole: true });
  expect(await openOf(3)).toEqual({ orders: all, isWhole: false });
  const { orders } = await openOf(100, async () => {
    await give(closeOrder(second));
    await give(fillOrder(first, 300n, 1000n), KEEPER);
    await observer.catchUp();
  });
  expect(orders).toEqual([all[0], all[1], [first, 700n]]);
  expect((await observer.answer(() => readOpenOrders(observer, 'nobody' as Account, 10))).settle()).toEqual([]);
});

test('an order is the same whether its row is stored or not, and its fills count once', async () => {
  const order = await place();
  await give(fillOrder(order, 300n, 1000n), KEEPER);
  const before = await orderOf(observer, order);
  await store(other);
  expect(await orderOf(observer, order)).toEqual(before);
  const later = await observe();
  expect(await orderOf(later, order)).toEqual(before);
  await give(fillOrder(order, 300n, 700n), KEEPER);
  for (const one of [observer, other, later])
    expect(await orderOf(one, order)).toMatchObject({ filledA: 600n, fills: 2 });
  // Stored without moving the cursor: an observer that starts from there sees the same fills again.
  await store(other, 1);
  await give(closeOrder(order));
  const last = await observe();
  for (const one of [observer, other, later, last]) {
    expect(await orderOf(one, order)).toMatchObject({ filledA: 600n, returned: 400n, status: 'cancelled' });
    expect(one.fold.orders.openCount).toBe(0);
  }
  await Promise.all([later.close(), last.close()]);
});

test('rows that another observer stores after this one has read the journal are included', async () => {
  const order = await place();
  await store(other);
  let comesBetween = true;
  const surprised = await observe((kept) => ({
    async orders(numbers) {
      if (comesBetween) {
        comesBetween = false;
        await give(closeOrder(order));
        await store(other);
      }
      return kept.orders(numbers);
    },
  }));
  expect(await orderOf(surprised, order)).toMatchObject({ status: 'cancelled' });
  expect(surprised.fold.orders.openCountOf(ann)).toBe(0);
  await surprised.close();
});

describe('a list of orders', () => {
  /** Places 24 orders, every fourth bob's, and closes one after every third; rows are stored once, when `stored` are placed. */
  async function history(stored: number): Promise<void> {
    const placed: number[] = [];
    for (let index = 0; index < 24; index++) {
      if (index === stored) await store(other);
      const account = index % 4 === 0 ? bob : ann;
      const back = account === bob ? pairOf(BREAD, APPLE) : {};
      placed.push((await give(placeOrder(4000n, 1000n, { account, ...back }), account)).sequence);
      const changed = placed[Math.floor(index / 2)] as number;
      if (index % 3 === 2) {
        const { tokenA, tokenB, account } = await orderOf(observer, changed);
        await on.exchange.execute(account, closeOrder(changed, { account, tokenA, tokenB })).catch(() => {});
      }
    }
    if (stored === 24) await store(other);
  }

  test.each([0, 1, 7, 13, 24])(
    'is the same in pages of any size if its rows were stored when %i orders were placed',
    async (stored) => {
      await history(stored);
      const all: OrderRecord[] = [];
      for (let number = 1; number <= (await on.exchange.head()); number++) {
        const order = await orderOf(observer, number);
        if (order) all.push(order);
      }
      expect(all).toHaveLength(24);
      const rank = ({ status, order }: OrderRecord) => (status === 'open' ? 10 ** 6 : 0) + order;
      const inOrder = all.sort((one, two) => rank(two) - rank(one));
      for (const account of [undefined, ann, bob])
        for (const state of [undefined, 'open', 'closed'] as const) {
          const expected = inOrder.filter(
            (order) =>
              (!account || order.account === account) && (!state || (order.status === 'open') === (state === 'open')),
          );
          for (const limit of [1, 3, 24, 50]) {
            const asked = { ...(account && { account }), ...(state && { state }) };
            expect(await listed(observer, asked, limit)).toEqual(expected);
          }
        }
      const open = inOrder.filter(({ status }) => status === 'open');
      const late = await observe();
      await late.catchUp();
      for (const { fold } of [observer, late]) {
        expect(fold.orders.openCount).toBe(open.length);
        expect(fold.orders.openCountOf(ann)).toBe(open.filter(({ account }) => account === ann).length);
      }
      await late.close();
      await audit(on.store, () => {});
    },
  );

  test.each(['7', 'open', 'open-', 'shut-7', 'open-7-8', 'closed-1e3', `open-${'9'.repeat(16)}`])(
    'refuses the cursor %s, which it never returns',
    async (cursor) => {
      const asked = observer.answer(() => readOrders(observer, { limit: 5, cursor }));
      await expect(asked).rejects.toEqual(new RefusedError({ code: 'bad_cursor' }));
    },
  );
});

// Takes two seconds, mostly to place them.
test('paging through ten thousand orders takes fewer than two reads per page, of at most 200 rows each', async () => {
  const COUNT = 10_000;
  const commands = Array.from({ length: COUNT }, () => ({ actor: ann, command: placeOrder(10n, 1000n) }));
  for (let at = 0; at < COUNT; at += 1000) {
    await on.store.commit(commands.slice(at, at + 1000));
    await observer.catchUp();
  }
  const first = (await on.exchange.head()) - COUNT + 1;
  const close = (from: number, to: number) =>
    on.store.commit(
      Array.from({ length: to - from }, (_, at) => ({ actor: ann, command: closeOrder(first + from + at) })),
    );
  for (const from of [1000, 2000, 3000]) await close(from, from + 1000);
  await store(observer);
  // Some more are closed after storing.
  await close(5000, 6000);
  let reads = 0;
  const counting = await observe((kept) => ({
    ordersOf: (page) => {
      reads += 1;
      expect(page.limit).toBeLessThanOrEqual(200);
      return kept.ordersOf(page);
    },
  }));
  try {
    const all = await listed(counting, { account: ann }, 200);
    const numbers = Array.from({ length: COUNT }, (_, at) => first + COUNT - 1 - at);
    const isClosed = (number: number) =>
      (number >= first + 1000 && number < first + 4000) || (number >= first + 5000 && number < first + 6000);
    const [open, closed] = [numbers.filter((number) => !isClosed(number)), numbers.filter(isClosed)];
    expect(all.map(({ order }) => order)).toEqual([...open, ...closed]);
    expect(reads).toBeLessThan(2 * (COUNT / 200));
    expect(counting.fold.orders.openCountOf(ann)).toBe(6000);
  } finally {
    await counting.close();
  }
}, 60_000);
