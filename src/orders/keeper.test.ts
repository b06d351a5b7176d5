// The keeper on a paper exchange: everything reachable is filled in the order of the rules, and nothing else is.
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  fillOrder,
  lastFillOf,
  pairOf,
  placeOrder,
  provide,
  swap,
  updateToken,
} from '../../test/paper-orders.ts';
import { tailOf } from '../../test/paper-tail.ts';
import { untilSeen } from '../../test/until-seen.ts';
import { orderAccount } from '../core/accounts.ts';
import { type Account, amount, ppm } from '../core/amount.ts';
import type { PlaceOrderReceipt } from '../core/commands/place-order.ts';
import { doMeet, limitFor } from '../core/orders/order.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { placedBy } from '../core/settle/settle.ts';
import { Book } from '../journal/book.ts';
import { isPassable } from '../routes/choice.ts';
import { allowedFills } from '../routes/fill-for.ts';
import { RouteFinder } from '../routes/finder.ts';
import type { OrderCommand } from './command.ts';
import { matchFor } from './match-for.ts';

const carl = account('carl');
const [SELL, BUY] = [pairOf(APPLE, BREAD), pairOf(BREAD, APPLE)];
const FREELY = { maxPriceImpactPpm: ppm(1_000_000n) };

/** One apple is four bread, in a pool of ten million apples. */
function start(): PaperExchange {
  const exchange = PaperExchange.open({ apple: 10_000_000n, bread: 40_000_000n, rates: ratesOf(2000n, 1000n, 0n) });
  for (const owner of [ann, bob, carl]) {
    exchange
      .fund(owner, APPLE, 10n ** 8n)
      .fund(owner, BREAD, 10n ** 8n)
      .fund(owner, CORN, 10n ** 8n);
  }
  return exchange;
}

const kept = () => new Kept(start());
const place = (exchange: PaperExchange, ...terms: Parameters<typeof placeOrder>): number => {
  exchange.run(placeOrder(...terms));
  return exchange.journal.length;
};
const told = (commands: readonly OrderCommand[]) =>
  commands.map((command) =>
    command.kind === 'matchOrders'
      ? `match ${command.maker.order} ${command.taker.order}`
      : `${command.kind === 'fillOrder' ? 'fill' : command.kind === 'closeOrder' ? command.reason : 'trigger'} ${command.order}`,
  );
const leftOf = ({ journal, balances }: PaperExchange, order: number): bigint => {
  const { tokenA } = (journal[order - 1] as Posted).receipt as PlaceOrderReceipt;
  return (
    [...balances.values()].find((held) => held.account === orderAccount(order) && held.token === tokenA)?.balance ?? 0n
  );
};

describe('with a match fee', () => {
  // The match fee is 0.05 %; the pools take 0.3 %.
  const charging = () => {
    const exchange = start();
    exchange.policy = { ...exchange.policy, matchFeePpm: ppm(500n) };
    return new Kept(exchange, { matchFeePpm: ppm(500n) });
  };
  const both = (it: Kept, asked: bigint) => {
    const maker = place(it.exchange, 1_000_000n, 4_000_000n);
    return [maker, place(it.exchange, 4_000_000n, asked, { ...BUY, account: bob })];
  };

  test.each([
    ['exactly its limit', 999_500n, true],
    ['a unit less', 999_501n, false],
  ])('two orders fill each other only if the fee leaves the newer its limit: %s', async (_, asked, isSo) => {
    const it = charging();
    const [maker, taker] = both(it, asked);
    expect(told(await it.quieten())).toEqual(isSo ? [`match ${maker} ${taker}`] : []);
  });
});

describe('an order', () => {
  test('waits for its price, and is filled as far as a swap moves the price', async () => {
    const it = kept();
    const order = place(it.exchange, 1_000_000n, 4_100_000n);
    expect(await it.quieten()).toEqual([]);
    // Buying apples makes them about four percent more costly.
    it.exchange.run(swap(800_000n, { ...BUY, account: bob }));
    expect(told(await it.quieten())).toEqual([`fill ${order}`]);
    const left = leftOf(it.exchange, order);
    expect(left > 0n && left < 1_000_000n).toBe(true);
    it.exchange.run(swap(8_000_000n, { ...BUY, account: bob, ...FREELY }));
    expect(told(await it.quieten())).toEqual([`fill ${order}`]);
    expect(leftOf(it.exchange, order)).toBe(0n);
  });

  test('of a small amount is filled although a large one is out of reach', async () => {
    const it = kept();
    // The smallest fill of this order is 1 % of the pool's apples.
    place(it.exchange, 10n ** 8n, 5n * 10n ** 8n);
    expect(await it.quieten()).toEqual([]);
    const small = place(it.exchange, 1000n, 3980n, { account: bob });
    expect(told(await it.quieten())).toEqual([`fill ${small}`]);
  });

  test('is filled by a route over other pools too', async () => {
    const it = kept();
    const order = place(it.exchange, 1000n, 4200n);
    expect(await it.quieten()).toEqual([]);
    const [toCorn, fromCorn] = [pairOf(APPLE, CORN), pairOf(CORN, BREAD)];
    it.exchange.run(provide(1_000_000n, 1_000_000n, { ...toCorn, account: carl, mayCreatePool: true }));
    expect(await it.quieten()).toEqual([]);
    it.exchange.run(provide(1_000_000n, 4_500_000n, { ...fromCorn, account: carl, mayCreatePool: true }));
    expect(told(await it.quieten())).toEqual([`fill ${order}`]);
  });

  test('with a lower limit is filled first, and of two with the same limit the older', async () => {
    const it = kept();
    const [costly, cheap, same] = [410_000n, 405_000n, 405_000n].map((limit) => place(it.exchange, 100_000n, limit));
    expect(await it.quieten()).toEqual([]);
    it.exchange.run(swap(6_000_000n, { ...BUY, account: bob, ...FREELY }));
    expect(told(await it.quieten())).toEqual([`fill ${cheap}`, `fill ${same}`, `fill ${costly}`]);
    expect([cheap, same].map((order) => leftOf(it.exchange, order as number))).toEqual([0n, 0n]);
  });

  test('that must be filled completely and cannot be does not block the orders after it', async () => {
    const it = kept();
    const whale = place(it.exchange, 50_000_000n, 50_000_000n * 3n, { inParts: false });
    const small = place(it.exchange, 1000n, 3900n, { account: bob });
    expect(told(await it.quieten())).toEqual([`fill ${small}`]);
    expect(leftOf(it.exchange, whale)).toBe(50_000_000n);
  });

  test('that has expired is closed at any price', async () => {
    const it = kept();
    const [late, later] = [1000, 2000].map((ms) =>
      place(it.exchange, 1000n, 9000n, { expiresAtMs: it.exchange.nowMs + ms }),
    );
    expect(await it.quieten()).toEqual([]);
    it.exchange.nowMs += 999;
    expect(await it.quieten()).toEqual([]);
    it.exchange.nowMs += 1;
    expect(told(await it.quieten())).toEqual([`expired ${late}`]);
    it.exchange.nowMs += 86_400_000;
    expect(told(await it.quieten())).toEqual([`expired ${later}`]);
    expect(it.keeper.orders.size).toBe(0);
  });

  test('that recurs is filled part by part when due, and missed parts one by one', async () => {
    const it = kept();
    const order = place(it.exchange, 4000n, 0n, { schedule: { times: 4, everyMs: 60_000 } });
    const limited = place(it.exchange, 4000n, 16_200n, { schedule: { times: 4, everyMs: 60_000 } });
    const lefts = [];
    for (let minute = 0; minute < 6; minute++) {
      await it.quieten();
      expect(await it.quieten()).toEqual([]);
      lefts.push(leftOf(it.exchange, order), leftOf(it.exchange, limited));
      if (minute === 1) it.exchange.run(swap(2_000_000n, { ...BUY, account: bob, ...FREELY }));
      it.exchange.nowMs += 60_000;
    }
    expect(lefts).toEqual([3000n, 4000n, 2000n, 4000n, 1000n, 3000n, 0n, 2000n, 0n, 1000n, 0n, 0n]);
  });

  test.each([
    ['a minute after a part that was 90 s late', 90_000, 60_000],
    ['a minute after a part that was more than a second late', 1001, 61_001 - 1001],
    ['when it is due if the part before was at most a second late', 1000, 59_000],
  ])('that recurs every minute is filled again %s', async (_, lateMs, afterMs) => {
    const it = kept();
    const order = place(it.exchange, 4000n, 0n, { schedule: { times: 4, everyMs: 60_000 } });
    it.exchange.nowMs += lateMs;
    expect(told(await it.quieten())).toEqual([`fill ${order}`]);
    it.exchange.nowMs += afterMs - 1;
    expect(told(await it.quieten())).toEqual([]);
    expect(it.keeper.nextMs).toBe(it.exchange.nowMs + 1);
    // A new keeper has not seen the last fill, but knows that it was no later than the last transaction.
    const anew = new Kept(it.exchange);
    expect(await anew.look()).toEqual([]);
    it.exchange.nowMs += 1;
    expect(told(await anew.look())).toEqual([`fill ${order}`]);
    it.exchange.run(swap(1n, { account: bob }));
    expect(await new Kept(it.exchange).look()).toEqual([]);
    expect(told(await it.quieten())).toEqual([`fill ${order}`]);
  });

  test('that was closed meanwhile is refused once and dropped', async () => {
    const it = kept();
    const order = place(it.exchange, 1000n, 3900n);
    const commands = await it.look();
    expect(told(commands)).toEqual([`fill ${order}`]);
    it.exchange.run(closeOrder(order));
    expect(it.do(commands)).toEqual([{ refusal: { code: 'order_moved', order } }]);
    it.keeper.refused(commands, it.exchange.nowMs);
    expect(await it.quieten()).toEqual([]);
    expect(it.keeper.orders.size).toBe(0);
  });
});

describe('two orders that meet', () => {
  test('fill each other at the limit of the older if pools would pay less after fees', async () => {
    const it = kept();
    const maker = place(it.exchange, 10_000n, 40_050n);
    expect(await it.quieten()).toEqual([]);
    const taker = place(it.exchange, 20_025n, 4990n, { ...BUY, account: bob });
    expect(told(await it.quieten())).toEqual([`match ${maker} ${taker}`]);
    expect(it.exchange.journal.at(-1)?.receipt).toMatchObject({ amountA: 5000n, amountB: 20_025n });
    expect([leftOf(it.exchange, maker), leftOf(it.exchange, taker)]).toEqual([5000n, 0n]);
  });

  test('are matched only after pools have filled the newer as far as they pay it more', async () => {
    const it = kept();
    const maker = place(it.exchange, 1_000_000n, 4_050_000n);
    expect(await it.quieten()).toEqual([]);
    // The pool asks 4.012 bread for the first apple, the maker 4.05.
    const taker = place(it.exchange, 4_050_000n, 900_000n, { ...BUY, account: bob });
    // The rest of the newer order is filled by pools again, down to its own limit.
    expect(told(await it.quieten())).toEqual([`fill ${taker}`, `match ${maker} ${taker}`, `fill ${taker}`]);
    const filled = it.exchange.journal.at(-3)?.receipt as { amountA: bigint; amountB: bigint };
    expect(filled.amountA * 1_000_000n < filled.amountB * 4_050_000n).toBe(true);
    expect(leftOf(it.exchange, taker)).toBe(0n);
  });

  test('are not matched if one must be filled completely and cannot be, and the next order is tried', async () => {
    const it = kept();
    const whole = place(it.exchange, 1_000_000n, 3_995_000n, { inParts: false });
    const parts = place(it.exchange, 10_000n, 39_980n, { account: carl });
    expect(await it.quieten()).toEqual([]);
    const taker = place(it.exchange, 39_980n, 9960n, { ...BUY, account: bob });
    expect(told(await it.quieten())).toEqual([`match ${parts} ${taker}`]);
    expect(leftOf(it.exchange, whole)).toBe(1_000_000n);
  });
});

test('an order that is refused repeatedly waits with a growing delay, and is reported', async () => {
  const it = kept();
  place(it.exchange, 1000n, 3900n);
  const waits: number[] = [];
  const sinceMs = it.exchange.nowMs;
  for (let round = 0; round < 14; round++) {
    const commands = await it.look();
    expect(commands).toHaveLength(1);
    it.keeper.refused(commands, it.exchange.nowMs);
    const refusedMs = it.exchange.nowMs;
    while ((await it.look()).length === 0) it.exchange.nowMs = it.keeper.nextMs as number;
    waits.push(it.exchange.nowMs - refusedMs);
  }
  expect(waits.slice(0, 4)).toEqual([0, 400, 800, 1600]);
  expect(Math.max(...waits)).toBe(60_000);
  expect(it.keeper.oldestReachable?.sinceMs).toBe(sinceMs);
  expect(it.keeper.putOff).toBe(1);
  await it.quieten();
  expect([it.keeper.oldestReachable, it.keeper.putOff]).toEqual([undefined, 0]);
});

test('an order that is refused because of others’ transactions waits 400 ms at most', async () => {
  const it = kept();
  place(it.exchange, 1000n, 3900n);
  for (let round = 0; round < 8; round++) {
    const commands = await it.look();
    expect(commands).toHaveLength(1);
    it.keeper.refused(commands, it.exchange.nowMs, true);
    it.exchange.nowMs += 400;
  }
});

test.each([
  ['a second after its delay it waits longer', 1000, 800],
  ['more than a second after it, it is tried again at once', 1001, 0],
])('an order that was refused twice is refused again: %s', async (_, afterMs, waitMs) => {
  const it = kept();
  const order = place(it.exchange, 1000n, 3900n);
  const commands = await it.look();
  for (let count = 0; count < 2; count++) it.keeper.refused(commands, it.exchange.nowMs);
  it.exchange.nowMs += 400 + afterMs;
  it.keeper.refused(commands, it.exchange.nowMs);
  expect(it.keeper.orders.get(order)?.attempts.notBeforeMs).toBe(it.exchange.nowMs + waitMs);
});

test('an order that waits after refusals is tried at once if another keeper has filled a part of it', async () => {
  const it = kept();
  const order = place(it.exchange, 1000n, 3900n);
  const commands = await it.look();
  for (let count = 0; count < 5; count++) it.keeper.refused(commands, it.exchange.nowMs);
  expect(await it.look()).toEqual([]);
  it.exchange.run(fillOrder(order, 500n, 1000n));
  expect(told(await it.look())).toEqual([`fill ${order}`]);
});

test('an order that expires is not counted as reachable', async () => {
  const it = kept();
  const order = place(it.exchange, 1000n, 9000n, { expiresAtMs: it.exchange.nowMs + 1000 });
  it.exchange.nowMs += 1000;
  expect(told(await it.look())).toEqual([`expired ${order}`]);
  expect(it.keeper.oldestReachable).toBeUndefined();
});

test('if the clock goes back by more than five seconds, all orders are loaded again', async () => {
  const it = kept();
  const order = place(it.exchange, 1000n, 3900n);
  await it.follow();
  const { nowMs } = it.exchange;
  expect(told(it.keeper.look(nowMs).commands)).toEqual([`fill ${order}`]);
  expect(told(it.keeper.look(nowMs - 5000).commands)).toEqual([`fill ${order}`]);
  expect(it.keeper.look(nowMs - 5001)).toEqual({ commands: [], isAll: false });
  expect(it.keeper.orders.isKnown).toBe(false);
  await it.follow();
  expect(told(it.keeper.look(nowMs - 5001).commands)).toEqual([`fill ${order}`]);
});

test('a look returns at most `most` commands, and the next looks return the rest', async () => {
  const it = new Kept(start(), { most: 10 });
  for (let count = 0; count < 35; count++) place(it.exchange, 1000n, 3000n + BigInt(count));
  const batches: number[] = [];
  for (let commands = await it.look(); commands.length > 0; commands = await it.look()) {
    batches.push(commands.length);
    it.do(commands);
  }
  expect(batches).toEqual([10, 10, 10, 5]);
  expect(it.keeper.orders.size).toBe(0);
});

// Takes 2 s of CPU, mostly to place them.
test('ten thousand orders out of reach cost at most one search per look after a swap, and none if nothing has changed', async () => {
  const it = kept();
  for (let count = 0; count < 100; count++) {
    it.exchange.run(
      ...Array.from({ length: 100 }, (_, at) => placeOrder(1000n, 5000n + BigInt((count * 100 + at) % 977))),
    );
  }
  expect(await it.quieten()).toEqual([]);
  const searches = [vi.spyOn(RouteFinder.prototype, 'best'), vi.spyOn(RouteFinder.prototype, 'estimate')];
  const searched = () => searches.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  // Each swap moves the price by at most 0.02 %, and 25 % are missing; only the sweep searches.
  for (let swaps = 0; swaps < 50; swaps++) {
    it.exchange.run(swap(1000n, { ...(swaps % 2 === 0 ? BUY : SELL), account: bob }));
    expect(await it.look()).toEqual([]);
  }
  expect(searched()).toBeLessThanOrEqual(50);
  for (const search of searches) search.mockClear();
  for (let looks = 0; looks < 50; looks++) expect(await it.look()).toEqual([]);
  expect(searched()).toBe(0);
  for (const search of searches) search.mockRestore();
});

test('orders of a paused token are matched only after the pause', async () => {
  const it = kept();
  const maker = place(it.exchange, 10_000n, 40_050n);
  const taker = place(it.exchange, 20_025n, 4990n, { ...BUY, account: bob });
  it.exchange.run(updateToken(APPLE, { status: 'paused' }));
  expect(await it.quieten()).toEqual([]);
  it.exchange.run(updateToken(APPLE, { status: 'listed' }));
  expect(told(await it.quieten())).toEqual([`match ${maker} ${taker}`]);
});

test('a dust pool that makes 200 orders look reachable causes fewer than 1,000 searches, and then none', async () => {
  const it = new Kept(start(), { isLong: () => true });
  const dust = pairOf(APPLE, CORN);
  it.exchange.run(provide(10n, 10n ** 6n, { ...dust, account: carl, mayCreatePool: true }));
  // One order sells a single unit at a time, for which the dust pool pays a fortune; for a thousandth of the others it does not.
  it.exchange.run(placeOrder(1n, 900_000n, { ...dust, account: bob }));
  for (let count = 0; count < 200; count++) it.exchange.run(placeOrder(10n ** 5n, 4n * 10n ** 9n, dust));
  const best = vi.spyOn(RouteFinder.prototype, 'best');
  for (let looks = 0; looks < 300; looks++) expect(await it.look()).toEqual([]);
  const searched = best.mock.calls.length;
  for (let looks = 0; looks < 50; looks++) expect(await it.look()).toEqual([]);
  expect(best.mock.calls.length).toBe(searched);
  expect(searched).toBeLessThan(1000);
  best.mockRestore();
});

type Step =
  | { readonly swap: { pair: number; units: bigint } }
  | {
      readonly place: {
        owner: number;
        pair: number;
        units: bigint;
        limit: bigint;
        inParts: boolean;
        times: number;
        ms: number;
      };
    }
  | { readonly close: number }
  | { readonly wait: number };
const PAIRS = [SELL, BUY, pairOf(APPLE, CORN), pairOf(CORN, APPLE), pairOf(CORN, BREAD), pairOf(BREAD, CORN)] as const;
/** The value of one unit of each token. */
const WORTH = new Map([
  [APPLE.address, 4n],
  [BREAD.address, 1n],
  [CORN.address, 2n],
]);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ swap: fc.record({ pair: fc.nat(5), units: fc.bigInt(1n, 60_000n) }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      place: fc.record({
        owner: fc.nat(2),
        pair: fc.nat(5),
        units: fc.bigInt(600n, 100_000n),
        // In thousandths of the value.
        limit: fc.oneof({ weight: 8, arbitrary: fc.bigInt(930n, 1050n) }, { weight: 1, arbitrary: fc.constant(0n) }),
        inParts: fc.boolean(),
        times: fc.constantFrom(0, 0, 0, 0, 3),
        ms: fc.integer({ min: 500, max: 20_000 }),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ close: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 3000 }) }) },
);

function run(exchange: PaperExchange, step: Step): void {
  const owners: readonly Account[] = [ann, bob, carl];
  if ('wait' in step) exchange.nowMs += step.wait;
  else if ('swap' in step) {
    exchange.answer(swap(step.swap.units, { ...PAIRS[step.swap.pair], account: bob, ...FREELY }));
  } else if ('place' in step) {
    const { owner, pair, units, limit, inParts, times, ms } = step.place;
    const of = PAIRS[pair] as (typeof PAIRS)[number];
    const worth = (units * (WORTH.get(of.tokenA) as bigint)) / (WORTH.get(of.tokenB) as bigint);
    exchange.answer(
      placeOrder(units, (worth * limit) / 1000n, {
        ...of,
        account: owners[owner] as Account,
        inParts,
        expiresAtMs: exchange.nowMs + ms,
        ...(times > 0 && { schedule: { times, everyMs: 1000 } }),
      }),
    );
  } else {
    const placed = exchange.journal.filter(({ receipt }) => receipt.kind === 'placeOrder');
    const receipt = placed[step.close % (placed.length || 1)]?.receipt as PlaceOrderReceipt | undefined;
    if (receipt)
      exchange.answer(closeOrder(receipt.order, { ...receipt, kind: 'closeOrder', reason: 'cancelled' } as never));
  }
}

/** Lists the open orders that pools could fill with the smallest allowed amount, and pairs that could fill each other. */
async function reachable(exchange: PaperExchange): Promise<readonly string[]> {
  const finder = new RouteFinder({ maxPools: 16, minGain: 5e-6 });
  finder.restart(new Book(await tailOf(exchange).everything()));
  const { nowMs } = exchange;
  const open = exchange.journal.flatMap((posted) => {
    const order = placedBy(posted);
    const left = order ? exchange.balanceOf(orderAccount(posted.sequence), order.tokenA) : 0n;
    const filled = lastFillOf(exchange, posted.sequence);
    return order && left > 0n ? [{ number: posted.sequence, order, left: amount(left), ...filled }] : [];
  });
  const found = open.flatMap(({ number, order, ...progress }) => {
    if (nowMs >= order.expiresAtMs) return [`${number} has expired`];
    const allowed = allowedFills({ order, ...progress, nowMs });
    if (!allowed) return [];
    const { tokenA, tokenB } = order;
    const way = finder.best({ tokenA, tokenB, exact: { in: allowed.least }, referred: false });
    const isReached = isPassable(way) && order.minReceived > 0n && way.plan.amountOut >= limitFor(order, allowed.least);
    return isReached ? [`${number} by pools`] : [];
  });
  for (const maker of open) {
    for (const taker of open) {
      const isPair = maker.number < taker.number && maker.order.tokenA === taker.order.tokenB;
      if (!isPair || maker.order.tokenB !== taker.order.tokenA || !doMeet(maker.order, taker.order)) continue;
      if (matchFor(maker, taker, nowMs) !== undefined) found.push(`${maker.number} with ${taker.number}`);
    }
  }
  return found;
}

// Takes four seconds of CPU.
test('after any history, when the keeper has nothing to do, no order is reachable, and a new keeper finds nothing either', async () => {
  const seen = new Map<string, number>();
  const property = fc.asyncProperty(
    fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 12, size: 'max' }),
    async (history) => {
      const exchange = start();
      exchange.run(provide(2_000_000n, 4_000_000n, { ...pairOf(APPLE, CORN), account: carl, mayCreatePool: true }));
      exchange.run(provide(3_000_000n, 6_000_000n, { ...pairOf(CORN, BREAD), account: carl, mayCreatePool: true }));
      const it = new Kept(exchange);
      for (const steps of history) {
        for (const step of steps) run(exchange, step);
        for (const { kind } of await it.quieten()) seen.set(kind, (seen.get(kind) ?? 0) + 1);
        expect(await reachable(exchange)).toEqual([]);
        expect(told(await new Kept(exchange).look())).toEqual([]);
      }
      const balances = Map.groupBy(exchange.balances.values(), ({ token }) => token);
      for (const held of balances.values()) expect(held.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n);
    },
  );
  const times = (kind: string) => seen.get(kind) ?? 0;
  await untilSeen(
    () => fc.assert(property, { numRuns: 60 }),
    () => times('fillOrder') > 50 && times('matchOrders') > 0 && times('closeOrder') > 10,
  );
});
