// Finds the single path of at most four pools that pays most for the whole amount; if two pay the same, the one with fewer pools.
import type { Layer, Layers, TokenIndexes } from './carry.ts';
import { paidFor, slopeAt } from './evaluate.ts';
import type { RouterMarket } from './market.ts';

export type Path = { readonly edges: readonly number[]; readonly paid: number };

/** The most a pool keeps of a swap by rounding: a fraction of an output unit, and up to one unit for each of two fees. */
export const UNITS_ROUNDED = 3;
/** A relative difference below this may be float error. */
const FLOAT_ERROR = 1e-13;

/** The best path first, then those of other lengths that may pay more once each pool has rounded; `carry` computes `layers`. */
export function bestPaths(
  market: RouterMarket,
  pair: TokenIndexes,
  amount: number,
  layers: Layers,
  maxPools: number,
): readonly Path[] {
  const [first, second, third] = layers;
  const paths = [
    direct(pair, first),
    lastPool(market, pair, [first]),
    lastPool(market, pair, [first, second]),
    lastPool(market, pair, [first, second, third]),
  ]
    .slice(0, maxPools)
    .filter((path) => path.paid > 0);
  const best = paths.reduce((one, other) => (other.paid > one.paid ? other : one), { edges: [], paid: 0 });
  if (best.paid === 0) return [];
  const least = best.paid * (1 - FLOAT_ERROR) - roundedAway(market, best, amount);
  return [best, ...paths.filter((path) => path !== best && path.paid >= least)];
}

const direct = ({ to }: TokenIndexes, { most, by }: Layer): Path => ({
  edges: [by[to] as number],
  paid: most[to] as number,
});

/** The best path that has one pool per layer, and then a last pool that pays `to`. */
function lastPool(market: RouterMarket, { from, to }: TokenIndexes, layers: readonly Layer[]): Path {
  const { first, other, edge } = market.slots;
  const { most } = layers.at(-1) as Layer;
  let [highest, last] = [0, -1];
  for (let slot = first[to] as number; slot < (first[to + 1] as number); slot++) {
    const token = other[slot] as number;
    if (token === from || most[token] === 0) continue;
    const paid = paidFor(market.curve((edge[slot] as number) ^ 1), most[token] as number);
    if (paid > highest) [highest, last] = [paid, (edge[slot] as number) ^ 1];
  }
  return { edges: highest > 0 ? wayTo(market, last, layers) : [], paid: highest };
}

function wayTo(market: RouterMarket, last: number, layers: readonly Layer[]): number[] {
  const edges = [last];
  for (const { by } of layers.toReversed()) edges.unshift(by[market.tail(edges[0] as number)] as number);
  return edges;
}

/** The most that a path can lose to rounding, in units of its output. */
function roundedAway(market: RouterMarket, { edges }: Path, amount: number): number {
  let [x, lost] = [amount, 0];
  for (const edge of edges) {
    const curve = market.curve(edge);
    lost = lost * slopeAt(curve, x) + UNITS_ROUNDED;
    x = paidFor(curve, x);
  }
  return lost;
}

/** The output per unit of a little more input, after the path has traded `amount`. */
export function marginalPrice(market: RouterMarket, edges: readonly number[], amount: number): number {
  let [x, price] = [amount, 1];
  for (const edge of edges) {
    const curve = market.curve(edge);
    price *= slopeAt(curve, x);
    x = paidFor(curve, x);
  }
  return price;
}
