// Several commands that wait for their routes: submitted together once all have one, and none by what is forgotten.
import { describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD } from '../../test/paper-exchange.ts';
import { ann, deposit, swap } from '../../test/paper-orders.ts';
import { MARKET, POLICY } from '../../test/store-contract/site.ts';
import { amount } from '../core/amount.ts';
import { WHOLE_SHARE } from '../core/route/shape.ts';
import type { Guide } from './follower/guide.ts';
import { LedgerVenue } from './ledger-venue.ts';
import { RefusedError } from './venue.ts';

const on = useExchange(MARKET);

/** A venue whose guide answers when, and as, the test says. */
function open() {
  const asked: PromiseWithResolvers<Awaited<ReturnType<Guide['route']>>>[] = [];
  const goBack: (() => void)[] = [];
  const guide = {
    route() {
      const question = Promise.withResolvers<Awaited<ReturnType<Guide['route']>>>();
      asked.push(question);
      return question.promise;
    },
    close: async () => {},
  };
  const store = Object.assign(Object.create(on.store), {
    head: () => on.store.head(),
    commit: (batch: never) => on.store.commit(batch),
    onRewind: (listener: () => void) => goBack.push(listener),
  });
  const options = { policy: POLICY, maxBatch: 9, maxQueue: 9, maxWaitMs: 60_000, guide: guide as never };
  return { venue: new LedgerVenue(store, options), asked, rewind: () => goBack.forEach((listener) => void listener()) };
}

const direct = { sequence: 7, history: 0, found: undefined };
const orders = [
  { command: deposit(ann, APPLE, 5n) },
  ...[10n, 20n].map((units) => ({ command: swap(units), routing: 'best' as const })),
];
const codesOf = (all: readonly (object | Error)[]) =>
  all.map((one) => (one instanceof RefusedError ? one.refusal.code : one instanceof Error ? one.name : 'done'));

test('one without a route fails alone', async () => {
  const { venue, asked } = open();
  const all = venue.executeAll(ann, orders);
  asked[1]?.reject(new Error('no way'));
  asked[0]?.resolve(direct);
  expect(codesOf(await all)).toEqual(['done', 'done', 'Error']);
});

test('none is done where one of them has no route and they are atomic', async () => {
  const { venue, asked } = open();
  const before = await on.exchange.head();
  const all = venue.executeAll(ann, orders, { atomic: true });
  asked[0]?.resolve(direct);
  asked[1]?.reject(new Error('no way'));
  expect(codesOf(await all)).toEqual(['not_attempted', 'not_attempted', 'Error']);
  expect(await on.exchange.head()).toBe(before);
});

test('none is done where the history goes back before the last has its route', async () => {
  const { venue, asked, rewind } = open();
  const before = await on.exchange.head();
  const all = venue.executeAll(ann, orders);
  asked[0]?.resolve(direct);
  await new Promise((resolve) => setImmediate(resolve));
  rewind();
  asked[1]?.resolve(direct);
  expect(codesOf(await all)).toEqual(Array(3).fill('StoreUnavailable'));
  expect(await on.exchange.head()).toBe(before);
});

describe('a route whose pools have moved since it was found', () => {
  const hop = { tokenIn: APPLE.address, tokenOut: BREAD.address, share: WHOLE_SHARE };
  const of = (expected: bigint) => ({ sequence: 7, history: 0, found: { route: [hop], expected: amount(expected) } });

  test('is not taken: another is found, under the same key', async () => {
    const { venue, asked } = open();
    const swapped = venue.execute(ann, swap(10n), 'key', 'best');
    asked[0]?.resolve(of(1000n));
    while (asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    asked[1]?.resolve(of(38n));
    const { receipt } = await swapped;
    expect(receipt).toMatchObject({ amountA: 10n, amountB: 38n });
    const again = venue.execute(ann, swap(10n), 'key', 'best');
    asked[2]?.resolve(of(1000n));
    expect((await again).receipt).toEqual(receipt);
  });

  test('is refused at last, with nothing changed or remembered', async () => {
    const { venue, asked } = open();
    const before = await on.exchange.head();
    const swapped = venue.execute(ann, swap(10n), 'key', 'best');
    const refused = expect(swapped).rejects.toMatchObject({ refusal: { code: 'route_moved' } });
    for (let tries = 0; tries < 10; tries++) {
      while (asked.length <= tries) await new Promise((resolve) => setImmediate(resolve));
      asked[tries]?.resolve(of(1000n));
    }
    await refused;
    expect(await on.exchange.head()).toBe(before);
    expect((await venue.execute(ann, swap(10n), 'key')).receipt.amountB).toBe(38n);
  });

  test('takes an atomic bulk back with it, which can be sent again', async () => {
    const { venue, asked } = open();
    const keyed = orders.map((order, at) => ({ ...order, idempotencyKey: `all/${at}` }));
    const all = venue.executeAll(ann, keyed, { atomic: true });
    asked[0]?.resolve(direct);
    asked[1]?.resolve(of(1000n));
    expect(codesOf(await all)).toEqual(['not_attempted', 'not_attempted', 'route_moved']);
    const again = venue.executeAll(ann, keyed, { atomic: true });
    asked[2]?.resolve(direct);
    asked[3]?.resolve(direct);
    expect(codesOf(await again)).toEqual(['done', 'done', 'done']);
  });
});
