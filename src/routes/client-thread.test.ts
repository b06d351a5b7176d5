// The route service on a real thread: its answers, its death, and its replacement.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER } from '../../test/paper-exchange.ts';
import { ann, deposit, pairOf, provide, swap } from '../../test/paper-orders.ts';
import { MARKET, POLICY } from '../../test/store-contract/site.ts';
import { amount } from '../core/amount.ts';
import { LedgerVenue } from '../ledger/ledger-venue.ts';
import type { Store } from '../ports/store.ts';
import { Overloaded, RoutesUnavailable } from '../ports/venue.ts';
import { RouteClient } from './client.ts';
import { RouteThread } from './client-thread.ts';
import type { RouteNotice } from './wire.ts';

const path = useExchangeFile([
  ...MARKET,
  ...[APPLE, BREAD, CORN].map((token) => deposit(MAKER, token, 10n ** 9n)),
  provide(10n ** 6n, 10n ** 6n, { ...pairOf(APPLE, CORN), account: MAKER }),
  provide(5n * 10n ** 6n, 10n ** 6n, { ...pairOf(BREAD, CORN), account: MAKER }),
]);
const HEAD = MARKET.length + 5;
const QUEUE = { maxBatch: 100, maxQueue: 1000, maxWaitMs: Number.POSITIVE_INFINITY, policy: POLICY };
const terms = (units: bigint) => ({ ...pairOf(APPLE, BREAD), referred: false, exact: { in: amount(units) } });
const asOf = (tail: Store['tail']) => ({
  tail,
  limits: { maxPools: 16, minGain: 0.000_005, enoughMs: Number.POSITIVE_INFINITY },
});

let store: Store;
let ends: { readonly why: string; readonly pauseMs: number }[];
let notices: RouteNotice[];
let ended: PromiseWithResolvers<void>;
const fault = (name: string): string => join(dirname(path()), name);

beforeEach(async () => {
  store = await openStore(path());
  [ends, notices, ended] = [[], [], Promise.withResolvers()];
});
afterEach(() => store.close());

/** A client of a route service whose thread dies if there is a file `die`, and does not start while there is a file `cannot-start`. */
const followMortally = (options: { maxWaiting?: number } = {}) => {
  const module = new URL('../../test/follower/dying-tail.ts', import.meta.url).href;
  const mortal = { module, options: { ...store.tail.options, faults: dirname(path()) } };
  const service = new RouteThread({
    ...asOf(mortal),
    onNotice: (notice) => notices.push(notice),
    onEnd(end) {
      ends.push(end);
      ended.resolve();
    },
  });
  return new RouteClient(service, { maxWaiting: 1000, ...options });
};

/** Asks until there is an answer; every error before must say that asking again is safe. */
async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch((error: unknown) => error);
    if (!(answer instanceof Error)) return answer as Answer;
    expect(answer).toBeInstanceOf(RoutesUnavailable);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a route service on a thread', () => {
  test('answers the questions of one turn of the event loop in one batch, and knows every swap made before a question', async () => {
    const batches: number[] = [];
    const service = new RouteThread(asOf(store.tail));
    const routeClient = new RouteClient(
      {
        answer(questions) {
          batches.push(questions.length);
          return service.answer(questions);
        },
        close: () => service.close(),
      },
      { maxWaiting: 1000 },
    );
    const venue = new LedgerVenue(store, { ...QUEUE, routeClient });
    const quotes = await Promise.all([1000n, 2000n, 3000n].map((units) => routeClient.plan(terms(units))));
    expect(quotes.map(({ sequence }) => sequence)).toEqual([HEAD, HEAD, HEAD]);
    expect(batches).toEqual([3]);
    for (let swaps = 1; swaps <= 5; swaps++) {
      const { sequence, receipt } = await venue.execute(ann, swap(1000n), undefined, 'best');
      expect([sequence, 'hops' in receipt]).toEqual([HEAD + swaps, true]);
      expect((await venue.quote({ ...terms(1000n), routing: 'best' })).sequence).toBe(sequence);
    }
    await routeClient.close();
    await expect(routeClient.plan(terms(1n))).rejects.toThrow(RoutesUnavailable);
  });

  test('that dies is replaced: waiting questions fail with RoutesUnavailable, and swaps without routing are not affected', async () => {
    const routeClient = followMortally();
    const venue = new LedgerVenue(store, { ...QUEUE, routeClient });
    expect((await routeClient.plan(terms(1000n))).sequence).toBe(HEAD);
    writeFileSync(fault('die'), '');
    const lost = venue.execute(ann, swap(1000n), undefined, 'best').catch((error: unknown) => error);
    await venue.execute(ann, swap(1000n));
    // The thread dies while it answers this question, or before.
    expect(await lost).toBeInstanceOf(RoutesUnavailable);
    await ended.promise;
    await venue.execute(ann, swap(1000n));
    const { sequence } = await untilAnswered(() => venue.execute(ann, swap(1000n), undefined, 'best'));
    expect(sequence).toBe(HEAD + 3);
    expect(ends).toEqual([{ why: 'it ended', pauseMs: 50 }]);
    expect(notices.filter((notice) => 'restarted' in notice)).toHaveLength(2);
    await routeClient.close();
  });

  test('that cannot start is retried with a growing delay, and reports why', async () => {
    writeFileSync(fault('cannot-start'), '');
    const routeClient = followMortally();
    await ended.promise;
    await expect(routeClient.plan(terms(1000n))).rejects.toThrow('the journal is not being followed at the moment');
    while (ends.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    rmSync(fault('cannot-start'));
    expect((await untilAnswered(() => routeClient.plan(terms(1000n)))).sequence).toBe(HEAD);
    expect(ends.slice(0, 3)).toEqual([50, 100, 200].map((pauseMs) => ({ why: 'no thread today', pauseMs })));
    await routeClient.close();
  });

  test('answers all waiting questions before it closes, and refuses those beyond maxWaiting as Overloaded', async () => {
    const routeClient = followMortally({ maxWaiting: 2 });
    const asked = [1n, 2n, 3n].map((units) => routeClient.plan(terms(1000n * units)).catch((error: unknown) => error));
    await routeClient.close();
    expect(await Promise.all(asked)).toEqual([
      expect.objectContaining({ sequence: HEAD }),
      expect.objectContaining({ sequence: HEAD }),
      expect.any(Overloaded),
    ]);
    expect(ends).toEqual([]);
  });

  test('follows the journal even if nobody asks a question', async () => {
    const routeClient = followMortally();
    await routeClient.plan(terms(1000n));
    const venue = new LedgerVenue(store, QUEUE);
    await venue.execute(ann, swap(1000n));
    while (!notices.some((notice) => 'followed' in notice && notice.followed === HEAD + 1))
      await new Promise((resolve) => setTimeout(resolve, 10));
    await routeClient.close();
  });
});
