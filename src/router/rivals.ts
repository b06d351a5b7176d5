// The rivals of a pool: paths over other pools. The price of their first unit is the most that they pay per unit of any amount.
// Most changes of a large market decide nothing: a price found earlier, times all growth of slopes since then, often suffices.
import { UNITS_ROUNDED } from './best-path.ts';
import { isGeneral, paidFor, slopeAt } from './evaluate.ts';
import type { RouterMarket } from './market.ts';

/** Far above the float error over four pools. */
const FLOAT_ERROR = 1e-9;
const NEVER = -1;

export class Rivals {
  readonly #market: RouterMarket;
  /** By token: what the first unit becomes after one pool and after two, and what the last pool pays for one unit. */
  readonly #one: Float64Array;
  readonly #two: Float64Array;
  readonly #last: Float64Array;
  /** By edge: the last result of a search, and the growth when it was made, of all other pools and of all. */
  readonly #most: Float64Array;
  readonly #growthOfOthers: Float64Array;
  readonly #growth: Float64Array;
  #restarts = 0;

  constructor(market: RouterMarket) {
    this.#market = market;
    [this.#one, this.#two, this.#last] = [1, 2, 3].map(() => new Float64Array(market.tokens)) as Three;
    [this.#most, this.#growthOfOthers, this.#growth] = [1, 2, 3].map(() => new Float64Array(market.edges)) as Three;
    this.#growth.fill(NEVER);
  }

  /**
   * True if the pool alone is certainly best, so that no search is needed: no other path could trade a part with a gain, nor all of it
   * for one unit more (or, for an exact output, one unit less). Curves are concave, so a path pays per unit at most the product of
   * its initial slopes, and each unit moved to it loses at least what this pool pays for the last unit. All rounding favours the
   * pools, so integer amounts pay no more than that.
   */
  areNone(edge: number, side: 'in' | 'out', amountIn: bigint, amountOut: bigint): boolean {
    const [paid, received] = [Number(amountIn), Number(amountOut)];
    const lastUnit = slopeAt(this.#market.curve(edge), paid);
    return this.#isDecided(edge, (most) => {
      if (!(most <= lastUnit)) return false;
      return side === 'in' ? most * paid < received + 1 : most * (paid - 1) < received;
    });
  }

  /**
   * Like `areNone` for an exact input, but in floats, without the pool's exact output; false if floats cannot decide, or if the price
   * impact would exceed `maxImpact`.
   */
  areClearlyNone(edge: number, amountIn: bigint, maxImpact: number): boolean {
    const curve = this.#market.curve(edge);
    if (isGeneral(curve)) return false;
    const units = Number(amountIn);
    const moved = curve.beta * units;
    if (moved >= maxImpact * (1 + moved) * (1 - FLOAT_ERROR)) return false;
    const lastUnit = slopeAt(curve, units);
    const received = paidFor(curve, units) * (1 - FLOAT_ERROR) - UNITS_ROUNDED;
    return this.#isDecided(edge, (most) => most <= lastUnit && most * units < received);
  }

  /** True if the condition holds for the best price of the rivals. It must hold for all lower prices, too, so that a bound can decide. */
  #isDecided(edge: number, condition: (most: number) => boolean): boolean {
    if (condition(this.#bound(edge) * (1 + FLOAT_ERROR))) return true;
    return !this.#isCurrent(edge) && condition(this.#update(edge) * (1 + FLOAT_ERROR));
  }

  /** No path over other pools pays more than this for its first unit: the last result, times the growth of all other pools since. */
  #bound(edge: number): number {
    const { growth } = this.#market;
    if (growth.restarts !== this.#restarts) {
      this.#restarts = growth.restarts;
      this.#growth.fill(NEVER);
    }
    if (this.#growth[edge] === NEVER) return Infinity;
    const grown = growth.total - growth.of(edge >> 1) - (this.#growthOfOthers[edge] as number);
    return (this.#most[edge] as number) * Math.exp(grown);
  }

  #isCurrent(edge: number): boolean {
    const { growth, isWhole } = this.#market;
    return isWhole && this.#growth[edge] === growth.total;
  }

  /** Searches. A result without the pools that are closed for a moment is not stored: it would not bound what they pay later. */
  #update(edge: number): number {
    const { growth, isWhole } = this.#market;
    const most = this.#search(edge);
    this.#most[edge] = most;
    this.#growthOfOthers[edge] = growth.total - growth.of(edge >> 1);
    this.#growth[edge] = isWhole ? growth.total : NEVER;
    return most;
  }

  /** The best price of the first unit over two to four pools, between the edge's two tokens. */
  #search(edge: number): number {
    const { first, other, alphaOut, alphaIn } = this.#market.slots;
    const [from, to] = [this.#market.tail(edge), this.#market.head(edge)];
    const [one, two, last] = [this.#one.fill(0), this.#two.fill(0), this.#last.fill(0)];
    const [startOfFrom, endOfFrom] = [first[from] as number, first[from + 1] as number];
    const [startOfTo, endOfTo] = [first[to] as number, first[to + 1] as number];
    for (let slot = startOfFrom; slot < endOfFrom; slot++) one[other[slot] as number] = alphaOut[slot] as number;
    for (let slot = startOfTo; slot < endOfTo; slot++) last[other[slot] as number] = alphaIn[slot] as number;
    // No path returns to its first token or goes on from its last.
    one[to] = last[from] = 0;
    let most = 0;
    for (let start = startOfFrom; start < endOfFrom; start++) {
      const token = other[start] as number;
      const price = one[token] as number;
      if (price === 0) continue;
      most = Math.max(most, price * (last[token] as number));
      for (let slot = first[token] as number; slot < (first[token + 1] as number); slot++) {
        const next = other[slot] as number;
        two[next] = Math.max(two[next] as number, price * (alphaOut[slot] as number));
      }
    }
    two[from] = two[to] = 0;
    for (let end = startOfTo; end < endOfTo; end++) {
      const token = other[end] as number;
      let price = two[token] as number;
      if (last[token] === 0) continue;
      for (let slot = first[token] as number; slot < (first[token + 1] as number); slot++) {
        price = Math.max(price, (two[other[slot] as number] as number) * (alphaIn[slot] as number));
      }
      most = Math.max(most, price * (last[token] as number));
    }
    return most;
  }
}

type Three = [Float64Array, Float64Array, Float64Array];
