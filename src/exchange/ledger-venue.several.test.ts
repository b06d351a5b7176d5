// Several commands that wait for their routes: submitted together once all have one, and none by what is forgotten.
import { expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE } from '../../test/paper-exchange.ts';
import { ann, deposit, swap } from '../../test/paper-orders.ts';
import { MARKET, POLICY } from '../../test/store-contract/site.ts';
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

const direct = { sequence: 7, history: 0, route: undefined };
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
