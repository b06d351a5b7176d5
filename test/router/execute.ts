// Executes a route in exact integers, hop by hop, independently of the exchange's code.
import { type MadeMarket, type MadePool, reservesOf, type Trade } from '../../bench/router/markets.ts';
import { amount, MAX_AMOUNT } from '../../src/core/amount.ts';
import { constantProduct } from '../../src/core/curves/constant-product.ts';
import { swapExactIn, swapExactOut } from '../../src/core/maths/fill.ts';
import type { Candidate } from '../../src/router/router.ts';

/** The output for the amount; zero if a hop pays nothing. Throws if the route is not valid. */
export function execute({ pools }: MadeMarket, { from, to, amount: offered }: Trade, route: Candidate): bigint {
  const hops = checked(pools, route, from, to);
  const held = new Map([[from, BigInt(offered)]]);
  const before = new Map<number, bigint>();
  for (const [index, { pool, forward, share, tokenIn, tokenOut }] of hops.entries()) {
    const have = held.get(tokenIn) ?? 0n;
    const all = before.get(tokenIn) ?? have;
    before.set(tokenIn, all);
    const isLast = hops.findLastIndex((hop) => hop.tokenIn === tokenIn) === index;
    const amountIn = isLast ? have : (all * BigInt(share)) >> 30n;
    held.set(tokenIn, have - amountIn);
    if (amountIn === 0n) continue;
    const fill = swapExactIn(constantProduct, reservesOf(pool, forward), pool.rates, amount(amountIn));
    if (fill === null) return 0n;
    held.set(tokenOut, (held.get(tokenOut) ?? 0n) + fill.amountOut);
  }
  for (const [token, left] of held) if (token !== to && left !== 0n) throw new Error(`${left} left of ${token}`);
  return held.get(to) ?? 0n;
}

/** The input for the exact output, computed from the end; null if a pool cannot pay its part. */
export function executeOut(
  { pools }: MadeMarket,
  { from, to, amount: wanted }: Trade,
  route: Candidate,
): bigint | null {
  const hops = checked(pools, route, from, to);
  const needed = new Map([[to, BigInt(wanted)]]);
  const before = new Map<number, bigint>();
  for (const [index, { pool, forward, share, tokenIn, tokenOut }] of [...hops.entries()].reverse()) {
    const need = needed.get(tokenOut) ?? 0n;
    const all = before.get(tokenOut) ?? need;
    before.set(tokenOut, all);
    const isLast = hops.findIndex((hop) => hop.tokenOut === tokenOut) === index;
    const amountOut = isLast ? need : (all * BigInt(share)) >> 30n;
    needed.set(tokenOut, need - amountOut);
    if (amountOut === 0n) continue;
    const reserves = reservesOf(pool, forward);
    const fill = swapExactOut(
      constantProduct,
      reserves,
      pool.rates,
      amount(amountOut),
      MAX_AMOUNT - reserves.reserveIn,
    );
    if (fill === null || fill === 'input_too_large') return null;
    needed.set(tokenIn, (needed.get(tokenIn) ?? 0n) + fill.amountIn);
  }
  return needed.get(from) ?? 0n;
}

/** Checks that no pool or token repeats, nothing flows into the first token or out of the last, and no branch ends early. */
export function checked(pools: readonly MadePool[], route: Candidate, from: number, to: number) {
  const hops = route.map((hop) => {
    const pool = pools[hop.pool] as MadePool;
    const [tokenIn, tokenOut] = hop.forward ? [pool.one, pool.other] : [pool.other, pool.one];
    return { ...hop, pool, number: hop.pool, tokenIn, tokenOut };
  });
  const left = new Set<number>();
  const entered = new Set([from]);
  for (const { tokenIn, tokenOut, share } of hops) {
    if (left.has(tokenOut) || tokenOut === from || tokenIn === to) throw new Error(`token ${tokenOut} comes again`);
    if (!entered.has(tokenIn)) throw new Error(`token ${tokenIn} comes from nowhere`);
    if (!Number.isInteger(share) || share < 1 || share > 2 ** 30) throw new Error(`a share of ${share}`);
    left.add(tokenIn);
    entered.add(tokenOut);
  }
  for (const token of entered) if (token !== to && !left.has(token)) throw new Error(`token ${token} leads nowhere`);
  if (new Set(hops.map(({ number }) => number)).size !== hops.length) throw new Error('a pool comes twice');
  return hops;
}

export const bestOf = (market: MadeMarket, trade: Trade, routes: readonly Candidate[]): bigint =>
  routes.map((route) => execute(market, trade, route)).reduce((best, paid) => (paid > best ? paid : best), 0n);

export const leastOf = (market: MadeMarket, trade: Trade, routes: readonly Candidate[]): bigint | null =>
  routes
    .map((route) => executeOut(market, trade, route))
    .reduce((least, paid) => (least === null || (paid !== null && paid < least) ? paid : least), null);
