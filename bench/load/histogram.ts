// Counts latencies in buckets with a relative width of at most 1/128: an addition costs a few instructions and no memory.

const SUB_BITS = 7;
const SUB = 1 << SUB_BITS;
const LARGEST_MICROS = 2 ** 30;

export class Histogram {
  readonly #counts = new Uint32Array(SUB * (30 - SUB_BITS + 2));
  #total = 0;
  #maxMs = 0;

  add(ms: number): void {
    if (ms > this.#maxMs) this.#maxMs = ms;
    const micros = Math.min(ms * 1000, LARGEST_MICROS) | 0;
    // The shift that brings the number below 2 × SUB.
    const shift = Math.max(0, 31 - SUB_BITS - Math.clz32(micros));
    const bucket = shift * SUB + (micros >> shift);
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1;
    this.#total += 1;
  }

  get maxMs(): number {
    return this.#maxMs;
  }

  /** The middle of the bucket that contains this quantile. */
  percentileMs(part: number): number {
    let left = part * this.#total;
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count;
      if (count > 0 && left <= 0) return middleMicros(bucket) / 1000;
    }
    return Number.NaN;
  }
}

function middleMicros(bucket: number): number {
  const shift = Math.max(0, Math.floor(bucket / SUB) - 1);
  return (bucket - shift * SUB + 0.5) * 2 ** shift;
}
