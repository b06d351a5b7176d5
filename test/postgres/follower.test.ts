// Three nodes on one database, each with its own follower: a quote includes every transaction acknowledged before it was requested.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, ppm } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import { hopReceipt, hopsOf } from '../../src/core/commands/swap-receipt.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { RouteClient } from '../../src/routes/client.ts';
import { RouteThread } from '../../src/routes/client-thread.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { APPLE, BREAD, CORN, MAKER } from '../paper-exchange.ts';
import { ann, buy, deposit, pairOf, provide, setPoolFees, swap } from '../paper-orders.ts';
import { MARKET, POLICY, post } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';

const TERMS = { ...pairOf(APPLE, BREAD), referred: false, exact: { in: amount(1000n) }, routing: 'best' } as const;
const OPENING: readonly Command[] = [
  ...MARKET,
  ...[APPLE, BREAD, CORN].flatMap((token) => [deposit(MAKER, token, 10n ** 9n), deposit(ann, token, 10n ** 9n)]),
  provide(10n ** 6n, 10n ** 6n, { ...pairOf(APPLE, CORN), account: MAKER }),
  provide(4n * 10n ** 6n, 10n ** 6n, { ...pairOf(BREAD, CORN), account: MAKER }),
];

let drop: () => Promise<void>;
let nodes: readonly LedgerVenue[];

beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  const options = { url: database.url, poolSize: 2, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY };
  const first = await openPostgresStore(options);
  await post(first, ...OPENING);
  await first.close();
  nodes = await Promise.all(
    [1, 2, 3].map(async () => {
      const store = await openPostgresStore(options);
      const service = new RouteThread({ tail: store.tail, limits: { maxPools: 16, minGain: 0.000_005 } });
      const routeClient = new RouteClient(service, { maxWaiting: 1000 });
      return new LedgerVenue(store, { policy: POLICY, routeClient, maxBatch: 100, maxQueue: 1000, maxWaitMs: 60_000 });
    }),
  );
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await drop();
});

const nodeAt = (turn: number) => nodes[turn % 3] as LedgerVenue;

test('after one node has acknowledged a command, the next quote of every node has its sequence, and all quotes are equal', async () => {
  const changes = [swap(1000n), setPoolFees({ lpFeePpm: ppm(5000n) }), swap(500n, pairOf(BREAD, CORN)), buy(700n)];
  for (const [turn, command] of [...changes, ...changes, ...changes].entries()) {
    const { sequence } = await nodeAt(turn).execute(ann, command, undefined, 'best');
    const quotes = await Promise.all(nodes.map((node) => node.quote(TERMS)));
    expect(quotes.map((quote) => quote.sequence)).toEqual([sequence, sequence, sequence]);
    expect(quotes[1]).toEqual(quotes[0]);
    expect(quotes[2]).toEqual(quotes[0]);
  }
});

test('a quote of one node equals the swap on another node, to the unit, if no transaction came in between', async () => {
  for (let turn = 0; turn < 6; turn++) {
    const exact = turn % 2 === 0 ? { in: amount(100_000n) } : { out: amount(200_000n) };
    const { plan, sequence } = await nodeAt(turn).quote({ ...TERMS, exact });
    const command = turn % 2 === 0 ? swap(100_000n) : buy(200_000n);
    const done = await nodeAt(turn + 1).execute(ann, command, undefined, 'best');
    expect(done.sequence).toBe(sequence + 1);
    expect(done.receipt).toMatchObject({ amountA: plan.amountIn, amountB: plan.amountOut });
    expect(hopsOf(done.receipt as never)).toEqual(plan.hops.map(hopReceipt));
    expect(plan.hops.length).toBeGreaterThan(1);
  }
});

test('under concurrent swaps and quotes, no quote has an older sequence than a swap acknowledged before it', async () => {
  let acknowledged = (await nodeAt(0).quote(TERMS)).sequence;
  const swapping = async (at: number) => {
    for (let count = 0; count < 20; count++) {
      const { sequence } = await nodeAt(at).execute(ann, swap(100n), undefined, 'best');
      acknowledged = Math.max(acknowledged, sequence);
    }
  };
  const asking = async (at: number) => {
    for (let count = 0; count < 30; count++) {
      const atLeast = acknowledged;
      expect((await nodeAt(at).quote(TERMS)).sequence).toBeGreaterThanOrEqual(atLeast);
    }
  };
  await Promise.all([0, 1, 2].flatMap((at) => [swapping(at), swapping(at), asking(at), asking(at), asking(at)]));
});
