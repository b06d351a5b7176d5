// How much the initial slopes of all curves have risen: since a product of slopes was computed, it cannot have grown by more than that.

/** Counted for each change beside what it raised: more than the rounding of the sums. */
const ROUNDING = 1e-12;
/** Above this sum, rounding could exceed that. */
const MAX_TOTAL = 1000;

export class Growth {
  /** By edge: the slope up to which growth was counted. */
  readonly #slopes: Float64Array;
  /** By pool: its part of the total. */
  readonly #parts: Float64Array;
  #total = 0;
  #restarts = 0;

  constructor(slopes: Float64Array) {
    this.#slopes = slopes;
    this.#parts = new Float64Array(slopes.length / 2);
  }

  /** The sum of the logarithms of all that was raised since the last restart. Every change raises it. */
  get total(): number {
    return this.#total;
  }

  /** How often the sum began anew: nothing is known of the growth since before that. */
  get restarts(): number {
    return this.#restarts;
  }

  /** The pool's part of the total. */
  of(pool: number): number {
    return this.#parts[pool] as number;
  }

  /** Counts a pool's new initial slopes, forward and backward. */
  count(pool: number, forward: number, backward: number): void {
    const raised = this.#raise(2 * pool, forward) + this.#raise(2 * pool + 1, backward);
    this.#parts[pool] = (this.#parts[pool] as number) + raised;
    this.#total += raised + ROUNDING;
    if (!(this.#total <= MAX_TOTAL)) this.#restart();
  }

  /** The logarithm of the growth of one slope; Infinity if it was 0, as of a pool that was closed. */
  #raise(edge: number, slope: number): number {
    const before = this.#slopes[edge] as number;
    this.#slopes[edge] = slope;
    return slope <= before ? 0 : Math.log(slope / before);
  }

  #restart(): void {
    this.#total = 0;
    this.#parts.fill(0);
    this.#restarts += 1;
  }
}
