// The limits of open orders are exact, although not every new order causes a count.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ann, bob, closeOrder, placeOrder } from '../../test/paper-orders.ts';
import type { Account } from '../core/amount.ts';
import type { CallContext } from './call.ts';
import { type OrderLimits, OrderRoom } from './order-room.ts';

let open: Map<Account, number>;
let keys: CallContext['keys'];
beforeEach(() => {
  open = new Map();
  keys = { isDone: async (_: Account, key: string) => key === 'done' } as unknown as CallContext['keys'];
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => void vi.useRealTimers();
});

function roomOf(limits: OrderLimits) {
  const openOrders = vi.fn(async (account: Account) => ({
    own: open.get(account) ?? 0,
    all: [...open.values()].reduce((sum, count) => sum + count, 0),
  }));
  const room = new OrderRoom({ openOrders }, limits);
  const place = async (account: Account, count = 1, idempotencyKey?: string, role = 'trader') => {
    const order = { command: placeOrder(1n, 1n), ...(idempotencyKey && { idempotencyKey }) };
    await room.check({ keys, caller: { account, role } as CallContext['caller'] }, Array(count).fill(order));
    open.set(account, (open.get(account) ?? 0) + count);
  };
  return { place, openOrders, room };
}

async function placeAll(place: () => Promise<void>): Promise<string> {
  try {
    for (;;) await place();
  } catch (error) {
    return (error as Error).message;
  }
}

/** An order of ann's is changed by an atomic bulk; the close has this idempotency key. */
const changeWith = (idempotencyKey?: string) => ({
  command: { ...closeOrder(1), account: ann },
  ...(idempotencyKey && { idempotencyKey }),
});

test.each([
  ['can be changed at the limit', 3, [changeWith()], true],
  ['cannot be changed into two at the limit', 3, [changeWith(), { command: placeOrder(1n, 1n) }], false],
  ['can be changed into two below it', 2, [changeWith(), { command: placeOrder(1n, 1n) }], true],
  ['cannot be changed by a close that was made before', 3, [changeWith('done')], false],
  ['cannot be changed if requests at the same moment have passed the limit', 4, [changeWith()], false],
])('an order %s', async (_, count, items, isAllowed) => {
  const { room } = roomOf({ own: 3, all: 100 });
  open.set(ann, count);
  const bulk = [...items, { command: placeOrder(1n, 1n) }];
  const check = room.check({ keys, caller: { account: ann } as CallContext['caller'] }, bulk, { atomic: true });
  await (isAllowed ? expect(check).resolves.toBeUndefined() : expect(check).rejects.toThrow('open orders'));
});

describe.each([1, 3, 4, 200])('with a limit of %d per account', (own) => {
  test('an account can place exactly that many orders one after the other', async () => {
    const { place } = roomOf({ own, all: 100_000 });
    const told = `You have ${own} open orders, and may have ${own}; cancel some first.`;
    expect(await placeAll(() => place(ann))).toBe(told);
    expect(open.get(ann)).toBe(own);
    await place(bob);
  });
});

test('the limit for all accounts together is exact', async () => {
  const { place } = roomOf({ own: 100, all: 150 });
  await place(ann, 60);
  const told = 'There are 150 open orders, as many as this exchange keeps; try again later.';
  expect(await placeAll(() => place(bob, 1, undefined, 'operator'))).toBe(told);
  await expect(place(ann)).rejects.toThrow(told);
  expect([open.get(ann), open.get(bob)]).toEqual([60, 90]);
});

test('500 accounts of one person cannot take all places: another account may have almost as many orders as each of them', async () => {
  const accounts = 500;
  const { place } = roomOf({ own: 200, all: 100_000 });
  // Each places orders until none may place another.
  for (let isAny = true, step = 50; isAny || step > 1; ) {
    if (!isAny) step = Math.floor(step / 2);
    isAny = false;
    for (let at = 0; at < accounts; at++) {
      vi.advanceTimersByTime(500);
      await place(`sock ${at}` as Account, step).then(
        () => {
          isAny = true;
        },
        () => {},
      );
    }
  }
  const taken = [...open.values()].reduce((sum, each) => sum + each, 0);
  expect(taken).toBeLessThan(85_000);
  const told = await placeAll(() => place(ann));
  expect(told).toMatch(/^You have \d+ open orders, and may have \d+ while \d+ of 100000 places for orders are taken;/);
  expect(open.get(ann)).toBeGreaterThan(100);
});

test('when less than a fifth of all places is free, the limit of an account shrinks with it, down to one order', async () => {
  for (const [taken, may] of [
    [800, 10],
    [801, 10],
    [820, 9],
    [900, 5],
    [980, 1],
    [998, 1],
  ] as const) {
    const { place } = roomOf({ own: 10, all: 1000 });
    open = new Map([
      [bob, taken],
      [ann, may - 1],
    ]);
    await place(ann);
    await expect(place(ann)).rejects.toThrow(`You have ${may} open orders, and may have ${may}`);
    vi.advanceTimersByTime(500);
    await place(ann, 1, undefined, may < 10 ? 'operator' : 'trader').catch(() => {});
    expect(open.get(ann)).toBe(may < 10 ? may + 1 : may);
  }
});

test('open orders are counted once for many new ones, and again half a second later', async () => {
  const { place, openOrders } = roomOf({ own: 200, all: 100_000 });
  for (let count = 0; count < 40; count += 1) await place(ann);
  expect(openOrders).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(500);
  await place(ann);
  expect(openOrders).toHaveBeenCalledTimes(2);
});

test('places that were granted to one account are not granted to another', async () => {
  const { place, openOrders } = roomOf({ own: 100, all: 100 });
  await place(ann);
  await place(bob);
  // Both share a quarter of the 98 free places.
  await place(ann, 14);
  await place(bob, 10);
  expect(openOrders).toHaveBeenCalledTimes(2);
  await place(bob);
  expect(openOrders).toHaveBeenCalledTimes(3);
});

test('a repeated request with an idempotency key that is done is accepted although the limit is reached', async () => {
  const { place } = roomOf({ own: 1, all: 1 });
  await place(ann);
  await expect(place(ann, 1, 'new')).rejects.toThrow('You have 1 open orders');
  await place(ann, 1, 'done');
});
