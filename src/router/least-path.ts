// Finds the single path of at most four pools with the smallest input for an exact output, searched from the end.
import type { Path } from './best-path.ts';
import type { Layer, Layers, TokenIndexes } from './carry.ts';
import { inputFor } from './evaluate.ts';
import type { RouterMarket } from './market.ts';
import { GENERAL } from './slots.ts';

/** `needed` is the path's input; Infinity if the path cannot pay the amount. */
type LeastPath = Path & { readonly needed: number };

/** At most one path per number of pools, the cheapest first; `layers` come from `trace`. */
export function leastPaths(
  market: RouterMarket,
  pair: TokenIndexes,
  amount: number,
  layers: Layers,
  maxPools: number,
): readonly LeastPath[] {
  const [last, third, second] = layers;
  const direct = { edges: [last.by[pair.from] as number], paid: amount, needed: last.most[pair.from] as number };
  return [
    direct,
    firstPool(market, pair, amount, [last]),
    firstPool(market, pair, amount, [last, third]),
    firstPool(market, pair, amount, [last, third, second]),
  ]
    .slice(0, maxPools)
    .filter(({ needed }) => needed < Infinity)
    .sort((one, other) => one.needed - other.needed);
}

/** Fills `layers` with the least amount of each token that is needed one, two and three pools before the end. */
export function trace(market: RouterMarket, { from, to }: TokenIndexes, amount: number, layers: Layers): void {
  const [last, third, second] = layers;
  const { first, other } = market.slots;
  for (const { most } of layers) most.fill(Infinity);
  into(market, to, amount, last);
  third.most[from] = third.most[to] = 0;
  for (let slot = first[to] as number; slot < (first[to + 1] as number); slot++) {
    const token = other[slot] as number;
    if (token !== from) into(market, token, last.most[token] as number, third);
  }
  third.most[from] = third.most[to] = Infinity;
  for (let slot = first[from] as number; slot < (first[from + 1] as number); slot++) {
    const token = other[slot] as number;
    if (token !== to) outOf(market, token, third, second);
  }
}

function into(market: RouterMarket, token: number, amount: number, { most, by }: Layer): void {
  if (amount === Infinity) return;
  const { first, other, edge, alphaIn, betaIn } = market.slots;
  for (let slot = first[token] as number; slot < (first[token + 1] as number); slot++) {
    const forward = (edge[slot] as number) ^ 1;
    const needed = needFor(market, forward, alphaIn[slot] as number, betaIn[slot] as number, amount);
    const tail = other[slot] as number;
    if (!(needed < (most[tail] as number))) continue;
    most[tail] = needed;
    by[tail] = forward;
  }
}

function outOf(market: RouterMarket, token: number, after: Layer, { most, by }: Layer): void {
  const { first, other, edge, alphaOut, betaOut } = market.slots;
  for (let slot = first[token] as number; slot < (first[token + 1] as number); slot++) {
    const head = other[slot] as number;
    const amount = after.most[head] as number;
    const forward = edge[slot] as number;
    if (amount === Infinity || after.by[head] === (forward ^ 1)) continue;
    const needed = needFor(market, forward, alphaOut[slot] as number, betaOut[slot] as number, amount);
    if (!(needed < (most[token] as number))) continue;
    most[token] = needed;
    by[token] = forward;
  }
}

function needFor(market: RouterMarket, edge: number, alpha: number, beta: number, amount: number): number {
  if (beta === GENERAL) return inputFor(market.curve(edge), amount);
  const left = alpha - beta * amount;
  return left > 0 ? amount / left : Infinity;
}

/** The cheapest path that starts with a pool that takes `from`, followed by one pool per layer. */
function firstPool(
  market: RouterMarket,
  { from, to }: TokenIndexes,
  amount: number,
  layers: readonly Layer[],
): LeastPath {
  const { first, other, edge, alphaOut, betaOut } = market.slots;
  const { most } = layers.at(-1) as Layer;
  let [needed, start] = [Infinity, -1];
  for (let slot = first[from] as number; slot < (first[from + 1] as number); slot++) {
    const token = other[slot] as number;
    if (token === to || most[token] === Infinity) continue;
    const forward = edge[slot] as number;
    const need = needFor(market, forward, alphaOut[slot] as number, betaOut[slot] as number, most[token] as number);
    if (need < needed) [needed, start] = [need, forward];
  }
  const edges = needed < Infinity ? [start] : [];
  for (const { by } of needed < Infinity ? layers.toReversed() : []) {
    edges.push(by[market.head(edges.at(-1) as number)] as number);
  }
  return { edges, paid: amount, needed };
}
