// Recomputes the price of a match: what the pools would have paid each order, and their mid price.
import type { Receipt } from '../core/commands/command.ts';
import { hopsOf } from '../core/commands/swap-receipt.ts';
import type { Pool } from '../core/pool.ts';
import { mostPaid, type PricedPool, type Reserves, ratioOf } from './price.ts';

type Matched = Extract<Receipt, { kind: 'matchOrders' }>;
type Swapped = Extract<Receipt, { kind: 'swap' }>;
type Hop = { readonly tokenIn: string; readonly tokenOut: string; readonly share: number };
type Terms = { readonly amountA: bigint; readonly minReceived: bigint; readonly isPurchase?: true };

/** A pool at the time of a match. */
export type PoolThen = {
  readonly pool: Pool & PricedPool;
  readonly held: Reserves;
  readonly isPaused: boolean;
  /** The fees; undefined if the journal does not contain them. */
  readonly lpFeePpm: bigint | undefined;
  readonly protocolFeePpm: bigint | undefined;
};
export type PoolsThen = (tokenIn: string, tokenOut: string) => PoolThen | undefined;

/** The output of a route, and the price of its first unit after fees; the price is undefined if the route is split. */
type Paid = { readonly out: bigint; readonly price: readonly [above: bigint, below: bigint] | undefined };

const WHOLE = 2n ** 30n;
const LARGEST = 2n ** 120n - 1n;
const MILLION = 1_000_000n;

/** A fault in the price of a match between orders with these terms, in words. */
export function faultOfMatch(receipt: Matched, maker: Terms, taker: Terms, pools: PoolsThen): string | undefined {
  const { tokenA, tokenB, amountA, amountB, fee, pools: { sold: there, bought: back } = {} } = receipt;
  const direct = (tokenIn: string, tokenOut: string) => [{ tokenIn, tokenOut, share: Number(WHOLE) }];
  const [wayThere, wayBack] = [there ?? direct(tokenA, tokenB), back ?? direct(tokenB, tokenA)];
  const hops = [...wayThere, ...wayBack].map(({ tokenIn, tokenOut }) => pools(tokenIn, tokenOut));
  if (hops.some((pool) => pool && (pool.lpFeePpm === undefined || pool.protocolFeePpm === undefined))) return undefined;
  const sold = paidOver(wayThere, amountA, pools);
  const bought = sold && paidOver(wayBack, sold.out, pools);
  const taken = amountA - (fee?.amount ?? 0n);
  if (sold && sold.out > amountB) return `matches the order ${receipt.maker.order} below what the pools pay`;
  if ((paidOver(wayBack, amountB, pools)?.out ?? 0n) > taken)
    return `matches the order ${receipt.taker.order} below what the pools pay`;
  if (sold && bought && !(sold.price && bought.price)) return undefined;
  const [least, affordable] = [limitFor(maker, amountA), (taken * taker.amountA) / taker.minReceived];
  const most = affordable > LARGEST ? LARGEST : affordable;
  const isBelow = (units: bigint): boolean => {
    if (!sold?.price || !bought?.price) return 2n * units <= least + most;
    const [a, b] = [sold.price, bought.price];
    // Compares units² / amountA² with the ratio of both prices.
    return units * units * a[1] * b[0] <= amountA * amountA * a[0] * b[1];
  };
  // The largest amount at or below the mid price, unless a limit forbids it.
  const isSo = (amountB === least || isBelow(amountB)) && (amountB === most || !isBelow(amountB + 1n));
  if (!isSo && maker.isPurchase && isPaidExactly(receipt, maker, taker, sold?.price, bought?.price)) return undefined;
  return isSo ? undefined : 'matches two orders at another price than that of the pools';
}

/** True if the payment of a maker for exactly what it buys is the largest at or below the mid price, unless a limit forbids that. */
function isPaidExactly(
  { amountA, amountB, fee }: Matched,
  maker: Terms,
  taker: Terms,
  there: Paid['price'],
  back: Paid['price'],
): boolean {
  const keptPpm = MILLION - BigInt(fee?.ppm ?? 0n);
  const least = (limitFor(taker, amountB) * MILLION + keptPpm - 1n) / keptPpm;
  const affordable = (amountB * maker.amountA) / maker.minReceived;
  const most = affordable > LARGEST ? LARGEST : affordable;
  // Compares units² / amountB² with the inverse ratio of both prices.
  const isBelow = (units: bigint) =>
    there && back
      ? units * units * there[0] * back[1] <= amountB * amountB * there[1] * back[0]
      : 2n * units <= least + most;
  return (amountA === least || isBelow(amountA)) && (amountA === most || !isBelow(amountA + 1n));
}

/** True if a swap would have paid more for some more units; of a split route that is not known. `pools` are those after the swap. */
export function buysMore(receipt: Swapped, more: bigint, pools: PoolsThen): boolean {
  const hops = hopsOf(receipt);
  const before: PoolsThen = (tokenIn, tokenOut) => {
    const [then, hop] = [pools(tokenIn, tokenOut), hops.find((each) => each.tokenIn === tokenIn)];
    if (!then || !hop) return then;
    const { reserve0, reserve1 } = then.held;
    const { amountIn, amountOut, fees } = hop;
    const paid = amountOut + fees.protocol + fees.ref;
    const held =
      tokenIn === then.pool.token0
        ? { reserve0: reserve0 - amountIn, reserve1: reserve1 + paid }
        : { reserve0: reserve0 + paid, reserve1: reserve1 - amountIn };
    return { ...then, held };
  };
  const route = hops.map(({ tokenIn, tokenOut }) => ({ tokenIn, tokenOut, share: Number(WHOLE) }));
  const paid = paidOver(route, receipt.amountA + more, before);
  return paid?.price !== undefined && paid.out !== receipt.amountB;
}

/** True if the pool of the pair pays at least the limit, or `least`, for this amount; of a pool whose fees the journal does not contain that is not known. */
export function ownPoolPays(
  order: Terms & { tokenA: string; tokenB: string },
  units: bigint,
  pools: PoolsThen,
  least = limitFor(order, units),
): boolean {
  const { tokenA: tokenIn, tokenB: tokenOut } = order;
  const then = pools(tokenIn, tokenOut);
  if (then?.lpFeePpm === undefined || then.protocolFeePpm === undefined) return false;
  const paid = paidOver([{ tokenIn, tokenOut, share: Number(WHOLE) }], units, pools);
  return paid !== undefined && paid.out >= least;
}

const limitFor = ({ amountA, minReceived }: Terms, units: bigint): bigint =>
  (minReceived * units + amountA - 1n) / amountA;

/** The output of a route; undefined if it cannot be used. Each hop takes its share of a token, and the last hop out of it the rest. */
function paidOver(route: readonly Hop[], amountIn: bigint, pools: PoolsThen): Paid | undefined {
  const [from, to] = [route[0]?.tokenIn as string, route.at(-1)?.tokenOut as string];
  const [all, rest] = [new Map([[from, amountIn]]), new Map([[from, amountIn]])];
  const isChain = new Set(route.map(({ tokenIn }) => tokenIn)).size === route.length;
  let [above, below] = [1n, 1n];
  for (const [at, { tokenIn, tokenOut, share }] of route.entries()) {
    const isLast = route.findLastIndex((hop) => hop.tokenIn === tokenIn) === at;
    const part = isLast ? (rest.get(tokenIn) ?? 0n) : ((all.get(tokenIn) ?? 0n) * BigInt(share)) / WHOLE;
    rest.set(tokenIn, (rest.get(tokenIn) ?? 0n) - part);
    if (part === 0n && route.length > 1) continue;
    const then = pools(tokenIn, tokenOut);
    const paid = then && paidIn(then, tokenIn, part);
    if (!paid) return undefined;
    [above, below] = [above * paid.above, below * paid.below];
    for (const held of [all, rest]) held.set(tokenOut, (held.get(tokenOut) ?? 0n) + paid.out);
  }
  const out = rest.get(to) ?? 0n;
  return out > 0n ? { out, price: isChain ? [above, below] : undefined } : undefined;
}

function paidIn({ pool, held, isPaused, lpFeePpm = 0n, protocolFeePpm = 0n }: PoolThen, tokenIn: string, part: bigint) {
  const ratio = ratioOf(pool, held);
  if (isPaused || !ratio) return undefined;
  const is0In = tokenIn === pool.token0;
  const base = mostPaid(pool, held, is0In, part * (MILLION - lpFeePpm));
  const out = base - (base * protocolFeePpm + MILLION - 1n) / MILLION;
  if (out <= 0n) return undefined;
  const kept = (MILLION - lpFeePpm) * (MILLION - protocolFeePpm);
  const [above, below] = is0In ? [ratio.of1, ratio.of0] : [ratio.of0, ratio.of1];
  return { out, above: above * kept, below: below * MILLION * MILLION };
}
