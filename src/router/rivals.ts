// The ways around a pool: the most that their first unit could fetch, which no amount over them ever exceeds.
import { UNITS_ROUNDED } from './best-path.ts';
import { isGeneral, paidFor, slopeAt } from './evaluate.ts';
import type { Market } from './market.ts';

/** Far above what floats may be off by over four pools. */
const FLOAT_ERROR = 1e-9;

export class Rivals {
  readonly #market: Market;
  /** By token: what the first unit becomes in one pool and in two, and what one fetches in the last pool. */
  readonly #one: Float64Array;
  readonly #two: Float64Array;
  readonly #last: Float64Array;

  constructor(market: Market) {
    this.#market = market;
    [this.#one, this.#two, this.#last] = [1, 2, 3].map(() => new Float64Array(market.tokens)) as Three;
  }

  /**
   * Whether a pool's edge needs no search for what it does: no other way could carry a part of it with a gain, nor all of it
   * for a unit more, or of an exact result for a unit less. Curves are concave, so that a way pays for each unit at most the
   * product of its slopes at nothing, and what the last unit over the pool fetches is what a part that goes elsewhere costs.
   * Every rounding favours the pools, so that whole units pay no more than that.
   */
  areNone(edge: number, side: 'in' | 'out', amountIn: bigint, amountOut: bigint): boolean {
    const [paid, received] = [Number(amountIn), Number(amountOut)];
    const most = this.most(edge) * (1 + FLOAT_ERROR);
    if (!(most <= slopeAt(this.#market.curve(edge), paid))) return false;
    return side === 'in' ? most * paid < received + 1 : most * (paid - 1) < received;
  }

  /**
   * The same of an exact payment by floats alone, without knowing what the pool pays to the unit; false where they cannot
   * tell, or where it would move its own price by more than this part.
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

  /** The best price of a first unit over two to four pools, from where an edge begins to where it ends. */
  most(edge: number): number {
    const { first, other, alphaOut, alphaIn } = this.#market.slots;
    const [from, to] = [this.#market.tail(edge), this.#market.head(edge)];
    const [one, two, last] = [this.#one.fill(0), this.#two.fill(0), this.#last.fill(0)];
    const [startOfFrom, endOfFrom] = [first[from] as number, first[from + 1] as number];
    const [startOfTo, endOfTo] = [first[to] as number, first[to + 1] as number];
    for (let slot = startOfFrom; slot < endOfFrom; slot++) one[other[slot] as number] = alphaOut[slot] as number;
    for (let slot = startOfTo; slot < endOfTo; slot++) last[other[slot] as number] = alphaIn[slot] as number;
    // No way comes back to where it starts, or goes on from where it ends.
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
