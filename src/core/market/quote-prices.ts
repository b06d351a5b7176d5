// What every token is worth in one of them: over the pools where most would have to be paid to move it, not the dearest.

import type { Price } from './price.ts';
import { multiplyPrices, ONE } from './value.ts';

/** A pool as far as it can price one of its tokens by the other. */
export type PricingPool = {
  /** Of two that are equally deep, the lower counts. */
  readonly number: number;
  readonly token0: string;
  readonly token1: string;
  readonly decimals0: number;
  readonly decimals1: number;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /** The price of one of its tokens in the other. */
  price(ofToken0: boolean): Price;
};

export type Quoted<Pool> = {
  readonly price: Price;
  /** The pools from the token to the quote token, and which of each pool's tokens is priced. */
  readonly path: readonly { readonly pool: Pool; readonly ofToken0: boolean }[];
};

/** Pools on the way from a token to the quote token. */
export const MOST_HOPS = 3;

type Found<Pool> = Quoted<Pool> & {
  /** What the shallowest pool of the path holds of the token that is nearer to the quote token, in the quote token. */
  readonly width: number;
  /** Estimate of what a base unit is worth, which only compares depths. */
  readonly near: number;
};
type Candidate<Pool> = {
  readonly width: number;
  readonly pool: Pool;
  readonly from: Found<Pool>;
  readonly ofToken0: boolean;
};

/**
 * The widest path for each token that has one: its shallowest pool is as deep as can be; of equals the shorter, then
 * that whose pool next to the token is the oldest. A pool is measured by what it holds of the token that is priced
 * already, so that nobody deepens one with a token that he can have for nothing.
 */
export function quotePrices<Pool extends PricingPool>(
  quote: { readonly address: string; readonly decimals: number },
  pools: readonly Pool[],
): ReadonlyMap<string, Quoted<Pool>> {
  const poolsOf = byToken(pools);
  const start = { price: ONE, path: [], width: Number.POSITIVE_INFINITY, near: nearOf(ONE, quote.decimals) };
  const found = new Map<string, Found<Pool>>([[quote.address, start]]);
  let frontier = [quote.address];
  for (let hops = 1; hops <= MOST_HOPS; hops++) {
    const wider = new Map<string, Candidate<Pool>>();
    for (const token of frontier) {
      const from = found.get(token) as Found<Pool>;
      for (const pool of poolsOf.get(token) ?? []) reach(pool, token, from, found, wider);
    }
    for (const [token, candidate] of wider) found.set(token, followed(candidate));
    frontier = [...wider.keys()];
  }
  return found;
}

function reach<Pool extends PricingPool>(
  pool: Pool,
  token: string,
  from: Found<Pool>,
  found: ReadonlyMap<string, Found<Pool>>,
  wider: Map<string, Candidate<Pool>>,
): void {
  const ofToken0 = pool.token1 === token;
  const other = ofToken0 ? pool.token0 : pool.token1;
  const width = Math.min(from.width, Number(ofToken0 ? pool.reserve1 : pool.reserve0) * from.near);
  if (width <= (found.get(other)?.width ?? 0)) return;
  const rival = wider.get(other);
  const wins = !rival || width > rival.width || (width === rival.width && pool.number < rival.pool.number);
  if (wins) wider.set(other, { width, pool, from, ofToken0 });
}

function followed<Pool extends PricingPool>({ width, pool, from, ofToken0 }: Candidate<Pool>): Found<Pool> {
  const price = multiplyPrices(pool.price(ofToken0), from.price);
  const near = nearOf(price, ofToken0 ? pool.decimals0 : pool.decimals1);
  return { price, near, width, path: [{ pool, ofToken0 }, ...from.path] };
}

const nearOf = ({ digits, exponent }: Price, decimals: number): number => Number(digits) * 10 ** (exponent - decimals);

function byToken<Pool extends PricingPool>(pools: readonly Pool[]): ReadonlyMap<string, readonly Pool[]> {
  const sorted = new Map<string, Pool[]>();
  for (const pool of pools) {
    for (const token of [pool.token0, pool.token1]) {
      const known = sorted.get(token);
      if (known) known.push(pool);
      else sorted.set(token, [pool]);
    }
  }
  return sorted;
}
