// An upper bound of any route's output: the dual of the routing problem over the whole market, which is a bound at any prices.
import { curveOf, type MadeMarket, type Trade } from '../../bench/router/markets.ts';

const IDLE_CONDUCTANCE = 1e-6;
const NEWTON_STEPS = 80;
const GRADIENT_STEPS = 400;

/** The dual at given prices: its value φ, the slope for each token, and each edge's conductance. */
type Point = { logs: Float64Array; bound: number; slopes: Float64Array; conductance: Float64Array };

/** The whole market with every pool in both directions; constant-product pools only. */
export class Bound {
  readonly #tokens: number;
  readonly #tail: Int32Array;
  readonly #head: Int32Array;
  readonly #logAlpha: Float64Array;
  readonly #depth: Float64Array;

  constructor({ tokens, pools }: MadeMarket) {
    this.#tokens = tokens;
    const edges = pools.flatMap((pool) =>
      [true, false].flatMap((forward) => {
        const curve = curveOf(pool, forward);
        if (!('alpha' in curve) || curve.alpha === 0) return [];
        const [tail, head] = forward ? [pool.one, pool.other] : [pool.other, pool.one];
        return [{ tail, head, logAlpha: Math.log(curve.alpha), depth: 1 / curve.beta }];
      }),
    );
    this.#tail = Int32Array.from(edges, ({ tail }) => tail);
    this.#head = Int32Array.from(edges, ({ head }) => head);
    this.#logAlpha = Float64Array.from(edges, ({ logAlpha }) => logAlpha);
    this.#depth = Float64Array.from(edges, ({ depth }) => depth);
  }

  /** The smallest φ that Newton steps reach from the pools' spot prices; each step is solved by conjugate gradients. */
  of({ from, to, amount }: Trade): number {
    const at = (logs: Float64Array) => this.#at(logs, from, Number(amount));
    let here = at(this.#spotPrices(to));
    for (let step = 0; step < NEWTON_STEPS; step++) {
      here.slopes[to] = 0;
      const next = descend(here, this.#newtonStep(here, to), at);
      if (next === null) break;
      const isLast = here.bound - next.bound < 1e-13 * next.bound;
      here = next;
      if (isLast) break;
    }
    return here.bound;
  }

  #at(logs: Float64Array, from: number, amount: number): Point {
    const slopes = new Float64Array(this.#tokens);
    const conductance = new Float64Array(this.#tail.length);
    const start = Math.exp(logs[from] as number) * amount;
    slopes[from] = start;
    let bound = start;
    for (let edge = 0; edge < this.#tail.length; edge++) {
      const [tail, head] = [this.#tail[edge] as number, this.#head[edge] as number];
      const gap = (this.#logAlpha[edge] as number) + (logs[head] as number) - (logs[tail] as number);
      const scale = Math.exp(logs[tail] as number) * (this.#depth[edge] as number);
      // An idle edge still conducts a little, so that steps stay bounded.
      conductance[edge] = scale * IDLE_CONDUCTANCE;
      if (gap <= 0) continue;
      const over = Math.expm1(gap / 2);
      bound += scale * over * over;
      slopes[tail] = (slopes[tail] as number) - scale * over;
      slopes[head] = (slopes[head] as number) + scale * over * (over + 1);
      conductance[edge] = (scale * (over + 1)) / 2;
    }
    return { logs, bound, slopes, conductance };
  }

  /** Solves Laplacian·x = −slopes with the end grounded, preconditioned by the diagonal. */
  #newtonStep({ slopes, conductance }: Point, ground: number): Float64Array {
    const diagonal = new Float64Array(this.#tokens).fill(Number.MIN_VALUE);
    conductance.forEach((value, edge) => {
      diagonal[this.#tail[edge] as number] = (diagonal[this.#tail[edge] as number] as number) + value;
      diagonal[this.#head[edge] as number] = (diagonal[this.#head[edge] as number] as number) + value;
    });
    const x = new Float64Array(this.#tokens);
    const residual = slopes.map((slope) => -slope);
    const direction = residual.map((value, token) => value / (diagonal[token] as number));
    const product = new Float64Array(this.#tokens);
    let energy = dot(residual, direction);
    const enough = energy * 1e-8;
    for (let step = 0; step < GRADIENT_STEPS && energy > enough; step++) {
      this.#multiply(conductance, direction, product);
      product[ground] = 0;
      const part = energy / dot(direction, product);
      let next = 0;
      for (let token = 0; token < x.length; token++) {
        x[token] = (x[token] as number) + part * (direction[token] as number);
        const left = (residual[token] as number) - part * (product[token] as number);
        residual[token] = left;
        next += (left * left) / (diagonal[token] as number);
      }
      const kept = next / energy;
      for (let token = 0; token < x.length; token++) {
        const scaled = (residual[token] as number) / (diagonal[token] as number);
        direction[token] = scaled + kept * (direction[token] as number);
      }
      energy = next;
    }
    return x;
  }

  #multiply(conductance: Float64Array, vector: Float64Array, product: Float64Array): void {
    const [tails, heads] = [this.#tail, this.#head];
    product.fill(0);
    for (let edge = 0; edge < conductance.length; edge++) {
      const tail = tails[edge] as number;
      const head = heads[edge] as number;
      const current = (conductance[edge] as number) * ((vector[tail] as number) - (vector[head] as number));
      product[tail] = (product[tail] as number) + current;
      product[head] = (product[head] as number) - current;
    }
  }

  /** Logarithms of prices in units of `to`, spread from it over the pools; the first found price is kept. */
  #spotPrices(to: number): Float64Array {
    const logs = new Float64Array(this.#tokens).fill(Number.NaN);
    logs[to] = 0;
    for (let changed = true; changed; ) {
      changed = false;
      for (let edge = 0; edge < this.#tail.length; edge++) {
        const [tail, head] = [this.#tail[edge] as number, this.#head[edge] as number];
        if (Number.isNaN(logs[head]) || !Number.isNaN(logs[tail])) continue;
        logs[tail] = (logs[head] as number) + (this.#logAlpha[edge] as number);
        changed = true;
      }
    }
    return logs.map((log) => (Number.isNaN(log) ? 0 : log));
  }
}

/** Halves the step until it lowers φ enough; null if no size does. */
function descend(here: Point, step: Float64Array, at: (logs: Float64Array) => Point): Point | null {
  const descent = dot(step, here.slopes);
  let size = Math.min(1, 2 / step.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
  for (let halving = 0; halving < 40; halving++, size /= 2) {
    const next = at(here.logs.map((log, token) => log + size * (step[token] as number)));
    if (next.bound <= here.bound + 1e-4 * size * descent) return next;
  }
  return null;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}
