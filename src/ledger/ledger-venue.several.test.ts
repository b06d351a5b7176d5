// Commands that wait for their routes: submitted together once all have one, and none after a rollback.
import { describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD } from '../../test/paper-exchange.ts';
import { ann, deposit, swap } from '../../test/paper-orders.ts';
import { MARKET, POLICY } from '../../test/store-contract/site.ts';
import { amount } from '../core/amount.ts';
import { WHOLE_SHARE } from '../core/route/shape.ts';
import { RefusedError } from '../ports/venue.ts';
import type { RouteClient } from '../routes/client.ts';
import { LedgerVenue } from './ledger-venue.ts';

const on = useExchange(MARKET);

/** A venue whose route client answers when and how the test decides. */
function open() {
  const asked: PromiseWithResolvers<Awaited<ReturnType<RouteClient['route']>>>[] = [];
  const rehearsed: (PromiseWithResolvers<Awaited<ReturnType<RouteClient['rehearse']>>> &
    Pick<Parameters<RouteClient['rehearse']>[0], 'steps'>)[] = [];
  const goBack: (() => void)[] = [];
  const routeClient = {
    route() {
      const question = Promise.withResolvers<Awaited<ReturnType<RouteClient['route']>>>();
      asked.push(question);
      return question.promise;
    },
    rehearse({ steps }: Parameters<RouteClient['rehearse']>[0]) {
      const question = Promise.withResolvers<Awaited<ReturnType<RouteClient['rehearse']>>>();
      rehearsed.push({ ...question, steps });
      return question.promise;
    },
    close: async () => {},
  };
  /** Waits until the next bulk asks for routes, and answers its routed swaps in order. */
  const rehearse = async (...found: Awaited<ReturnType<RouteClient['rehearse']>>['found']) => {
    while (rehearsed.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const { steps, resolve } = rehearsed.shift() as (typeof rehearsed)[number];
    const inOrder = found.values();
    const ofAll = steps.map(({ isRouted }) => (isRouted ? inOrder.next().value : undefined));
    resolve({ sequence: 7, history: 0, found: ofAll });
  };
  const store = Object.assign(Object.create(on.store), {
    head: () => on.store.head(),
    commit: (batch: never) => on.store.commit(batch),
    onRewind: (listener: () => void) => goBack.push(listener),
  });
  const options = { policy: POLICY, maxBatch: 9, maxQueue: 9, maxWaitMs: 60_000, routeClient: routeClient as never };
  return {
    venue: new LedgerVenue(store, options),
    asked,
    rehearse,
    rehearsed,
    rewind: () => goBack.forEach((listener) => void listener()),
  };
}

const submissions = [
  { command: deposit(ann, APPLE, 5n) },
  ...[10n, 20n].map((units) => ({ command: swap(units), routing: 'best' as const })),
];
const codesOf = (all: readonly (object | Error)[]) =>
  all.map((one) => (one instanceof RefusedError ? one.refusal.code : one instanceof Error ? one.name : 'done'));

test('if no route is found for one swap of a bulk, only that swap fails', async () => {
  const { venue, rehearse } = open();
  const all = venue.executeAll(ann, submissions);
  await rehearse(undefined, new Error('no way'));
  expect(codesOf(await all)).toEqual(['done', 'done', 'Error']);
});

test('an atomic bulk is not executed if one swap has no route', async () => {
  const { venue, rehearse } = open();
  const before = await on.exchange.head();
  const all = venue.executeAll(ann, submissions, { atomic: true });
  await rehearse(undefined, new Error('no way'));
  expect(codesOf(await all)).toEqual(['not_attempted', 'not_attempted', 'Error']);
  expect(await on.exchange.head()).toBe(before);
});

test('only swaps that need a route fail if the route service is unavailable', async () => {
  const { venue, rehearsed } = open();
  const all = venue.executeAll(ann, submissions);
  while (rehearsed.length === 0) await new Promise((resolve) => setImmediate(resolve));
  rehearsed[0]?.reject(new Error('nobody is there'));
  expect(codesOf(await all)).toEqual(['done', 'Error', 'Error']);
});

test('no command of a bulk is executed if the journal is rolled back before its swaps have their routes', async () => {
  const { venue, rehearse, rewind } = open();
  const before = await on.exchange.head();
  const all = venue.executeAll(ann, submissions);
  await new Promise((resolve) => setImmediate(resolve));
  rewind();
  await rehearse(undefined, undefined);
  expect(codesOf(await all)).toEqual(Array(3).fill('StoreUnavailable'));
  expect(await on.exchange.head()).toBe(before);
});

describe('if a swap would receive less than its route was expected to pay, because pools have moved', () => {
  const hop = { tokenIn: APPLE.address, tokenOut: BREAD.address, share: WHOLE_SHARE };
  const of = (expected: bigint) => ({ sequence: 7, history: 0, found: { route: [hop], expected: amount(expected) } });

  test('another route is found and executed, and its receipt is kept under the same key', async () => {
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

  test('after ten tries the swap is refused as route_moved, nothing is changed and its key can be used again', async () => {
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

  test('an atomic bulk is rolled back, and routed and tried again as a whole', async () => {
    const { venue, rehearse } = open();
    const keyed = submissions.map((one, at) => ({ ...one, idempotencyKey: `all/${at}` }));
    const all = venue.executeAll(ann, keyed, { atomic: true });
    await rehearse(undefined, of(1000n).found);
    await rehearse(undefined, undefined);
    expect(codesOf(await all)).toEqual(['done', 'done', 'done']);
  });

  test('after ten tries an atomic bulk is refused, nothing is changed and it can be sent again', async () => {
    const { venue, rehearse } = open();
    const before = await on.exchange.head();
    const keyed = submissions.map((one, at) => ({ ...one, idempotencyKey: `all/${at}` }));
    const all = venue.executeAll(ann, keyed, { atomic: true });
    for (let tries = 0; tries < 10; tries++) await rehearse(undefined, of(1000n).found);
    expect(codesOf(await all)).toEqual(['not_attempted', 'not_attempted', 'route_moved']);
    expect(await on.exchange.head()).toBe(before);
    const again = venue.executeAll(ann, keyed, { atomic: true });
    await rehearse(undefined, undefined);
    expect(codesOf(await again)).toEqual(['done', 'done', 'done']);
  });

  test('a swap in a bulk that is not atomic gets another route alone, and is executed after the others', async () => {
    const { venue, rehearse } = open();
    const keyed = submissions.map((one, at) => ({ ...one, idempotencyKey: `each/${at}` }));
    const all = venue.executeAll(ann, keyed);
    await rehearse(of(1000n).found, undefined);
    await rehearse(undefined);
    const done = await all;
    expect(codesOf(done)).toEqual(['done', 'done', 'done']);
    const [first, second, third] = done.map((each) => ('sequence' in each ? each.sequence : 0)) as [
      number,
      number,
      number,
    ];
    expect([third - first, second - first]).toEqual([1, 2]);
  });
});
