// Thousands of orders that wait for their guards: they cost a look little, and delay nobody else.
import { afterEach, expect, test, vi } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import { ann, bob, pairOf, placeOrder, provide, swap } from '../../test/paper-orders.ts';
import { tailOf } from '../../test/paper-tail.ts';
import { ppm } from '../core/amount.ts';
import type { Tail } from '../ports/tail.ts';
import { RouteFinder } from '../routes/finder.ts';
import { KeeperService } from './service.ts';

const mel = account('mel');
const FREELY = { maxPriceImpactPpm: ppm(1_000_000n) };

afterEach(() => vi.restoreAllMocks());

/** Recurring orders of one account, after a price fall of four percent, which is more than their guards allow. */
function crowd(count: number, units = 10n ** 6n): PaperExchange {
  const exchange = PaperExchange.open({ apple: 10n ** 12n, bread: 4n * 10n ** 12n, rates: ratesOf(2000n, 1000n, 0n) });
  for (const owner of [ann, bob, mel]) {
    for (const token of [APPLE, BREAD, CORN]) exchange.fund(owner, token, 10n ** 14n);
  }
  exchange.run(provide(10n ** 12n, 10n ** 12n, { ...pairOf(CORN, BREAD), account: ann, mayCreatePool: true }));
  exchange.nowMs += 7_200_000;
  const schedule = { times: 10, everyMs: 3_600_000 };
  for (let at = 0; at < count; at++) {
    exchange.run(placeOrder(units, 0n, { account: mel, schedule, maxSlippagePpm: ppm(10_000n) }));
  }
  exchange.run(swap(2n * 10n ** 10n, { account: ann }));
  return exchange;
}

/** A look with this many searches counts as long. */
function counted(most: number) {
  const best = vi.spyOn(RouteFinder.prototype, 'best');
  return { isLong: () => best.mock.calls.length >= most, best };
}

test('orders blocked by their guards are searched in turn, each once a second even if pools change', async () => {
  const { isLong, best } = counted(100);
  const it = new Kept(crowd(300), { isLong });
  await it.follow();
  const { nowMs } = it.exchange;
  const looksUntilAll = (atMs: number): number => {
    for (let looks = 1; looks <= 500; looks++) {
      best.mockClear();
      const { commands, isAll } = it.keeper.look(atMs);
      expect(commands).toEqual([]);
      if (isAll) return looks;
    }
    return Number.POSITIVE_INFINITY;
  };
  expect(looksUntilAll(nowMs)).toBeLessThan(500);
  expect([...it.keeper.orders.all].filter(({ attempts }) => attempts.lookAtMs !== nowMs + 1000)).toEqual([]);
  // Before that second is over, not even a change of the pools causes a search.
  it.exchange.run(swap(10n ** 6n, { account: ann }));
  await it.follow();
  best.mockClear();
  expect(it.keeper.look(nowMs + 999)).toEqual({ commands: [], isAll: true });
  expect(best).not.toHaveBeenCalled();
  it.keeper.look(nowMs + 1000);
  expect(best).toHaveBeenCalled();
});

test('orders without a limit that are too large for the pools are not searched again at the next look, guarded or not', async () => {
  const exchange = crowd(0);
  for (const maxSlippagePpm of [ppm(900_000n), ppm(1_000_000n)]) {
    const schedule = { times: 2, everyMs: 3_600_000 };
    exchange.run(placeOrder((9n * 10n ** 13n) / 2n, 0n, { account: mel, schedule, inParts: false, maxSlippagePpm }));
  }
  const it = new Kept(exchange);
  expect(await it.look()).toEqual([]);
  const best = vi.spyOn(RouteFinder.prototype, 'best');
  expect(await it.look()).toEqual([]);
  expect(best).not.toHaveBeenCalled();
});

test('looks that are cut off continue where the last one stopped, so that every order is searched', async () => {
  const { isLong, best } = counted(20);
  const it = new Kept(crowd(60), { isLong });
  await it.follow();
  const { nowMs } = it.exchange;
  // The first orders are due again before the last ones were reached.
  for (let look = 0; look < 60; look++) {
    best.mockClear();
    it.keeper.look(nowMs + 200 * look);
  }
  expect([...it.keeper.orders.all].filter(({ attempts }) => attempts.lookAtMs === 0)).toEqual([]);
});

test('with 2,000 orders blocked by their guards, the stop of another account is still triggered within 40 looks', async () => {
  const exchange = crowd(2000);
  const trigger = { when: 'below', price: { numerator: 90n, denominator: 100n }, overMs: 1000 } as const;
  exchange.run(placeOrder(10n ** 6n, 1000n, { ...pairOf(CORN, BREAD), account: bob, trigger }));
  const number = exchange.journal.length;
  const options = {
    maxPools: 16,
    minGain: 5e-6,
    maxPriceImpactPpm: ppm(150_000n),
    patienceMs: 0,
    longMs: 1,
    readMs: 20,
  };
  const service = new KeeperService(
    tailOf(exchange) as Tail,
    { takeLease: async () => 1, releaseLease: async () => {}, orders: async () => [] },
    { ...options, holder: 'one' },
  );
  while ((await service.next()).isLoading);
  exchange.run(swap(10n ** 11n, { ...pairOf(CORN, BREAD), account: ann, ...FREELY }));
  const commands = [];
  for (let round = 0; round < 40 && commands.length === 0; round++) {
    exchange.nowMs += 1000;
    // Moves the keeper's time on: it is never behind the last transaction.
    exchange.run(swap(1000n, { ...pairOf(CORN, BREAD), account: ann }));
    commands.push(...(await service.next()).commands);
  }
  expect(commands).toMatchObject([{ kind: 'triggerOrder', order: number }]);
  await service.close();
});
