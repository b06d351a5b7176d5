// The audit of guards and parts: what the keeper did passes, and any change of a fill is reported.
import { expect, test } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, BREAD, CORN, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import { ann, bob, guarded, pairOf, placeOrder, provide, swap } from '../../test/paper-orders.ts';
import { reserveAccount } from '../core/accounts.ts';
import { type Account, amount, type TokenAddress } from '../core/amount.ts';
import { transfersOf } from '../core/commands/command.ts';
import type { SwapReceipt } from '../core/commands/swap-receipt.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { balanceKey } from '../core/settle/transfer.ts';
import { AveragesCheck } from './averages.ts';
import type { PoolThen } from './match.ts';
import { OrdersCheck } from './orders.ts';
import { poolsPassed } from './route.ts';

const MINUTE = 60_000;
const DECIMALS = new Map([APPLE, BREAD, CORN].map(({ address, decimals }) => [address as string, decimals]));

/** The first fault that the audit finds in the orders of a journal, in words. */
function faultIn(exchange: PaperExchange, journal: readonly Posted[]): string | undefined {
  const balances = new Map<string, bigint>();
  const held = (account: Account, token: TokenAddress) => balances.get(balanceKey(account, token)) ?? 0n;
  const pools = [...exchange.pools.values()];
  const thenOf = (pool: (typeof pools)[number]): PoolThen => ({
    pool: { ...pool, decimals0: DECIMALS.get(pool.token0) ?? 0, decimals1: DECIMALS.get(pool.token1) ?? 0 },
    held: {
      reserve0: held(reserveAccount(pool.address), pool.token0),
      reserve1: held(reserveAccount(pool.address), pool.token1),
    },
    ...pool,
    isPaused: false,
  });
  const averages = new AveragesCheck();
  const orders = new OrdersCheck(averages, (tokenIn, tokenOut) => {
    const pool = pools.find(({ token0, token1 }) => [token0, token1].every((one) => [tokenIn, tokenOut].includes(one)));
    return pool && thenOf(pool);
  });
  for (const posted of journal) {
    for (const { from, to, token, amount: units } of transfersOf(posted.receipt)) {
      balances.set(balanceKey(from, token), held(from, token) - units);
      balances.set(balanceKey(to, token), held(to, token) + units);
    }
    for (const { pool: address } of poolsPassed(posted.receipt)) {
      const pool = pools.find((one) => one.address === address);
      const then = pool && thenOf(pool);
      const fees = { lpFee: then?.lpFeePpm ?? 0n, protocolFee: then?.protocolFeePpm ?? 0n };
      if (then) averages.add(then.pool, then.held, fees, posted);
    }
    const fault = orders.add(posted);
    if (fault !== undefined) return `${posted.sequence}: ${fault}`;
  }
  return undefined;
}

/** A recurring order that sells over half an hour, with trades of others in between; over CORN, the way can be deeper than the pair's pool. */
async function history(isDeepOverCorn: boolean) {
  const exchange = PaperExchange.open({ apple: 10n ** 9n, bread: 4n * 10n ** 9n, rates: ratesOf(2000n, 1000n, 0n) });
  for (const who of [ann, bob]) for (const token of [APPLE, BREAD, CORN]) exchange.fund(who, token, 10n ** 14n);
  if (isDeepOverCorn) {
    exchange.run(provide(10n ** 11n, 10n ** 11n, { ...pairOf(APPLE, CORN), mayCreatePool: true }));
    exchange.run(provide(10n ** 11n, 4n * 10n ** 11n, { ...pairOf(CORN, BREAD), mayCreatePool: true }));
  }
  exchange.nowMs += 5 * MINUTE;
  const kept = new Kept(exchange);
  exchange.run(guarded(placeOrder(60_000_000n, 0n, { schedule: { times: 6, everyMs: 2 * MINUTE } })));
  const order = exchange.journal.length;
  for (let look = 0; look < 1800 && exchange.balanceOf(`order ${order}` as Account, APPLE.address) > 0n; look++) {
    if (look % 97 === 0) exchange.run(swap(3_000_000n, { ...pairOf(BREAD, APPLE), account: bob }));
    if (look % 150 === 0) exchange.run(swap(700_000n, { account: bob }));
    kept.do(await kept.look());
    exchange.nowMs += 1000;
  }
  const fills = exchange.journal.filter(({ receipt }) => receipt.kind === 'swap' && receipt.fill);
  return { exchange, order, fills };
}

type Fill = Posted & { readonly receipt: SwapReceipt & { readonly guard: NonNullable<SwapReceipt['guard']> } };

test.each([false, true])(
  'fills of a guarded order pass, and any change of one is reported; over a third token: %s',
  async (isDeep) => {
    const { exchange, order, fills } = await history(isDeep);
    expect(fills.length).toBeGreaterThan(5);
    expect(faultIn(exchange, exchange.journal)).toBeUndefined();
    const last = fills.at(-1) as Fill;
    expect(last.receipt.guard.via).toEqual(isDeep ? ['corn'] : []);
    const changed = (change: (fill: Fill) => Partial<Fill>) =>
      faultIn(
        exchange,
        exchange.journal.map((posted) => (posted === last ? ({ ...last, ...change(last) } as Posted) : posted)),
      );
    const withGuard = (guard: Partial<Fill['receipt']['guard']>) =>
      changed(({ receipt }) => ({ receipt: { ...receipt, guard: { ...receipt.guard, ...guard } } }));
    const { guard } = last.receipt;
    const { numerator, denominator } = guard.average;
    const at = `${last.sequence}: fills the order ${order}`;
    expect(changed(({ receipt: { guard: _, ...rest } }) => ({ receipt: rest as never }))).toBe(
      `${at} without its guard`,
    );
    expect(withGuard({ average: { numerator: numerator - 1n, denominator } })).toBe(
      `${at} by an average that the journal does not come to`,
    );
    expect(withGuard({ average: { numerator: numerator * 2n, denominator } })).toBe(`${at} below its guard`);
    expect(withGuard({ depth: guard.depth - 1n })).toBe(`${at} by a depth that the journal does not come to`);
    expect(withGuard({ fromMs: guard.fromMs + 1000 })).toBe(`${at} by an average of another window`);
    expect(withGuard({ asOf: last.sequence })).toBe(`${at} by an average of another time`);
    // The fees of pools that do not exist are none, so such a way seems to pay more.
    expect(withGuard({ via: isDeep ? [] : [CORN.address] })).toBe(
      isDeep ? `${at} by the way over [], but the one over [corn] is better for the amount` : `${at} below its guard`,
    );
  },
);

test('parts worth a few units are filled, since the guard allows for fees rounded up to a unit', async () => {
  const exchange = PaperExchange.open({ apple: 10n ** 11n, bread: 10n ** 6n, rates: ratesOf(2000n, 1000n, 0n) });
  exchange.fund(ann, APPLE, 10n ** 11n);
  exchange.nowMs += 5 * MINUTE;
  const kept = new Kept(exchange);
  exchange.run(guarded(placeOrder(1_020_000n, 0n, { schedule: { times: 2, everyMs: MINUTE } })));
  const order = exchange.journal.length;
  for (let look = 0; look < 300; look++) {
    kept.do(await kept.look());
    exchange.nowMs += 1000;
  }
  const fills = exchange.journal.filter(({ receipt }) => receipt.kind === 'swap' && receipt.fill) as readonly Fill[];
  // Each sells only what its four units need; the first leaves the rest of its part to the second, which gives it back.
  expect(fills.map(({ receipt }) => [receipt.amountA, receipt.amountB, receipt.fill?.returned])).toEqual([
    [501_005n, 4n, undefined],
    [501_010n, 4n, 17_985n],
  ]);
  expect(exchange.balanceOf(ann, APPLE.address)).toBe(10n ** 11n - 501_005n - 501_010n);
  expect(faultIn(exchange, exchange.journal)).toBeUndefined();
  const [first, last] = fills as [Fill, Fill];
  const faultWith = (of: Fill, change: Partial<SwapReceipt>) =>
    faultIn(
      exchange,
      exchange.journal.map((posted) =>
        posted === of ? { ...of, receipt: { ...of.receipt, ...change } as SwapReceipt } : posted,
      ),
    );
  const worse = `${first.sequence}: fills the order ${order} below its guard`;
  expect(faultWith(first, { amountB: amount(2n) })).toBe(worse);
  const left = amount(1_020_000n - 501_005n);
  const early = { fill: { order, left: amount(0n), returned: left } };
  expect(faultWith(first, early)).toBe(
    `${first.sequence}: gives ${left} of the order ${order} back, which could be sold`,
  );
  const [more, fewer] = [17_986n, 17_984n].map((returned) => ({
    amountA: amount(left - returned),
    fill: { order, left: amount(0n), returned: amount(returned) },
  })) as [Partial<SwapReceipt>, Partial<SwapReceipt>];
  expect(faultWith(last, { ...more, amountB: amount(3n) })).toBe(
    `${last.sequence}: gives 17986 of the order ${order} back, which could be sold`,
  );
  expect(faultWith(last, fewer)).toBeUndefined();
});

test('parts of a recurring order that are filled together, or within a minute after a late one, are reported', async () => {
  const { exchange, order, fills } = await history(false);
  const first = fills[0] as Fill;
  const late = fills.map((posted) => ({ ...posted, createdAtMs: posted.createdAtMs }));
  const sums = late.map((_, at) =>
    late.slice(0, at + 1).reduce((sum, { receipt }) => sum + (receipt as SwapReceipt).amountA, 0n),
  );
  const ends = sums.findIndex((sum) => sum === 10_000_000n);
  const [end, next] = [fills[ends] as Fill, fills[ends + 1] as Fill];
  expect(next.createdAtMs - end.createdAtMs).toBeGreaterThanOrEqual(MINUTE);
  const upTo = (last: Posted) => exchange.journal.filter(({ sequence }) => sequence < last.sequence);
  // Without guards, the audit checks only when parts were due.
  const free = (journal: readonly Posted[]) =>
    journal.map((posted): Posted => {
      const { receipt } = posted;
      if (receipt.kind !== 'placeOrder') return posted;
      return { ...posted, receipt: { ...receipt, maxSlippagePpm: 1_000_000n as never } };
    });
  const without = (fill: Fill, change: Partial<SwapReceipt>, createdAtMs: number): Posted => {
    const { guard: _, ...receipt } = fill.receipt;
    return { ...fill, createdAtMs, receipt: { ...receipt, ...change } as SwapReceipt };
  };
  const strip = (journal: readonly Posted[]) =>
    free(journal).map((posted) =>
      posted.receipt.kind === 'swap' && posted.receipt.fill ? without(posted as Fill, {}, posted.createdAtMs) : posted,
    );
  const soon = without(next, {}, end.createdAtMs + MINUTE - 1);
  expect(faultIn(exchange, [...strip(upTo(next)), soon])).toBe(
    `${next.sequence}: fills more of the order ${order} than was due`,
  );
  const both = { amountA: amount(20_000_000n), fill: { order, left: amount(40_000_000n) } };
  const together = without(first, both, first.createdAtMs + 10 * MINUTE);
  expect(faultIn(exchange, [...strip(upTo(first)), together])).toBe(
    `${first.sequence}: fills more of the order ${order} than was due`,
  );
});

test('a part that was due before the clock was set back is refused, and filled when it is due again', async () => {
  const exchange = PaperExchange.open({ apple: 10n ** 9n, bread: 4n * 10n ** 9n, rates: ratesOf(2000n, 1000n, 0n) });
  exchange.fund(ann, APPLE, 10n ** 9n);
  // The order has no guard, since its evidence would be in the future when the clock is set back.
  exchange.run(placeOrder(3_000_000n, 0n, { schedule: { times: 3, everyMs: MINUTE } }));
  exchange.nowMs += 10 * MINUTE;
  const kept = new Kept(exchange);
  await kept.quieten();
  const filledAtMs = exchange.nowMs;
  exchange.nowMs = filledAtMs + MINUTE;
  const found = await kept.look();
  exchange.nowMs = filledAtMs + MINUTE - 1;
  expect(kept.do(found)).toMatchObject([{ refusal: { code: 'order_moved' } }]);
  exchange.nowMs = filledAtMs + MINUTE;
  expect(kept.do(found)).toMatchObject([{ posted: { receipt: { amountA: 1_000_000n } } }]);
  expect(faultIn(exchange, exchange.journal)).toBeUndefined();
});

/** Ann's guarded order, older or newer than bob's bid at the pool's price, which the keeper matches with it. */
async function matchedWith(isOlder: boolean) {
  const exchange = PaperExchange.open({ apple: 10n ** 9n, bread: 4n * 10n ** 9n, rates: ratesOf(2000n, 1000n, 0n) });
  exchange.fund(ann, APPLE, 10n ** 9n).fund(bob, BREAD, 10n ** 9n);
  exchange.nowMs += 5 * MINUTE;
  const bid = placeOrder(4_000_000n, 1_000_000n, { ...pairOf(BREAD, APPLE), account: bob });
  const sale = guarded(placeOrder(2_000_000n, 4_000_000n, { schedule: { times: 2, everyMs: 2 * MINUTE } }));
  for (const command of isOlder ? [sale, bid] : [bid, sale]) exchange.run(command);
  const order = exchange.journal.length - (isOlder ? 1 : 0);
  const kept = new Kept(exchange);
  kept.do(await kept.look());
  return { exchange, order };
}

test.each([
  ['maker', true],
  ['taker', false],
] as const)('a guarded %s of a match passes, and a change of its guard is reported', async (side, isOlder) => {
  const { exchange, order } = await matchedWith(isOlder);
  const last = exchange.journal.at(-1) as Posted;
  const { receipt } = last;
  if (receipt.kind !== 'matchOrders') throw new Error(`the last is a ${receipt.kind}`);
  expect(faultIn(exchange, exchange.journal)).toBeUndefined();
  const { guard, ...rest } = receipt[side];
  if (!guard) throw new Error(`the ${side} has no guard`);
  const changed = (change: Partial<typeof guard> | undefined) => {
    const changedSide = change ? { ...rest, guard: { ...guard, ...change } } : rest;
    return faultIn(exchange, [
      ...exchange.journal.slice(0, -1),
      { ...last, receipt: { ...receipt, [side]: changedSide } },
    ]);
  };
  const at = `${last.sequence}: fills the order ${order}`;
  const { numerator, denominator } = guard.average;
  expect(changed(undefined)).toBe(`${at} without its guard`);
  expect(changed({ average: { numerator: numerator * 2n, denominator } })).toBe(`${at} below its guard`);
  expect(changed({ depth: guard.depth - 1n })).toBe(`${at} by a depth that the journal does not come to`);
});
