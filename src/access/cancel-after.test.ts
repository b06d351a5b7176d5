// The switch of a key on two nodes, of which one is paused at the worst moments. Each test opens a store: about 2 s in all.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { marketOf, useExchange } from '../../test/exchange-file.ts';
import { APPLE } from '../../test/paper-exchange.ts';
import { ann, bob, deposit, placeOrder } from '../../test/paper-orders.ts';
import { MARKET, post } from '../../test/store-contract/site.ts';
import { audit } from '../audit/audit.ts';
import { KEEPER } from '../core/accounts.ts';
import type { MarketQueries } from '../market/queries/market-queries.ts';
import type { SideRecordChange } from '../ports/side-records.ts';
import { CancelAfter } from './cancel-after.ts';

const on = useExchange([...MARKET, deposit(ann, APPLE, 10n ** 6n), deposit(bob, APPLE, 10n ** 6n)]);
const KEY = { keyId: 'one', account: ann };
const FIVE_S = 5000;

let market: MarketQueries;
/** The time by the store's clock. */
let nowMs: number;
/** One entry for each commit that cancelled orders: the node that made it, and how many it cancelled. */
let cancelled: (readonly [node: string, orders: number])[];
beforeEach(async () => {
  market = await marketOf(on.store);
  nowMs = 1_800_000_000_000;
  cancelled = [];
});
afterEach(() => market.close());

type Gate = 'change' | 'execute';

/** A node that can be held before a step. */
function nodeOf(name = 'A') {
  const held = new Map<Gate, { readonly reached: () => void; readonly go: Promise<void> }>();
  const pass = async (gate: Gate) => {
    const stop = held.get(gate);
    held.delete(gate);
    stop?.reached();
    await stop?.go;
  };
  const { store } = on;
  const changes: (readonly SideRecordChange[])[] = [];
  const node = new CancelAfter({
    store: {
      clock: async () => nowMs,
      head: () => store.head(),
      sideRecords: {
        find: (...asked) => store.sideRecords.find(...asked),
        list: (...asked) => store.sideRecords.list(...asked),
        async change(...asked) {
          changes.push(asked[0]);
          await pass('change');
          return store.sideRecords.change(...asked);
        },
      },
    },
    venue: {
      async execute(...asked) {
        await pass('execute');
        return on.exchange.execute(...asked);
      },
    },
    onCancelled: ({ orders }) => cancelled.push([name, orders]),
  });
  return {
    changes,
    set: (afterMs: number, key = KEY) => node.set(key, afterMs, market),
    look: () => node.look(market),
    cancelsAtMs: () => node.cancelsAtMs(KEY.keyId),
    /** Holds the node before its next step of this kind; resolves once it is there, to a function that lets it go on. */
    hold(gate: Gate): Promise<() => void> {
      const { promise: go, resolve: letGo } = Promise.withResolvers<void>();
      return new Promise((reached) => held.set(gate, { reached: () => reached(letGo), go }));
    },
  };
}

const place = async (keyId?: string, account = ann) => {
  const [posted] = await post(on.store, { ...placeOrder(10n, 100_000n), account, ...(keyId && { keyId }) });
  return posted?.sequence as number;
};
const open = async () =>
  (await market.orders({ state: 'open', limit: 100 })).items.map(({ order }) => order).toReversed();

test('cancels the open orders of the key, and no others, once it is due; then it is off', async () => {
  const node = nodeOf();
  const [first, second] = [await place('one'), await place('one')];
  const others = [await place('two'), await place(), await place('one', bob)];
  expect(await node.set(FIVE_S)).toBe(nowMs + FIVE_S);
  nowMs += FIVE_S - 1;
  expect(await node.look()).toBe(1);
  expect(await open()).toEqual([first, second, ...others]);
  nowMs += 1;
  await node.look();
  expect(await open()).toEqual(others);
  expect(cancelled).toEqual([['A', 2]]);
  expect(await node.cancelsAtMs()).toBeUndefined();
  const [closed] = (await on.store.activity({ account: ann, before: Number.MAX_SAFE_INTEGER, limit: 1 })) ?? [];
  expect(closed).toMatchObject({
    actor: KEEPER,
    receipt: { kind: 'closeOrder', reason: 'cancelled', memo: 'cancelAfter of the key one', account: ann },
  });
  const later = await place('one');
  nowMs += 10 * FIVE_S;
  await node.look();
  expect(await open()).toEqual([...others, later]);
  await audit(on.store, () => {});
});

test('is renewed in place, and not written more often than twice a second', async () => {
  const node = nodeOf();
  const start = nowMs;
  await node.set(FIVE_S);
  nowMs += 499;
  expect(await node.set(FIVE_S)).toBe(start + FIVE_S);
  nowMs += 1;
  expect(await node.set(FIVE_S)).toBe(start + 500 + FIVE_S);
  // Another time is written at once, be it sooner.
  expect(await node.set(2 * FIVE_S)).toBe(start + 500 + 2 * FIVE_S);
  expect(await node.set(FIVE_S)).toBe(start + 500 + FIVE_S);
  expect(node.changes).toHaveLength(4);
  expect(await on.store.sideRecords.list({ kind: 'cancel after', limit: 9 })).toHaveLength(1);
  expect(await node.set(0)).toBeNull();
  expect(await node.set(0)).toBeNull();
  expect(node.changes).toHaveLength(5);
  expect(await on.store.sideRecords.list({ kind: 'cancel after', limit: 9 })).toHaveLength(0);
});

test.each([FIVE_S, 0])('a renewal that comes too late cancels first, and then counts: %i', async (afterMs) => {
  const node = nodeOf();
  await node.set(FIVE_S);
  await place('one');
  nowMs += FIVE_S;
  expect(await node.set(afterMs)).toBe(afterMs === 0 ? null : nowMs + FIVE_S);
  expect([await open(), cancelled]).toEqual([[], [['A', 1]]]);
  const later = await place('one');
  await node.look();
  expect(await open()).toEqual([later]);
});

test('a renewal that was under way when it went off does not save the orders, and is not lost', async () => {
  const [one, other] = [nodeOf('A'), nodeOf('B')];
  await one.set(FIVE_S);
  await place('one');
  nowMs += FIVE_S - 1;
  const reached = one.hold('change');
  const renewal = one.set(FIVE_S);
  const letGo = await reached;
  nowMs += 1;
  await other.look();
  expect(cancelled).toEqual([['B', 1]]);
  letGo();
  expect(await renewal).toBe(nowMs + FIVE_S);
});

test('a renewal that is first is not overlooked by a node that saw it due', async () => {
  const [one, other] = [nodeOf('A'), nodeOf('B')];
  await one.set(FIVE_S);
  const kept = await place('one');
  nowMs += FIVE_S - 1;
  const reached = one.hold('change');
  const renewal = one.set(FIVE_S);
  const letGo = await reached;
  nowMs += 1;
  const reachedToo = other.hold('change');
  const look = other.look();
  const letGoToo = await reachedToo;
  letGo();
  await renewal;
  letGoToo();
  await look;
  expect([await open(), cancelled]).toEqual([[kept], []]);
});

test.each<Gate>(['change', 'execute'])('a node that is paused before %s leaves later orders alone', async (gate) => {
  const [paused, other] = [nodeOf('A'), nodeOf('B')];
  await paused.set(FIVE_S);
  await place('one');
  nowMs += FIVE_S;
  const reached = paused.hold(gate);
  const look = paused.look();
  const letGo = await reached;
  // The bot is back: its renewal cancels what is due, and it places another order.
  await other.set(FIVE_S);
  const later = await place('one');
  nowMs += 600_000 - FIVE_S;
  await other.set(FIVE_S);
  const last = await place('one');
  letGo();
  await look;
  expect(await open()).toEqual([last]);
  expect(later).toBeLessThan(last);
  expect(cancelled).toEqual([
    ['B', 1],
    ['B', 1],
  ]);
  expect(await other.cancelsAtMs()).toBe(nowMs + FIVE_S);
});

test('what a node that died has begun, another one finishes, after a second', async () => {
  const [dying, other] = [nodeOf('A'), nodeOf('B')];
  await dying.set(FIVE_S);
  await place('one');
  nowMs += FIVE_S;
  const reached = dying.hold('execute');
  const look = dying.look();
  const letGo = await reached;
  await other.look();
  expect(cancelled).toEqual([]);
  while (cancelled.length === 0) {
    await other.look();
    await new Promise((resume) => setTimeout(resume, 50));
  }
  expect([cancelled, await open(), await other.cancelsAtMs()]).toEqual([[['B', 1]], [], undefined]);
  letGo();
  await look;
  expect(cancelled).toHaveLength(1);
});

test('two nodes that cancel at the same time close each order once', async () => {
  const nodes = [nodeOf('A'), nodeOf('B')];
  await nodes[0]?.set(FIVE_S);
  for (let count = 0; count < 20; count++) await place('one');
  const before = await on.store.head();
  nowMs += FIVE_S;
  await Promise.all(nodes.map((node) => node.look()));
  expect([await open(), (await on.store.head()) - before]).toEqual([[], 20]);
});

test('a clock that is set back delays it by no more than its time', async () => {
  const node = nodeOf();
  await node.set(FIVE_S);
  await place('one');
  nowMs -= 600_000;
  await node.look();
  expect(await node.cancelsAtMs()).toBe(nowMs + FIVE_S);
  nowMs += FIVE_S;
  await node.look();
  expect(await open()).toEqual([]);
});

test('switches whose orders cannot be cancelled now do not hold up others, and are tried again', async () => {
  const node = nodeOf();
  await node.set(FIVE_S);
  await node.set(FIVE_S, { keyId: 'two', account: bob });
  await place('one');
  await place('two', bob);
  nowMs += FIVE_S;
  const { orders } = market;
  market.orders = (asked) => (asked.account === ann ? Promise.reject(new Error('behind')) : orders.call(market, asked));
  expect(await node.look()).toBeLessThanOrEqual(250);
  expect(await open()).toHaveLength(1);
  market.orders = orders;
  while ((await open()).length > 0) await node.look();
  expect(cancelled).toHaveLength(2);
});
