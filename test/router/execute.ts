// A route in exact integers, hop by hop, independent of how the exchange executes one.

import { type MadeMarket, type MadePool, reservesOf, type Trade } from '../../bench/router/markets.ts';
import { type Amount, amount } from '../../src/core/amount.ts';
import { constantProduct } from '../../src/core/curves/constant-product.ts';
import { swapExactIn } from '../../src/core/fill.ts';
import type { Candidate } from '../../src/router/router.ts';

/** What the trader receives; zero where a hop pays nothing. Fails if a token or a pool comes twice, or something is left. */
export function execute({ pools }: MadeMarket, { from, to, amount: paid }: Trade, route: Candidate): bigint {
  const held = new Map<number, bigint>([[from, paid]]);
  const opened = new Map<number, { all: bigint; left: number }>();
  const poolsUsed = new Set<number>();
  for (const { pool: number, forward, share } of route) {
    const pool = pools[number] as MadePool;
    if (poolsUsed.size === poolsUsed.add(number).size) throw new Error(`pool ${number} twice`);
    const [tokenIn, tokenOut] = forward ? [pool.one, pool.other] : [pool.other, pool.one];
    if (tokenIn === to || tokenOut === from) throw new Error('out of the last token or into the first');
    if (opened.has(tokenOut)) throw new Error(`token ${tokenOut} comes back`);
    const hopsLeft = route.filter((hop) => ends(pools, hop)[0] === tokenIn).length;
    const state = opened.get(tokenIn) ?? { all: held.get(tokenIn) ?? 0n, left: hopsLeft };
    state.left -= 1;
    opened.set(tokenIn, state);
    const have = held.get(tokenIn) ?? 0n;
    const amountIn = state.left === 0 ? have : (state.all * BigInt(share)) >> 30n;
    held.set(tokenIn, have - amountIn);
    const fill =
      amountIn === 0n ? null : swapExactIn(constantProduct, reservesOf(pool, forward), pool.rates, amount(amountIn));
    if (fill === null) return 0n;
    held.set(tokenOut, (held.get(tokenOut) ?? 0n) + fill.amountOut);
  }
  for (const [token, left] of held) if (token !== to && left !== 0n) throw new Error(`${left} left of ${token}`);
  return held.get(to) ?? 0n;
}

const ends = (pools: readonly MadePool[], { pool, forward }: Candidate[number]) => {
  const { one, other } = pools[pool] as MadePool;
  return forward ? [one, other] : [other, one];
};

export function bestOf(market: MadeMarket, trade: Trade, routes: readonly Candidate[]): bigint {
  return routes.reduce((best, route) => {
    const received = execute(market, trade, route);
    return received > best ? received : best;
  }, 0n);
}

export const part = (amountIn: Amount): number => Number(amountIn);
