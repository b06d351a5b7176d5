// Projectors on real files: one stores at a time, another can take over at any moment, and no answer is incomplete.
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN } from '../../test/paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  deposit,
  pairOf,
  placeOrder,
  provide,
  refund,
  registerToken,
  swap,
} from '../../test/paper-orders.ts';
import { countedOrders, countedRows, storedOrders, storedRows } from '../../test/projection-rows.ts';
import { MARKET, post } from '../../test/store-contract/site.ts';
import { type PoolAddress, ppm } from '../core/amount.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { CatchingUp } from '../ports/market.ts';
import { openProjection, type PoolRows, type Projection } from '../ports/projection.ts';
import type { Store } from '../ports/store.ts';
import { openTail } from '../ports/tail.ts';
import { MARKET_TABLES } from '../store/rows/market-tables.ts';
import { Observer, type ObserverLimits } from './observer.ts';
import { Projector, type ProjectorNotice, type ProjectorOptions } from './projector.ts';
import { eventsAfter } from './queries/events.ts';

/** Renewing the lease and storing are due at every turn, and closing waits for a slow machine. */
const EAGER = { leaseMs: 3_600_000, renewEveryMs: 0, storeEveryMs: 0, closeMs: 3_600_000 };
const ALL = Number.MAX_SAFE_INTEGER;

const path = useExchangeFile([
  ...MARKET,
  deposit(ann, BREAD, 10n ** 12n),
  deposit(ann, CORN, 10n ** 12n),
  deposit(bob, APPLE, 10n ** 12n),
  deposit(bob, BREAD, 10n ** 12n),
  provide(1_000_000n, 1_000_000n, { ...pairOf(BREAD, CORN) }),
]);
let store: Store;
const open: Node[] = [];
beforeEach(async () => {
  store = await openStore(path());
});
afterEach(async () => {
  for (const { projector, observer } of open.splice(0)) {
    await projector.close();
    await observer.close();
  }
  await store.close();
});

type Node = {
  readonly observer: Observer;
  readonly projector: Projector;
  readonly projection: Projection;
  readonly notices: ProjectorNotice[];
};

async function join(
  options: Partial<ProjectorOptions> = {},
  limits: Partial<ObserverLimits> = {},
  wrap: (projection: Projection) => Projection = (projection) => projection,
): Promise<Node> {
  const projection = wrap(await openProjection(store.projection));
  const observer = new Observer(await openTail(store.tail), projection, limits);
  const notices: ProjectorNotice[] = [];
  const onNotice = (notice: ProjectorNotice) => void notices.push(notice);
  const node = {
    observer,
    projector: new Projector(observer, { ...EAGER, onNotice, ...options }),
    projection,
    notices,
  };
  open.push(node);
  return node;
}

/** Some transactions of each kind, on both pools. */
async function trade(rounds = 3): Promise<void> {
  const bread = pairOf(BREAD, CORN);
  for (let round = 0; round < rounds; round += 1) {
    const [{ sequence: order }] = (await post(store, placeOrder(1000n, 1000n))) as [Posted];
    if (round > 0) await post(store, closeOrder(order));
    await post(store, swap(100n), provide(1000n, 4000n, { account: bob }), swap(10n, bread));
    await post(store, swap(50n, pairOf(BREAD, APPLE)), refund({ account: bob, portionPpm: ppm(300_000n) }));
  }
}

async function expectStored(): Promise<void> {
  const counted = await countedRows(store);
  expect(counted.length).toBe(2);
  expect(await storedRows(store, counted)).toEqual(counted);
  const orders = await countedOrders(store);
  expect(await storedOrders(store)).toEqual(orders);
}

/** The number of swaps of a pool: stored ones, and those counted beyond them. */
const swapsCounted = ({ observer, projection }: Node, pool: PoolAddress): Promise<number> =>
  observer.answer(async () => {
    const stored = await projection.swapsOf({ pool, before: ALL, limit: ALL });
    return new Set([...stored, ...observer.fold.swaps(pool)]).size;
  });

/** Like `swapsCounted`, or 'catching up' if counting has not finished. */
const toldOrCatchingUp = (node: Node, pool: PoolAddress): Promise<number | 'catching up'> =>
  swapsCounted(node, pool).catch((error) => {
    if (error instanceof CatchingUp) return 'catching up';
    throw error;
  });

const poolOf = async (): Promise<PoolAddress> =>
  (await store.pool(APPLE.address, BREAD.address))?.address as PoolAddress;

test('a projector stores all rows that it has counted, and then drops them from memory', async () => {
  const node = await join();
  for (let flushes = 0; flushes < 3; flushes += 1) {
    await trade();
    await node.projector.turn();
  }
  expect(node.projector.isHolder).toBe(true);
  expect([...node.observer.fold.unstored()]).toEqual([]);
  await expectStored();
});

describe('of two projectors on one file', () => {
  test('one stores, the other is up to date and drops what is stored', async () => {
    const [one, other] = [await join(), await join()];
    const pool = await poolOf();
    await trade();
    for (const { projector } of [one, other]) await projector.turn();
    expect([one, other].map(({ projector }) => projector.isHolder)).toEqual([true, false]);
    for (let rounds = 1; rounds <= 3; rounds += 1) {
      expect(await swapsCounted(other, pool)).toBe(6 * rounds);
      await one.projector.turn();
      await other.projector.turn();
      expect(other.observer.fold.swaps(pool)).toEqual([]);
      await trade();
    }
    await one.projector.turn();
    await expectStored();
  });

  test('a position that one has stored is not counted again by the other', async () => {
    const [one, other] = [await join(), await join()];
    await trade();
    for (const { projector } of [one, other]) await projector.turn();
    await other.observer.catchUp();
    await trade();
    await one.projector.turn();
    await other.projector.turn();
    await trade(1);
    await other.observer.catchUp();
    const expected = new Map(
      (await countedRows(store)).flatMap(({ positions }) => positions.map((p) => [p.account, p.record])),
    );
    const pool = await poolOf();
    expect(other.observer.fold.position({ account: bob, pool })).toEqual(expected.get(bob));
  });

  test('the other continues where a closed one ended', async () => {
    const [one, other] = [await join(), await join()];
    await trade();
    await one.projector.turn();
    await other.projector.turn();
    await trade();
    await one.projector.close();
    await expectStored();
    await trade();
    await other.projector.turn();
    expect(other.projector.isHolder).toBe(true);
    await expectStored();
  });

  test('one whose store hangs closes all the same', async () => {
    const hanging = (projection: Projection): Projection => ({ ...projection, save: () => new Promise(() => {}) });
    const one = await join({ closeMs: 1 }, {}, hanging);
    await trade();
    void one.projector.turn();
    await expect.poll(() => one.projector.isHolder).toBe(true);
    await one.projector.close();
    // The lease is not released: the store may still be writing.
    expect(one.projector.isHolder).toBe(true);
  });

  test('the other takes over an expired lease, and the first stores nothing from then on', async () => {
    const [one, other] = [await join({ leaseMs: 0, renewEveryMs: ALL }), await join()];
    await trade();
    await one.projector.turn();
    await trade();
    await one.observer.catchUp();
    await other.projector.turn();
    expect(other.projector.isHolder).toBe(true);
    await trade();
    await one.projector.turn();
    expect(one.projector.isHolder).toBe(false);
    await other.projector.turn();
    await expectStored();
    expect(one.notices.filter((notice) => 'holds' in notice)).toEqual([{ holds: true }, { holds: false }]);
    const begun = other.notices.filter((notice) => 'storesFrom' in notice);
    expect(begun).toEqual([{ storesFrom: expect.any(Number), of: expect.any(Number) }]);
    // The stored rows lack the second of the three trades.
    const [{ storesFrom, of }] = begun as [{ storesFrom: number; of: number }];
    expect(storesFrom).toBeGreaterThan(0);
    expect(of).toBeGreaterThan(storesFrom);
  });

  test('one loses the lease while it is storing, and the other stores everything', async () => {
    const other = await join();
    let isOvertaken = false;
    const overtaken = (projection: Projection): Projection => ({
      ...projection,
      async save(pools, claim) {
        // Saves the first pool before the other takes over, and the second too late.
        const [first, ...rest] = pools;
        const isSaved = await projection.save([first as PoolRows], claim);
        if (isOvertaken) await other.projector.turn();
        return isSaved && projection.save(rest, claim);
      },
    });
    const one = await join({ leaseMs: 0, renewEveryMs: ALL }, {}, overtaken);
    await trade();
    // The other has already counted what the first is about to store.
    await other.observer.catchUp();
    await one.projector.turn();
    isOvertaken = true;
    await trade();
    await one.projector.turn();
    expect([one.projector.isHolder, other.projector.isHolder]).toEqual([false, true]);
    await trade();
    await other.projector.turn();
    await expectStored();
  });

  test('the other continues where one was interrupted while storing', async () => {
    const ending = (projection: Projection): Projection => ({
      ...projection,
      async save([first], claim) {
        await projection.save([first as PoolRows], claim);
        throw new Error('the end');
      },
    });
    const one = await join({ leaseMs: 0 }, {}, ending);
    await trade();
    await expect(one.projector.turn()).rejects.toThrow('the end');
    await trade();
    const other = await join();
    await other.projector.turn();
    await expectStored();
  });
});

test('rows of another version of the rules are cleared and counted again', async () => {
  await trade();
  await (await join({ leaseMs: 0 })).projector.turn();
  const db = new DatabaseSync(path(), { timeout: 60_000 });
  db.exec(`UPDATE projection SET version = 99; UPDATE pool_figures SET swaps = 7; DELETE FROM pool_swaps`);
  db.close();
  const node = await join();
  await node.projector.turn();
  await expectStored();
});

test('if only the last rows were lost, they are counted again, and every answer is complete', async () => {
  const [one, other] = [await join(), await join()];
  const pool = await poolOf();
  for (const { projector } of [one, other]) await projector.turn();
  await trade(1);
  // Simulates a failover to a standby that has the whole journal, but only the rows stored so far.
  const standby = new DatabaseSync(path(), { timeout: 60_000 });
  const names = ['projection', ...MARKET_TABLES.map(({ name }) => name)];
  for (const name of names) standby.exec(`CREATE TEMP TABLE kept_${name} AS SELECT * FROM ${name}`);
  for (const { projector } of [one, other]) await projector.turn();
  await trade(1);
  for (const { observer } of [one, other]) await observer.catchUp();
  for (const name of names) standby.exec(`DELETE FROM ${name}; INSERT INTO ${name} SELECT * FROM kept_${name}`);
  standby.close();
  expect(await Promise.all([one, other].map((node) => swapsCounted(node, pool)))).toEqual([4, 4]);
  await trade(1);
  for (const { projector } of [one, other]) await projector.turn();
  expect(await Promise.all([one, other].map((node) => swapsCounted(node, pool)))).toEqual([6, 6]);
  await expectStored();
});

test('if the last rows were lost, the holder stores them again, even without new transactions', async () => {
  const node = await join();
  await node.projector.turn();
  const db = new DatabaseSync(path(), { timeout: 60_000 });
  const names = ['projection', ...MARKET_TABLES.map(({ name }) => name)];
  for (const name of names) db.exec(`CREATE TEMP TABLE kept_${name} AS SELECT * FROM ${name}`);
  await trade(1);
  await node.projector.turn();
  for (const name of names) db.exec(`DELETE FROM ${name}; INSERT INTO ${name} SELECT * FROM kept_${name}`);
  db.close();
  await node.projector.turn();
  await expectStored();
  // The lease is kept.
  expect(node.notices.filter((notice) => 'holds' in notice)).toEqual([{ holds: true }]);
});

test('a query during which rows are cleared and counted again gives the complete answer', async () => {
  const [one, other] = [await join(), await join()];
  const pool = await poolOf();
  await trade();
  for (const { projector } of [one, other]) await projector.turn();
  const { projection, observer } = other;
  const told: number[] = [];
  const answer = await observer.answer(async () => {
    const isFirst = told.length === 0;
    if (isFirst) {
      await one.projection.discard();
      const fence = (await projection.takeLease({ name: 'market', holder: 'rebuilder', forMs: 0 })) as number;
      while (!(await projection.clear(fence)));
    }
    const swaps = await projection.swapsOf({ pool, before: ALL, limit: ALL });
    // Everything is stored again, as far as before, when the answer is checked.
    if (isFirst) for (const { projector } of [one, one]) await projector.turn();
    told.push(new Set([...swaps, ...observer.fold.swaps(pool)]).size);
    return told.at(-1);
  });
  expect([told[0], answer]).toEqual([0, 6]);
});

test('rows discarded during counting or restarting do not fail a query', async () => {
  const [one, other] = [await join(), await join()];
  const pool = await poolOf();
  for (const { projector } of [one, other]) await projector.turn();
  await post(store, swap(100n), provide(1000n, 4000n, { account: bob }));
  await other.observer.catchUp();
  for (const { projector } of [one, other]) await projector.turn();
  await one.projection.discard();
  // The position that was provided is no longer found.
  await post(store, refund({ account: bob }));
  expect(await swapsCounted(other, pool)).toBe(1);
  // The observer is restarted once more while it restarts.
  const { projection, observer } = other;
  const { everything } = projection;
  projection.everything = async () => {
    projection.everything = everything;
    const stored = await everything();
    observer.restart();
    return stored;
  };
  observer.restart();
  expect(await swapsCounted(other, pool)).toBe(1);
});

test('a lease lasts 3 to 10 seconds, longer if rows are stored less often', async () => {
  const taken: number[] = [];
  const { observer } = await join({}, {}, (projection) => ({
    ...projection,
    async takeLease(lease) {
      taken.push(lease.forMs);
      return projection.takeLease(lease);
    },
  }));
  for (const storeEveryMs of [10, 5000, 60_000]) await new Projector(observer, { storeEveryMs }).turn();
  expect([...new Set(taken)]).toEqual([3000, 5000, 10_000]);
});

test('rows discarded while serving are counted again, and every answer is complete or says that it is not', async () => {
  const slowly = (projection: Projection): Projection => ({
    ...projection,
    async swapsOf(page) {
      for (let turns = 0; turns < 3; turns += 1) await turn();
      const swaps = await projection.swapsOf(page);
      for (let turns = 0; turns < 3; turns += 1) await turn();
      return swaps;
    },
  });
  const [one, other] = [await join({}, {}, slowly), await join({}, {}, slowly)];
  const pool = await poolOf();
  await trade(20);
  for (const { projector } of [one, other]) await projector.turn();
  for (let times = 0; times < 5; times += 1) {
    const asked = [one, other, one, other].map((node) => toldOrCatchingUp(node, pool));
    await one.projection.discard();
    for (const told of await Promise.all(asked.splice(0))) expect([40, 'catching up']).toContain(told);
    asked.push(...[one, other].map((node) => toldOrCatchingUp(node, pool)));
    const turns = [one, other].map(({ projector }) => projector.turn());
    asked.push(...[one, other].map((node) => toldOrCatchingUp(node, pool)));
    await Promise.allSettled(turns);
    for (const told of await Promise.all(asked)) expect([40, 'catching up']).toContain(told);
    for (const { projector } of [one, other, one]) await projector.turn();
    expect(await Promise.all([one, other].map((node) => swapsCounted(node, pool)))).toEqual([40, 40]);
  }
  await expectStored();
});

describe('a long history', () => {
  const LIMITS = { page: 100, wait: 500, history: 2000 };

  /** Posts 10,000 swaps and dates them seven minutes apart, so that each is in a minute of its own. */
  async function tradeForLong(): Promise<number> {
    for (let batches = 0; batches < 20; batches += 1) {
      await post(store, ...Array.from({ length: 500 }, (_, at) => swap(10n, at % 2 ? pairOf(BREAD, APPLE) : {})));
    }
    const db = new DatabaseSync(path(), { timeout: 60_000 });
    db.exec('UPDATE journal SET created_at_ms = 1700000000000 + sequence * 420000');
    db.close();
    return 10_000;
  }

  test('is counted in pieces by the process that stores it; no answer is incomplete, and events continue', async () => {
    const swaps = await tradeForLong();
    const pool = await poolOf();
    let most = 0;
    const measured = (projection: Projection): Projection => ({
      ...projection,
      save(pools, claim) {
        most = Math.max(most, ...pools.map(({ candles, positions }) => candles.length + positions.length));
        return projection.save(pools, claim);
      },
    });
    const [one, other] = [await join({}, LIMITS, measured), await join({}, LIMITS)];
    const told = { whole: 0, 'catching up': 0 };
    let pauseMs = 0;
    for (let turns = 0; turns < 1000 && (pauseMs === 0 || told.whole < 2); turns += 1) {
      pauseMs = await one.projector.turn();
      await other.projector.turn();
      for (const node of [one, other]) {
        const found = await toldOrCatchingUp(node, pool);
        if (found === 'catching up') told['catching up'] += 1;
        else {
          expect(found).toBe(swaps);
          told.whole += 1;
        }
      }
      // The other waits instead of counting the history as well.
      const { sequence, head, counted } = other.observer;
      if (head - sequence > LIMITS.history) expect([...(counted?.fold.unstored() ?? [])]).toEqual([]);
      if (turns === 1) await post(store, registerToken({ ...CORN, address: 'EQlate' as never, symbol: 'LATE' }));
      if (turns < 2) continue;
      const { events } = await eventsAfter(other.observer, { after: other.observer.head - 1, limit: 9, filter: {} });
      expect(events.map(({ text }) => JSON.parse(text).symbol)).toEqual(['LATE']);
    }
    expect(told['catching up']).toBeGreaterThan(4);
    expect(most).toBeLessThan(500 + LIMITS.page + LIMITS.wait);
    expect(one.notices).toContainEqual({ catchingUp: expect.any(Number) });
    expect(one.notices).toContainEqual({ caughtUp: expect.any(Number), tookMs: expect.any(Number) });
    await expectStored();
  });
});
