// The open orders: however they are loaded, they are those with a balance, sorted by limit and age.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { APPLE, BREAD, PaperExchange } from '../../test/paper-exchange.ts';
import { ann, bob, closeOrder, fillOrder, pairOf, placeOrder } from '../../test/paper-orders.ts';
import { tailOf } from '../../test/paper-tail.ts';
import { orderAccount } from '../core/accounts.ts';
import type { PlaceOrderReceipt } from '../core/commands/place-order.ts';
import { UnreadableTransaction } from '../ports/store.ts';
import { byPriority, OpenOrders } from './open-orders.ts';

const start = (): PaperExchange => {
  const exchange = PaperExchange.open({ apple: 10n ** 9n, bread: 4n * 10n ** 9n });
  for (const owner of [ann, bob]) exchange.fund(owner, APPLE, 10n ** 9n).fund(owner, BREAD, 10n ** 9n);
  return exchange;
};

const told = (orders: OpenOrders) =>
  [...orders.sides].map(({ tokenA, tokenB, orders: of }) => [
    `${tokenA} ${tokenB}`,
    of.map(({ number, left }) => `${number}: ${left}`),
  ]);
const sorted = (orders: OpenOrders) => Object.fromEntries(told(orders));

/** The open orders by side, computed from the placed orders and their balances. */
function expected(exchange: PaperExchange) {
  const orders = exchange.journal.flatMap(({ receipt, createdAtMs }) => {
    if (receipt.kind !== 'placeOrder') return [];
    const left = exchange.balanceOf(orderAccount(receipt.order), receipt.tokenA);
    return left > 0n ? [{ ...receipt, number: receipt.order, left, placedAtMs: createdAtMs }] : [];
  });
  const bySide = Map.groupBy(orders, ({ tokenA, tokenB }) => `${tokenA} ${tokenB}`);
  return Object.fromEntries(
    [...bySide].map(([side, of]) => [
      side,
      of.sort((one, other) => byPriority(one as never, other as never)).map(({ number, left }) => `${number}: ${left}`),
    ]),
  );
}

type Step = { readonly do: 'place' | 'fill' | 'close'; readonly which: number; readonly limit: number };
const anyStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('place', 'place', 'fill', 'close'),
  which: fc.nat(50),
  limit: fc.integer({ min: 1, max: 9 }),
});

function run(exchange: PaperExchange, { do: what, which, limit }: Step): void {
  const placed = exchange.journal.filter(({ receipt }) => receipt.kind === 'placeOrder');
  const receipt = placed[which % (placed.length || 1)]?.receipt as PlaceOrderReceipt | undefined;
  if (what === 'place') {
    const pair = which % 2 === 0 ? pairOf(APPLE, BREAD) : pairOf(BREAD, APPLE);
    exchange.answer(placeOrder(10_000n, BigInt(limit) * 1000n, { ...pair, account: which % 3 === 0 ? ann : bob }));
  } else if (receipt) {
    const { order, account, tokenA, tokenB } = receipt;
    const left = exchange.balanceOf(orderAccount(order), tokenA);
    const named = { account, tokenA, tokenB };
    exchange.answer(
      what === 'close' ? closeOrder(order, named) : fillOrder(order, limit > 5 ? left : 2000n, left, named),
    );
  }
}

test('the open orders are the same if followed from the start, loaded at any time, or loaded while more is posted', async () => {
  const property = fc.asyncProperty(
    fc.array(anyStep, { minLength: 5, maxLength: 40 }),
    fc.nat(40),
    async (steps, meanwhile) => {
      const exchange = start();
      const followed = new OpenOrders();
      await followed.load(tailOf(exchange));
      let seen = exchange.journal.length;
      for (const step of steps) run(exchange, step);
      for (const posted of exchange.journal.slice(seen)) followed.take(posted);
      expect(sorted(followed)).toEqual(expected(exchange));
      expect(followed.size).toBe(Object.values(expected(exchange)).flat().length);
      // Transactions posted while loading are in some of the pages, and are taken once more.
      seen = exchange.journal.length;
      const loaded = new OpenOrders();
      const more = steps.slice(0, meanwhile);
      const runMore = () => {
        for (const step of more.splice(0)) run(exchange, step);
      };
      await loaded.load(tailOf(exchange, runMore));
      for (const step of steps) run(exchange, step);
      for (const posted of exchange.journal.slice(seen)) loaded.take(posted);
      expect(sorted(loaded)).toEqual(expected(exchange));
    },
  );
  await fc.assert(property, { numRuns: 100 });
});

test('1,200 orders are loaded correctly in several pages, even if orders are closed or placed in between', async () => {
  const exchange = start();
  for (let count = 0; count < 1200; count++) exchange.run(placeOrder(1000n, 9000n + BigInt(count % 7)));
  const first = exchange.journal.findIndex(({ receipt }) => receipt.kind === 'placeOrder') + 1;
  const seen = exchange.journal.length;
  const loaded = new OpenOrders();
  await loaded.load(
    tailOf(exchange, () => {
      // One order that was read and one still to be read are closed; another is placed.
      for (const which of [first, first + 1]) exchange.answer(closeOrder(which), closeOrder(seen - which));
      exchange.run(placeOrder(1000n, 5000n));
    }),
  );
  for (const posted of exchange.journal.slice(seen)) loaded.take(posted);
  expect(sorted(loaded)).toEqual(expected(exchange));
});

test('after a rollback, no order is known any more', async () => {
  const exchange = start();
  exchange.run(placeOrder(1000n, 9000n));
  const orders = new OpenOrders();
  await orders.load(tailOf(exchange));
  expect([orders.isKnown, orders.size]).toEqual([true, 1]);
  orders.lose();
  expect([orders.isKnown, orders.size, [...orders.sides]]).toEqual([false, 0, []]);
});

test('onChange gets each side that changed, and the order if it is new', async () => {
  const exchange = start();
  const heard: string[] = [];
  const orders = new OpenOrders({
    onChange: ({ tokenA, orders: of }, placed) => heard.push(`${tokenA} ${of.length} ${placed?.number ?? ''}`),
  });
  await orders.load(tailOf(exchange));
  const seen = exchange.journal.length;
  exchange.run(placeOrder(10_000n, 9000n));
  exchange.run(fillOrder(seen + 1, 2000n, 10_000n), closeOrder(seen + 1));
  for (const posted of exchange.journal.slice(seen)) orders.take(posted);
  expect(heard).toEqual([`apple 1 ${seen + 1}`, 'apple 1 ', 'apple 0 ']);
});

test('orders whose rows are damaged are left out when loading; any other error is thrown', async () => {
  const exchange = start();
  const seen = exchange.journal.length;
  for (let count = 0; count < 5; count++) exchange.run(placeOrder(1000n, 9000n));
  const damaged = new Set([seen + 2, seen + 5]);
  const tail = tailOf(exchange);
  const pick: typeof tail.pick = async (sequences) => {
    const one = sequences.find((sequence) => damaged.has(sequence));
    if (one !== undefined) throw new UnreadableTransaction(one, 'damaged');
    return tail.pick(sequences);
  };
  const orders = new OpenOrders();
  await orders.load({ ...tail, pick });
  expect([...orders.all].map(({ number }) => number)).toEqual([seen + 1, seen + 3, seen + 4]);
  const fault = new Error('no connection');
  await expect(orders.load({ ...tail, pick: () => Promise.reject(fault) })).rejects.toBe(fault);
});
