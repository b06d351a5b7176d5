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
  /** True if it did not hold its reserves long enough to count in full. */
  readonly isNew: boolean;
  /** The price of one of its tokens in the other. */
  price(ofToken0: boolean): Price;
};

export type QuotePrice<Pool> = {
  readonly price: Price;
  /** The pools from the token to the quote token, and which token of each pool is priced. */
  readonly path: readonly { readonly pool: Pool; readonly ofToken0: boolean }[];
};

/** The most pools between a token and the quote token. */
const MOST_HOPS = 3;

/** A token has no price if another pool holds more than 1000 times as much of it as the pool that would price it. */
const MOST_TIMES = 1000;

/** The depth of a pool is reduced to no less than this part, however much more of the token other pools hold. */
const LEAST_PART = 0.1;

/** A new pool counts as if it held this part of its reserves. */
const NEW_PART = 0.1;

/** Nobody can arbitrage a pool with fewer base units of one of its tokens, so it counts only if no other prices the token. */
const FEWEST_UNITS = 10n;

type Found<Pool> = QuotePrice<Pool> & {
  /** The estimated value of one base unit in the quote token, only used to compare the depths of pools. */
  readonly near: number;
  /** The most of the quote token that can be had for the token: what the pool of the path holds that holds least. */
  readonly value: number;
  /** The product of the parts that the pools of the path hold of the tokens they price, compared with the pools that hold most. */
  readonly part: number;
};
type Node<Pool> = {
  readonly token: string;
  readonly links: Link<Pool>[];
  /** The most base units of the token that any pool counts for. */
  most: number;
  /** The depth of the deepest pool found so far that may price the token; infinite once it is known whether and how it is priced. */
  deepest: number;
};
/** A pool between two tokens, and the base units of each that it counts for. */
type Link<Pool> = {
  readonly pool: Pool;
  readonly node0: Node<Pool>;
  readonly node1: Node<Pool>;
  readonly held0: number;
  readonly held1: number;
  readonly isCoarse: boolean;
};
type Edge<Pool> = {
  readonly link: Link<Pool>;
  readonly ofToken0: boolean;
  readonly from: Found<Pool>;
  readonly value: number;
  readonly part: number;
  readonly depth: number;
};

/**
 * Starts with the quote token and prices one token after another, always by the deepest pool between a token with a price and one
 * without; of equally deep pools, by the oldest. If the path to the quote token is then too long, the token has no price.
 *
 * A pool's depth is the value of its reserve of the token that already has a price, but no more than what can be had for that token, so
 * that nobody can make a pool seem deep with a token of his own. It is reduced if other pools hold more of the tokens that the path
 * prices: to half if twice as much, to a tenth if ten times or more. So a false price takes as much of the quote token as moving the
 * deepest pool there, up to ten times what that pool holds. Otherwise a little more of the quote token, and very little of the other,
 * would show any price.
 */
export function quotePrices<Pool extends PricingPool>(
  quote: { readonly address: string; readonly decimals: number },
  pools: readonly Pool[],
): ReadonlyMap<string, QuotePrice<Pool>> {
  const found = new Map<string, Found<Pool>>();
  const edges = new Heap<Edge<Pool>>(
    (a, b) => a.depth > b.depth || (a.depth === b.depth && a.link.pool.number < b.link.pool.number),
  );
  const reach = (node: Node<Pool>, from: Found<Pool>) => {
    found.set(node.token, from);
    for (const link of node.links) {
      const ofToken0 = link.node1 === node;
      const [to, held, own] = ofToken0 ? [link.node0, link.held1, link.held0] : [link.node1, link.held0, link.held1];
      const value = link.isCoarse ? 0 : Math.min(held * from.near, from.value);
      const part = Math.max(LEAST_PART, (from.part * own) / to.most);
      const depth = value * part;
      if (depth < to.deepest) continue;
      to.deepest = depth;
      edges.add({ link, ofToken0, from, value, part, depth });
    }
  };
  const start = nodesOf(pools).get(quote.address) ?? { token: quote.address, links: [], most: 0, deepest: 0 };
  start.deepest = Number.POSITIVE_INFINITY;
  const near = nearOf(ONE, quote.decimals);
  reach(start, { price: ONE, path: [], near, value: Number.POSITIVE_INFINITY, part: 1 });
  for (let edge = edges.take(); edge; edge = edges.take()) {
    const { link, ofToken0 } = edge;
    const [to, own] = ofToken0 ? [link.node0, link.held0] : [link.node1, link.held1];
    if (edge.depth < to.deepest) continue;
    to.deepest = Number.POSITIVE_INFINITY;
    if (own * MOST_TIMES >= to.most) reach(to, followed(edge));
  }
  for (const [token, { path }] of found) if (path.length > MOST_HOPS) found.delete(token);
  return found;
}

function followed<Pool extends PricingPool>({ link: { pool }, ofToken0, from, value, part }: Edge<Pool>): Found<Pool> {
  const path = [{ pool, ofToken0 }, ...from.path];
  const price =
    path.length > MOST_HOPS
      ? // This price only serves to compare depths, so it may be computed from the truncated price of the rest of the path.
        productOf([pool.price(ofToken0), from.price])
      : productOf(path.map((step) => step.pool.price(step.ofToken0)));
  return { price, near: nearOf(price, ofToken0 ? pool.decimals0 : pool.decimals1), path, value, part };
}

const nearOf = ({ digits, exponent }: Price, decimals: number): number => Number(digits) * 10 ** (exponent - decimals);

function nodesOf<Pool extends PricingPool>(pools: readonly Pool[]): ReadonlyMap<string, Node<Pool>> {
  const nodes = new Map<string, Node<Pool>>();
  const nodeOf = (token: string, held: number): Node<Pool> => {
    const known = nodes.get(token) ?? { token, links: [], most: 0, deepest: 0 };
    if (known.most === 0) nodes.set(token, known);
    if (held > known.most) known.most = held;
    return known;
  };
  for (const pool of pools) {
    const { token0, token1, reserve0, reserve1, isNew } = pool;
    if (reserve0 === 0n || reserve1 === 0n) continue;
    const counted = isNew ? NEW_PART : 1;
    const [held0, held1] = [Number(reserve0) * counted, Number(reserve1) * counted];
    const [node0, node1] = [nodeOf(token0, held0), nodeOf(token1, held1)];
    const isCoarse = reserve0 < FEWEST_UNITS || reserve1 < FEWEST_UNITS;
    const link = { pool, node0, node1, held0, held1, isCoarse };
    node0.links.push(link);
    node1.links.push(link);
  }
  return nodes;
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
