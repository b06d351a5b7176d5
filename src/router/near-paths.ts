// Single paths among which only exact amounts can decide: rounding could make any of them the best.
import { bestPaths } from './best-path.ts';
import { emptyLayers, type Layer, type Layers, type Pair } from './carry.ts';
import { inputFor, paidFor } from './evaluate.ts';
import { leastPaths } from './least-path.ts';
import type { Market } from './market.ts';

/** What a pool keeps of a swap by rounding, at most. */
const UNITS_ROUNDED = 3;
const FLOAT_ERROR = 1e-12;
/** Of as many pools; of dust, every path is worth the same. */
const MOST_PATHS = 16;

export class NearPaths {
  readonly #market: Market;
  #layers: Layers = emptyLayers(0);

  constructor(market: Market) {
    this.#market = market;
  }

  /** Each as its edges in order; for an exact amount of the first token, or of the last. */
  find(pair: Pair, amount: number, exact: 'in' | 'out'): readonly (readonly number[])[] {
    const market = this.#market;
    if (this.#layers[0].most.length !== market.tokens) this.#layers = emptyLayers(market.tokens);
    const layers = this.#layers;
    const isIn = exact === 'in';
    (isIn ? bestPaths : leastPaths)(market, pair, amount, layers);
    const search = {
      market,
      amount,
      isIn,
      ...(isIn ? { start: pair.from, end: pair.to } : { start: pair.to, end: pair.from }),
    };
    const byLength = [0, 1, 2, 3].map((count) => ({
      before: layers.slice(0, count),
      ...stepsTo(search, search.end, layers.slice(0, count)),
    }));
    const best = byLength.reduce<Steps | undefined>(
      (one, other) => (one && !isBetter(search, other.best, one.best) ? one : other),
      undefined,
    );
    const near = byLength.filter((steps) => best && isNear(search, steps.best, best));
    return near.flatMap(({ before }) => {
      const ways = [...waysTo(search, search.end, before).take(MOST_PATHS)];
      return isIn ? ways : ways.map((way) => way.toReversed());
    });
  }
}

/** From where the amount is exact, with the most or the least of every token that comes of it after so many pools. */
type Search = {
  readonly market: Market;
  readonly amount: number;
  readonly isIn: boolean;
  readonly start: number;
  readonly end: number;
};
type Step = { readonly edge: number; readonly next: number; readonly value: number };
/** The last step of every way to a token, the best that there is, and what rounding can make of it. */
type Steps = { readonly steps: readonly Step[]; readonly best: number; readonly lost: number };

function stepsTo(search: Search, token: number, before: readonly Layer[]): Steps {
  const { market, isIn, amount, start, end } = search;
  const { first, other, edge } = market.slots;
  const layer = before.at(-1);
  const steps: Step[] = [];
  for (let slot = first[token] as number; slot < (first[token + 1] as number); slot++) {
    const next = other[slot] as number;
    if (layer ? next === start || next === end : next !== start) continue;
    const step = (edge[slot] as number) ^ (isIn ? 1 : 0);
    const value = worthOf(search, step, layer?.most[next] ?? amount);
    if (value > 0 && value < Infinity) steps.push({ edge: step, next, value });
  }
  const [some, ...more] = steps;
  if (!some) return { steps, best: isIn ? 0 : Infinity, lost: 0 };
  const best = more.reduce((one, step) => (isBetter(search, step.value, one.value) ? step : one), some);
  const lostBefore = layer ? stepsTo(search, best.next, before.slice(0, -1)).lost : 0;
  const x = layer?.most[best.next] ?? amount;
  const worse = worthOf(search, best.edge, isIn ? Math.max(0, x - lostBefore) : x + lostBefore);
  return { steps, best: best.value, lost: UNITS_ROUNDED + Math.abs(worse - best.value) };
}

/** One after the other, since of dust there are more than anybody wants to know. */
function* waysTo(search: Search, token: number, before: readonly Layer[]): Generator<readonly number[]> {
  const found = stepsTo(search, token, before);
  for (const { edge, next, value } of found.steps) {
    if (!isNear(search, value, found)) continue;
    if (before.length === 0) yield [edge];
    else for (const way of waysTo(search, next, before.slice(0, -1))) yield [...way, edge];
  }
}

const worthOf = ({ market, isIn }: Search, edge: number, x: number): number =>
  x > 0 && x < Infinity ? (isIn ? paidFor : inputFor)(market.curve(edge), x) : isIn ? 0 : Infinity;

const isBetter = ({ isIn }: Search, one: number, other: number): boolean => (isIn ? one > other : one < other);

const isNear = ({ isIn }: Search, value: number, { best, lost }: Pick<Steps, 'best' | 'lost'>): boolean =>
  isIn
    ? value > 0 && value >= best * (1 - FLOAT_ERROR) - lost
    : value < Infinity && value <= best * (1 + FLOAT_ERROR) + lost;
