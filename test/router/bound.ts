// An upper bound of what any route can pay, from the dual over the whole market: true at whatever prices it is taken.
import type { MadeMarket, Trade } from '../../bench/router/markets.ts';
import { curveOf } from '../../bench/router/markets.ts';

type Edge = { readonly tail: number; readonly head: number; readonly alpha: number; readonly depth: number };

/** The whole market with every pool both ways; constant products only. */
export class Bound {
  readonly #edges: readonly Edge[];
  readonly #tokens: number;

  constructor({ tokens, pools }: MadeMarket) {
    this.#tokens = tokens;
    this.#edges = pools.flatMap((pool) =>
      [true, false].flatMap((forward) => {
        const curve = curveOf(pool, forward);
        if (!('alpha' in curve) || curve.alpha === 0) return [];
        const [tail, head] = forward ? [pool.one, pool.other] : [pool.other, pool.one];
        return [{ tail, head, alpha: curve.alpha, depth: 1 / curve.beta }];
      }),
    );
  }

  /** φ(ν) at the logarithms of the prices, and its slopes: what each token has too much of, in worth. */
  #dual(logs: Float64Array, { from }: Trade, amount: number, slopes: Float64Array, conductance: Float64Array): number {
    slopes.fill(0);
    const start = Math.exp(logs[from] as number) * amount;
    slopes[from] = start;
    let bound = start;
    this.#edges.forEach(({ tail, head, alpha, depth }, index) => {
      const gap = Math.log(alpha) + (logs[head] as number) - (logs[tail] as number);
      conductance[index] = 0;
      if (gap <= 0) return;
      const scale = Math.exp(logs[tail] as number) * depth;
      const over = Math.expm1(gap / 2);
      bound += scale * over * over;
      (slopes[tail] as number) -= scale * over;
      (slopes[head] as number) += scale * over * (over + 1);
      conductance[index] = (scale * (over + 1)) / 2;
    });
    return bound;
  }

  /** Newton with conjugate gradients, started from the prices of the pools; the least φ that was seen. */
  of(trade: Trade, steps = 60): number {
    const amount = Number(trade.amount);
    const [count, edges] = [this.#tokens, this.#edges.length];
    let logs = this.#spotPrices(trade.to);
    let [slopes, conductance] = [new Float64Array(count), new Float64Array(edges)];
    let least = this.#dual(logs, trade, amount, slopes, conductance);
    for (let step = 0; step < steps; step++) {
      slopes[trade.to] = 0;
      const change = this.#conjugateGradients(slopes, conductance, trade.to, least * 1e-9);
      const descent = change.reduce((sum, value, token) => sum + value * (slopes[token] as number), 0);
      let [size, found] = [Math.min(1, 2 / Math.max(...change.map(Math.abs))), false];
      for (let halving = 0; halving < 40 && !found; halving++, size /= 2) {
        const nextLogs = logs.map((log, token) => log + size * (change[token] as number));
        const [nextSlopes, nextConductance] = [new Float64Array(count), new Float64Array(edges)];
        const next = this.#dual(nextLogs, trade, amount, nextSlopes, nextConductance);
        if (!(next <= least + 1e-4 * size * descent)) continue;
        found = true;
        const isLast = least - next < 1e-12 * next;
        [logs, slopes, conductance, least] = [nextLogs, nextSlopes, nextConductance, next];
        if (isLast) return least;
      }
      if (!found) return least;
    }
    return least;
  }

  /** Solves (Laplacian + a little)·x = −slopes, the end grounded. */
  #conjugateGradients(slopes: Float64Array, conductance: Float64Array, ground: number, little: number): Float64Array {
    const count = slopes.length;
    const diagonal = new Float64Array(count).fill(little);
    this.#edges.forEach(({ tail, head }, index) => {
      (diagonal[tail] as number) += conductance[index] as number;
      (diagonal[head] as number) += conductance[index] as number;
    });
    const times = (vector: Float64Array): Float64Array => {
      const product = vector.map((value) => value * little);
      this.#edges.forEach(({ tail, head }, index) => {
        const current = (conductance[index] as number) * ((vector[tail] as number) - (vector[head] as number));
        (product[tail] as number) += current;
        (product[head] as number) -= current;
      });
      product[ground] = 0;
      return product;
    };
    const x = new Float64Array(count);
    const residual = slopes.map((slope) => -slope);
    residual[ground] = 0;
    let direction = residual.map((value, token) => value / (diagonal[token] as number));
    let energy = dot(residual, direction);
    const enough = energy * 1e-18;
    for (let step = 0; step < 4 * count && energy > enough; step++) {
      const product = times(direction);
      const part = energy / dot(direction, product);
      for (let token = 0; token < count; token++) {
        (x[token] as number) += part * (direction[token] as number);
        (residual[token] as number) -= part * (product[token] as number);
      }
      const scaled = residual.map((value, token) => value / (diagonal[token] as number));
      const next = dot(residual, scaled);
      const keep = next / energy;
      direction = direction.map((value, token) => (scaled[token] as number) + keep * value);
      energy = next;
    }
    return x;
  }

  /** Logarithms of prices in units of `to`, spread from it over the deepest pools first come, first served. */
  #spotPrices(to: number): Float64Array {
    const logs = new Float64Array(this.#tokens).fill(Number.NaN);
    logs[to] = 0;
    for (let changed = true; changed; ) {
      changed = false;
      for (const { tail, head, alpha } of this.#edges) {
        if (Number.isNaN(logs[head]) || !Number.isNaN(logs[tail])) continue;
        logs[tail] = (logs[head] as number) + Math.log(alpha);
        changed = true;
      }
    }
    return logs.map((log) => (Number.isNaN(log) ? 0 : log));
  }
}

const dot = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] as number), 0);
