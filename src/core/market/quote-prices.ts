// What every token is worth in one of them: over the pools where most would have to be paid to move it, not the dearest.

import type { Price } from './price.ts';
import { ONE, productOf } from './value.ts';

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

/** Pools on the way from a token to the quote token, at most. */
const MOST_HOPS = 3;

/** A pool prices no token of which another holds more than so many times as much: it could say anything of it. */
const MOST_TIMES = 1000n;

type Found<Pool> = Quoted<Pool> & {
  /** Estimate of what a base unit is worth, which only compares depths. */
  readonly near: number;
};
type Edge<Pool> = {
  readonly pool: Pool;
  readonly from: Found<Pool>;
  readonly ofToken0: boolean;
  /** What the pool holds of the token that is priced already, in the quote token. */
  readonly depth: number;
};

/**
 * Prices spread from the quote token: again and again, the deepest pool of a token that has a price and one that has none
 * gives the other its price, of equals the oldest. So each token is priced over the path whose shallowest pool is the
 * deepest; where that is too long, it has no price rather than that of a shallower one. A pool is measured by what it
 * holds of the token that is priced already, so that nobody deepens one with a token that he can have for nothing.
 */
export function quotePrices<Pool extends PricingPool>(
  quote: { readonly address: string; readonly decimals: number },
  pools: readonly Pool[],
): ReadonlyMap<string, Quoted<Pool>> {
  const poolsOf = byToken(pools);
  const found = new Map<string, Found<Pool>>();
  const edges = new Heap<Edge<Pool>>(
    (a, b) => a.depth > b.depth || (a.depth === b.depth && a.pool.number < b.pool.number),
  );
  const reach = (token: string, from: Found<Pool>) => {
    found.set(token, from);
    for (const pool of poolsOf.get(token)?.pools ?? []) {
      const ofToken0 = pool.token1 === token;
      const [held, priced] = ofToken0 ? [pool.reserve1, pool.reserve0] : [pool.reserve0, pool.reserve1];
      const other = ofToken0 ? pool.token0 : pool.token1;
      if (found.has(other) || priced * MOST_TIMES < (poolsOf.get(other)?.most ?? 0n)) continue;
      edges.add({ pool, from, ofToken0, depth: Number(held) * from.near });
    }
  };
  reach(quote.address, { price: ONE, path: [], near: nearOf(ONE, quote.decimals) });
  for (let edge = edges.take(); edge; edge = edges.take()) {
    const token = edge.ofToken0 ? edge.pool.token0 : edge.pool.token1;
    if (!found.has(token)) reach(token, followed(edge));
  }
  for (const [token, { path }] of found) if (path.length > MOST_HOPS) found.delete(token);
  return found;
}

function followed<Pool extends PricingPool>({ pool, from, ofToken0 }: Edge<Pool>): Found<Pool> {
  const path = [{ pool, ofToken0 }, ...from.path];
  const price =
    path.length > MOST_HOPS
      ? // It only compares depths, and digits must not grow with the path.
        productOf([pool.price(ofToken0), from.price])
      : productOf(path.map((step) => step.pool.price(step.ofToken0)));
  return { price, near: nearOf(price, ofToken0 ? pool.decimals0 : pool.decimals1), path };
}

const nearOf = ({ digits, exponent }: Price, decimals: number): number => Number(digits) * 10 ** (exponent - decimals);

type OfToken<Pool> = {
  readonly pools: Pool[];
  /** What the pool holds of it that holds most. */
  most: bigint;
};

function byToken<Pool extends PricingPool>(pools: readonly Pool[]): ReadonlyMap<string, OfToken<Pool>> {
  const sorted = new Map<string, OfToken<Pool>>();
  const add = (token: string, reserve: bigint, pool: Pool) => {
    const known = sorted.get(token) ?? { pools: [], most: 0n };
    sorted.set(token, known);
    known.pools.push(pool);
    if (reserve > known.most) known.most = reserve;
  };
  for (const pool of pools) {
    if (pool.reserve0 === 0n || pool.reserve1 === 0n) continue;
    add(pool.token0, pool.reserve0, pool);
    add(pool.token1, pool.reserve1, pool);
  }
  return sorted;
}

/** Gives back first what comes before all others. */
class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #isBefore: (a: Item, b: Item) => boolean;

  constructor(isBefore: (a: Item, b: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  add(item: Item): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    for (let up = (at - 1) >> 1; at > 0 && this.#isBefore(item, items[up] as Item); up = (at - 1) >> 1) {
      items[at] = items[up] as Item;
      at = up;
    }
    items[at] = item;
  }

  take(): Item | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (items.length === 0 || last === undefined) return first;
    let at = 0;
    for (let down = 1; down < items.length; down = 2 * at + 1) {
      const right = items[down + 1];
      if (right !== undefined && this.#isBefore(right, items[down] as Item)) down += 1;
      if (!this.#isBefore(items[down] as Item, last)) break;
      items[at] = items[down] as Item;
      at = down;
    }
    items[at] = last;
    return first;
  }
}
