// The rivals of a pool: paths over other pools. The price of their first unit is the most that they pay per unit of any amount.
import { UNITS_ROUNDED } from './best-path.ts';
import { isGeneral, paidFor, slopeAt } from './evaluate.ts';
import type { Market } from './market.ts';

/** Far above the float error over four pools. */
const FLOAT_ERROR = 1e-9;

export class Rivals {
  readonly #market: Market;
  /** By token: what the first unit becomes after one pool and after two, and what the last pool pays for one unit. */
  readonly #one: Float64Array;
  readonly #two: Float64Array;
  readonly #last: Float64Array;
  /** The last result of `most`, which is asked for twice if floats cannot decide. */
  #known = { edge: -1, changes: -1, most: 0 };

  constructor(market: Market) {
    this.#market = market;
    [this.#one, this.#two, this.#last] = [1, 2, 3].map(() => new Float64Array(market.tokens)) as Three;
  }

  /**
   * True if the pool alone is certainly best, so that no search is needed: no other path could trade a part with a gain, nor all of it
   * for one unit more (or, for an exact output, one unit less). Curves are concave, so a path pays per unit at most the product of
   * its initial slopes, and each unit moved to it loses at least what this pool pays for the last unit. All rounding favours the
   * pools, so integer amounts pay no more than that.
   */
  areNone(edge: number, side: 'in' | 'out', amountIn: bigint, amountOut: bigint): boolean {
    const [paid, received] = [Number(amountIn), Number(amountOut)];
    const most = this.most(edge) * (1 + FLOAT_ERROR);
    if (!(most <= slopeAt(this.#market.curve(edge), paid))) return false;
    return side === 'in' ? most * paid < received + 1 : most * (paid - 1) < received;
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
    const most = this.most(edge) * (1 + FLOAT_ERROR);
    return most <= slopeAt(curve, units) && most * units < paidFor(curve, units) * (1 - FLOAT_ERROR) - UNITS_ROUNDED;
  }

  /** The best price of the first unit over two to four pools, between the edge's two tokens. */
  most(edge: number): number {
    const { changes } = this.#market;
    if (this.#known.edge !== edge || this.#known.changes !== changes) {
      this.#known = { edge, changes, most: this.#search(edge) };
    }
    return this.#known.most;
  }

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
