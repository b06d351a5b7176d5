// Order keepers on several nodes: even if one crashes, is late or misses changes, an order is filled once and by its rules.
import { describe, expect, test, vi } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { KEEPER, orderAccount, stopAccount } from '../../src/core/accounts.ts';
import { ppm } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Outcome } from '../../src/core/settle/instruction.ts';
import { Observer } from '../../src/market/observer.ts';
import { Projector } from '../../src/market/projector.ts';
import type { OrderCommand } from '../../src/orders/command.ts';
import { OpenOrders } from '../../src/orders/open-orders.ts';
import { type CommandOutcome, KeeperService, type KeeperServiceOptions } from '../../src/orders/service.ts';
import type { LeaseHeld } from '../../src/ports/lease.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTail, type Tail } from '../../src/ports/tail.ts';
import { APPLE, BREAD, CORN } from '../paper-exchange.ts';
import { ann, bob, closeOrder, deposit, pairOf, placeOrder, placePurchase, swap } from '../paper-orders.ts';
import { goBack, keep } from './rewinds.ts';
import { balance, headOf, MARKET, order, POLICY, post, type Site } from './site.ts';

/** The market takes seven sequence numbers and bob's bread the eighth, so the first order is number 9. */
const WAITS = placeOrder(10_000n, 41_000n);
const BREAD_IN = pairOf(BREAD, APPLE);
const raise = swap(200_000n, { ...BREAD_IN, account: bob });

/** A trigger for an average price over a minute below this many tenths. */
const stopBelow = (tenths: bigint) =>
  ({ when: 'below', price: { numerator: tenths, denominator: 10n }, overMs: 60_000 }) as const;

export function keeper(site: Site): void {
  const open = async (store: Store, options: Partial<KeeperServiceOptions> = {}, changed: Partial<Tail> = {}) => {
    const leases = site.keep(await openProjection(store.projection));
    const limits = { maxPools: 16, minGain: 5e-6, maxPriceImpactPpm: POLICY.maxPriceImpactPpm };
    const service = new KeeperService(Object.assign(await openTail(store.tail), changed), leases, {
      longMs: Number.POSITIVE_INFINITY,
      ...limits,
      holder: `${holders++}`,
      patienceMs: 0,
      ...options,
    });
    return site.keep(service);
  };
  const begin = async () => {
    const store = await site.openMarket();
    await post(store, deposit(bob, BREAD, 1_000_000n));
    return store;
  };
  const give = (store: Store, commands: readonly OrderCommand[]): Promise<readonly Outcome[]> =>
    store.commit(commands.map((command) => order(command, KEEPER)));
  const answersTo = (outcomes: readonly Outcome[]): readonly CommandOutcome[] =>
    outcomes.map((outcome) => ('refusal' in outcome ? 'refused' : 'done'));
  /** Commits the keeper's commands until it has none left, as the process would; returns the outcomes. */
  const quieten = async (service: KeeperService, store: Store): Promise<readonly string[]> => {
    const done: string[] = [];
    for (let work = await service.next(); work.commands.length > 0; ) {
      const outcomes = await give(store, work.commands);
      done.push(
        ...outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : outcome.posted.receipt.kind)),
      );
      work = await service.next(answersTo(outcomes));
    }
    return done;
  };
  /** Brings the table of orders up to date. */
  const project = async (store: Store) => {
    const observer = site.keep(new Observer(await openTail(store.tail), await openProjection(store.projection)));
    const projector = new Projector(observer, { leaseMs: 60_000, renewEveryMs: 0, storeEveryMs: 0 });
    const head = await headOf(store);
    const kept = site.keep(await openProjection(store.projection));
    for (let cursor = -1; cursor < head; cursor = (await kept.standing()).cursor ?? 0) await projector.turn();
    await projector.close();
  };
  const passLeaseOn = () => site.place.execute('UPDATE lease SET until_ms = 0');

  describe('a keeper', () => {
    test('fills an order when a swap on another node reaches its price, also after a restart', async () => {
      const [here, there] = [await begin(), await site.open()];
      await post(there, WAITS);
      let service = await open(here);
      expect(await service.next()).toMatchObject({ commands: [], holds: true, open: 1, reachableMs: 0 });
      // From the next lease renewal on, the figures of every node show the keeper and the number of its orders.
      let keeper = null as LeaseHeld | null;
      while (!keeper?.note?.includes('"isLoading":false')) {
        await service.next();
        keeper = (await there.figures()).keeper;
      }
      expect(JSON.parse(keeper.note)).toEqual({ open: 1, isLoading: false, reachable: null, putOff: 0 });
      await site.close(service);
      service = await open(here);
      expect(await service.next()).toMatchObject({ commands: [], holds: true, open: 1 });
      await post(there, raise);
      expect(await quieten(service, here)).toEqual(['swap']);
      expect(await service.next()).toMatchObject({ commands: [], open: 0, sequence: 11 });
      expect(await balance(here, orderAccount(9), APPLE)).toBe(0n);
      expect((await here.posted(11))?.actor).toBe(KEEPER);
      await audit(here, () => {});
    });

    test('fills purchases to the unit, from pools and from others, and goes on with one that was filled in part before a restart', async () => {
      const here = await begin();
      await post(here, deposit(ann, APPLE, 1_000_000n));
      // The pool sells 4 bread for an apple: ann wants 40,000 for 10,000 apples, or fewer.
      const [placed] = await post(here, placePurchase(40_000n, 10_000n));
      const number = placed?.sequence as number;
      let service = await open(here);
      await post(here, swap(10_000n, { ...BREAD_IN, account: bob }));
      expect(await quieten(service, here)).toEqual(['swap']);
      const partly = await balance(here, orderAccount(number), APPLE);
      expect(partly > 0n && partly < 10_000n).toBe(true);
      await site.close(service);
      // It was loaded before the table of orders says what it has received: it waits, although it is reachable.
      service = await open(here);
      await post(here, raise);
      expect(await quieten(service, here)).toEqual([]);
      expect(await service.next()).toMatchObject({ commands: [], open: 1 });
      await project(here);
      await vi.waitFor(async () => expect(await quieten(service, here)).toEqual(['swap']), { timeout: 30_000 });
      expect(await balance(here, orderAccount(number), APPLE)).toBe(0n);
      const filled = await here.posted(await headOf(here));
      expect(filled?.receipt).toMatchObject({ fill: { order: number, left: 0n, receivedB: 40_000n } });
      // Between tokens without a pool, orders meet halfway between their limits: once the older one is a purchase, once the newer.
      await post(here, deposit(bob, CORN, 10n ** 12n));
      await post(here, placePurchase(7_777_777n, 5000n, pairOf(APPLE, CORN)));
      await post(here, placeOrder(10n ** 7n, 6000n, { ...pairOf(CORN, APPLE), account: bob, inParts: true }));
      expect(await quieten(service, here)).toEqual(['matchOrders']);
      await post(here, placePurchase(1234n, 10n ** 7n, { ...pairOf(CORN, APPLE), account: bob }));
      await post(here, placeOrder(3000n, 3n * 10n ** 6n, pairOf(APPLE, CORN)));
      expect(await quieten(service, here)).toEqual(['matchOrders', 'matchOrders']);
      await project(here);
      await audit(here, () => {});
    });

    test('without the lease does nothing; once the lease has expired, another keeper fills the order, and the former one’s fill is refused', async () => {
      const [here, there] = [await begin(), await site.open()];
      await post(here, WAITS, raise);
      const [dying, standby] = [await open(here), await open(there)];
      const { commands } = await dying.next();
      expect(commands).toMatchObject([{ kind: 'fillOrder', order: 9 }]);
      expect(await standby.next()).toMatchObject({ commands: [], holds: false, open: 0 });
      await passLeaseOn();
      const heir = await open(there);
      expect(await quieten(heir, there)).toEqual(['swap']);
      const before = await headOf(here);
      // The former keeper was not dead: its outdated fill is refused, and then it has nothing left to do.
      expect(await give(here, commands)).toEqual([{ refusal: { code: 'order_moved', order: 9 } }]);
      expect(await dying.next(['refused'])).toMatchObject({ commands: [] });
      expect(await headOf(here)).toBe(before);
      await audit(here, () => {});
    });

    test('triggers a stop by the average price of the journal, once, even if another keeper takes over before the commit', async () => {
      const stores = [await site.open(), await site.open()] as const;
      const [here] = stores;
      const nowMs = Date.now();
      // Ten minutes at 4 per apple, and the last ten seconds slightly above 1: the average of the last minute is 3.5, and it
      // falls below 1.5 only 40 seconds from now.
      const history: readonly (readonly [Command, number])[] = [
        ...MARKET.map((command) => [command, 600_000] as const),
        [placeOrder(1000n, 1000n, { trigger: stopBelow(38n) }), 300_000],
        [placeOrder(1000n, 1000n, { trigger: stopBelow(15n) }), 300_000],
        [deposit(bob, APPLE, 1_000_000n), 300_000],
        [swap(900_000n, { account: bob, maxPriceImpactPpm: ppm(1_000_000n) }), 10_000],
      ];
      await here.commit(history.map(([command, agoMs]) => ({ ...order(command), atMs: nowMs - agoMs })));
      const dying = await open(here);
      const { commands } = await dying.next();
      expect(commands).toMatchObject([{ kind: 'triggerOrder', order: 8, evidence: { asOf: 11, via: [] } }]);
      await passLeaseOn();
      const heir = await open(stores[1]);
      expect(await quieten(heir, stores[1])).toEqual(['triggerOrder', 'swap']);
      expect(await give(here, commands)).toEqual([{ refusal: { code: 'order_moved', order: 8 } }]);
      expect(await balance(here, stopAccount(9), APPLE)).toBe(1000n);
      expect(await balance(here, stopAccount(8), APPLE)).toBe(0n);
      await post(here, closeOrder(9));
      await audit(here, () => {});
    });

    test('that does not know the outcome of a fill finds it in the journal, and repeats a fill that did not happen', async () => {
      const store = await begin();
      await post(store, WAITS, raise);
      const service = await open(store);
      const { commands } = await service.next();
      await give(store, commands);
      expect(await service.next(['unknown'])).toMatchObject({ commands: [], open: 0 });
      // An order whose fill did not happen is found again.
      await post(store, WAITS);
      const [again, same] = [await service.next(), await service.next(['unknown'])];
      expect(again.commands).toHaveLength(1);
      expect(same.commands).toEqual(again.commands);
    });

    test.each([
      ['reads a single open order again instead of 800 missed transactions', 1, 2],
      ['reads 400 open orders only once, and follows 800 missed transactions', 400, 1],
    ])('%s', async (_, count, times) => {
      const store = await begin();
      await post(store, ...Array.from({ length: count }, () => placeOrder(10n, 4100n)));
      const load = vi.spyOn(OpenOrders.prototype, 'load');
      const service = await open(store);
      await service.next();
      // More transactions than PostgreSQL would follow incrementally.
      await post(store, ...Array.from({ length: 800 }, () => deposit(bob, APPLE, 1n)));
      expect(await service.next()).toMatchObject({ open: count, commands: [] });
      expect(load).toHaveBeenCalledTimes(times);
    });

    test('and another that both believe they hold the lease fill every order once', async () => {
      const [here, there] = [await begin(), await site.open()];
      await post(here, ...Array.from({ length: 20 }, (_, at) => placeOrder(1000n, 3000n + BigInt(at))));
      const one = await open(here);
      const first = await one.next();
      await passLeaseOn();
      const second = await (await open(there)).next();
      expect(second.commands).toEqual(first.commands);
      const outcomes = (await Promise.all([give(here, first.commands), give(there, second.commands)])).flat();
      expect(outcomes.filter((outcome) => 'posted' in outcome)).toHaveLength(20);
      const total = await Promise.all(
        Array.from({ length: 20 }, (_, at) => balance(here, orderAccount(9 + at), APPLE)),
      );
      expect(total).toEqual(total.map(() => 0n));
      await audit(here, () => {});
    });

    test('forgets orders that a rewound journal has lost, and repeats a fill that was undone', async () => {
      const store = await begin();
      await post(store, WAITS, raise);
      await keep(site.place);
      const service = await open(store);
      expect(await quieten(service, store)).toEqual(['swap']);
      await post(store, placeOrder(1000n, 9000n));
      expect(await service.next()).toMatchObject({ open: 1 });
      await goBack(site.place);
      const { commands, open: left } = await service.next();
      expect([commands, left]).toMatchObject([[{ kind: 'fillOrder', order: 9 }], 1]);
      await site.close(store);
      const again = await site.open();
      await give(again, commands);
      expect(await service.next(['done'])).toMatchObject({ commands: [], open: 0 });
      await audit(again, () => {});
    });

    test('that is loading many orders keeps its lease and gives no commands; afterwards it knows changes made meanwhile and fills', async () => {
      const store = await begin();
      await post(store, ...Array.from({ length: 1100 }, (_, at) => placeOrder(10n, 4100n + BigInt(at))));
      const service = await open(store, { readMs: 0 });
      const seen: [boolean, number][] = [];
      for (let work = await service.next(); ; work = await service.next()) {
        seen.push([work.isLoading, work.open]);
        if (!work.isLoading) break;
        expect(work).toMatchObject({ holds: true, isAll: false, commands: [] });
        // One order that is already loaded, one that is not, and a new one.
        if (seen.length === 1) await post(store, closeOrder(9), closeOrder(1108), placeOrder(1000n, 3000n));
      }
      expect(seen[0]).toEqual([true, 500]);
      expect(seen.length).toBeGreaterThanOrEqual(3);
      const { commands, open: count } = await service.next();
      expect([commands, count]).toMatchObject([[{ kind: 'fillOrder', order: 1111 }], 1099]);
    });

    test('that lost its lease reports it, and counts no order as open, reachable or put off', async () => {
      const [here, there] = [await begin(), await site.open()];
      await post(here, WAITS, raise);
      const service = await open(here, { patienceMs: 60_000 });
      for (let tries = 0; tries < 3; tries++) await service.next(['refused']);
      expect(await service.next(['refused'])).toMatchObject({ holds: true, putOff: 1 });
      await passLeaseOn();
      await (await open(there)).next();
      await expect
        .poll(() => service.next([]))
        .toMatchObject({ holds: false, open: 0, reachableMs: 0, putOff: 0, commands: [] });
    });

    test('uses the time of the last transaction to expire orders if the clock is behind it', async () => {
      const store = await site.open();
      const nowMs = Date.now();
      const history: readonly (readonly [Command, number])[] = [
        ...MARKET.map((command) => [command, 7_200_000] as const),
        [placeOrder(1000n, 9000n, { expiresAtMs: nowMs - 1_800_000 }), 7_200_000],
        [placeOrder(1000n, 9000n, { expiresAtMs: nowMs + 1_800_000 }), 7_200_000],
        [deposit(bob, APPLE, 1n), 0],
      ];
      await store.commit(history.map(([command, agoMs]) => ({ ...order(command), atMs: nowMs - agoMs })));
      const service = await open(store, {}, { clock: async () => nowMs - 3_600_000 });
      expect(await quieten(service, store)).toEqual(['closeOrder']);
    });

    describe.each([-3_600_000, -1000, -20, 20, 1000, 3_600_000])(
      'whose clock is %i ms ahead of the journal',
      (aheadMs) => {
        const now = () => Date.now() + aheadMs;

        test('triggers a stop that is due at once, and is not refused', async () => {
          const store = await site.open();
          const nowMs = Date.now();
          const history: readonly (readonly [Command, number])[] = [
            ...MARKET.map((command) => [command, 600_000] as const),
            [placeOrder(1000n, 1000n, { trigger: stopBelow(38n) }), 300_000],
            [deposit(bob, APPLE, 1_000_000n), 300_000],
            [swap(900_000n, { account: bob, maxPriceImpactPpm: ppm(1_000_000n) }), 10_000],
          ];
          await store.commit(history.map(([command, agoMs]) => ({ ...order(command), atMs: nowMs - agoMs })));
          const service = await open(store, { now });
          const { commands, clockAheadMs } = await service.next();
          expect(Math.abs(clockAheadMs - aheadMs)).toBeLessThan(60_000);
          expect(await give(store, commands)).toMatchObject([
            { posted: { receipt: { kind: 'triggerOrder', order: 8 } } },
          ]);
          await audit(store, () => {});
        });

        test('closes only orders that have expired by the journal’s time, and sells no part of a recurring order early', async () => {
          const store = await site.open();
          const nowMs = Date.now();
          const every = { times: 4, everyMs: 100_000 };
          const history: readonly (readonly [Command, number])[] = [
            ...MARKET.map((command) => [command, 600_000] as const),
            [placeOrder(1000n, 9000n, { expiresAtMs: nowMs - 10 }), 300_000],
            [placeOrder(1000n, 9000n, { expiresAtMs: nowMs + 1_800_000 }), 300_000],
            [placeOrder(4000n, 12_000n, { schedule: every, expiresAtMs: nowMs + 8_000_000 }), 10],
          ];
          await store.commit(history.map(([command, agoMs]) => ({ ...order(command), atMs: nowMs - agoMs })));
          const service = await open(store, { now });
          expect(await quieten(service, store)).toEqual(['closeOrder', 'swap']);
          expect(await service.next()).toMatchObject({ open: 2, reachableMs: 0 });
          expect(await balance(store, orderAccount(10), APPLE)).toBe(3000n);
          await audit(store, () => {});
        });
      },
    );
  });
}

let holders = 0;
