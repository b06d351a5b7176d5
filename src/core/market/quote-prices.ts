// The price of every token in the quote token, over the pools that are the most expensive to manipulate.

import type { Price } from './price.ts';
import { ONE, productOf } from './value.ts';

/** The fields of a pool that pricing needs. */
export type PricingPool = {
  /** If two pools are equally deep, the lower number wins. */
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
  /** The pools from the token to the quote token, and which token of each pool is priced. */
  readonly path: readonly { readonly pool: Pool; readonly ofToken0: boolean }[];
};

/** The most pools between a token and the quote token. */
const MOST_HOPS = 3;

/** A pool does not price a token if another pool holds more than 1000 times as much of it. */
const MOST_TIMES = 1000n;

type Found<Pool> = Quoted<Pool> & {
  /** The estimated value of one base unit in the quote token, only used to compare the depths of pools. */
  readonly near: number;
};
type Edge<Pool> = {
  readonly pool: Pool;
  readonly from: Found<Pool>;
  readonly ofToken0: boolean;
  /** The value of the pool's reserve of the token that already has a price. */
  readonly depth: number;
};

/**
 * Starts with the quote token and prices one token after another, always by the deepest pool between a token with a price and one
 * without; of equally deep pools, by the oldest. So each token is priced over the path whose shallowest pool is the deepest; if that path
 * is too long, the token has no price. A pool's depth is the value of its reserve of the token that already has a price, so that nobody
 * can make a pool seem deep with a worthless token.
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
      ? // This price only serves to compare depths, so it may be computed from the truncated price of the rest of the path.
        productOf([pool.price(ofToken0), from.price])
      : productOf(path.map((step) => step.pool.price(step.ofToken0)));
  return { price, near: nearOf(price, ofToken0 ? pool.decimals0 : pool.decimals1), path };
}

const nearOf = ({ digits, exponent }: Price, decimals: number): number => Number(digits) * 10 ** (exponent - decimals);

type OfToken<Pool> = {
  readonly pools: Pool[];
  /** The largest reserve of this token in any pool. */
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

/** A priority queue: `take` returns the item that comes before all others. */
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
