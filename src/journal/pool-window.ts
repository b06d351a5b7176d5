// One pool's recent history: sums over time of its price and reserves, for averages from any whole second or minute until now.
import type { PoolAddress } from '../core/amount.ts';
import { type Counted, heightsOf, spotOf } from '../core/market/figures.ts';
import type { PoolState } from '../core/maths/liquidity.ts';

/** ⌊price · 2^192⌋ of token0 in token1 and the reverse, and both reserves: at one millisecond, or summed over many. */
export type Sums = {
  readonly price0: bigint;
  readonly price1: bigint;
  readonly held0: bigint;
  readonly held1: bigint;
};

/** The sums up to the start of a second or minute, kept only for those in which the pool changed. */
type Point = {
  readonly atMs: number;
  readonly sums: Sums;
  /** The sums of each millisecond since the previous point; undefined if that is one step earlier, since no window begins in between. */
  readonly each: Sums | undefined;
};
type Grid = { readonly gridMs: number; readonly points: Point[] };

const [SECOND_MS, MINUTE_MS] = [1000, 60_000];
/** Steps (seconds or minutes) for which points are kept: a window of up to 60 steps begins less than 61 before it ends. */
const KEPT_STEPS = 61;
const NOTHING: Sums = { price0: 0n, price1: 0n, held0: 0n, held1: 0n };

export class PoolWindow {
  readonly address: PoolAddress;
  readonly #counted: Counted;
  /** Time since which the pool has had a price and an unchanged status. */
  sinceMs: number;
  #reserve0: bigint;
  #reserve1: bigint;
  #atMs: number;
  #sums = NOTHING;
  #each: Sums | undefined;
  readonly #grids: readonly Grid[];

  /** Supports windows of up to `longestMs`: those up to a minute begin at a whole second, longer ones at a whole minute. */
  constructor(address: PoolAddress, counted: Counted, { atMs, reserve0, reserve1, longestMs }: Beginning) {
    this.address = address;
    this.#counted = counted;
    const gridsMs = longestMs > MINUTE_MS ? [SECOND_MS, MINUTE_MS] : [SECOND_MS];
    this.#grids = gridsMs.map((gridMs) => ({ gridMs, points: [] }));
    this.#atMs = this.sinceMs = atMs;
    this.#reserve0 = reserve0;
    this.#reserve1 = reserve1;
  }

  get hasPrice(): boolean {
    return this.#reserve0 > 0n && this.#reserve1 > 0n;
  }

  /** Applies a transaction's change of the reserves. Of several within one millisecond, only the reserves after the last have weight. */
  change(createdAtMs: number, delta0: bigint, delta1: bigint): void {
    const atMs = Math.max(createdAtMs, this.#atMs);
    this.forget(atMs);
    for (const { gridMs, points } of this.#grids) {
      const startMs = Math.floor(atMs / gridMs) * gridMs;
      const lastMs = points.at(-1)?.atMs ?? -1;
      if (startMs < this.#atMs || lastMs >= startMs) continue;
      const each = lastMs === startMs - gridMs ? undefined : this.now;
      points.push({ atMs: startMs, sums: this.upTo(startMs), each });
    }
    this.#sums = this.upTo(atMs);
    this.#atMs = atMs;
    const hadPrice = this.hasPrice;
    this.#reserve0 += delta0;
    this.#reserve1 += delta1;
    this.#each = undefined;
    if (!hadPrice || !this.hasPrice) this.sinceMs = atMs;
  }

  /** Drops points from before the start of the longest window that ends now. */
  forget(nowMs: number): void {
    for (const { gridMs, points } of this.#grids) {
      const kept = points.findIndex(({ atMs }) => atMs > nowMs - KEPT_STEPS * gridMs);
      points.splice(0, kept < 0 ? points.length : kept);
    }
  }

  /** The number of points stored, as a measure of the memory used. */
  get points(): number {
    return this.#grids.reduce((sum, { points }) => sum + points.length, 0);
  }

  /** The amounts that each millisecond adds to the sums at present. */
  get now(): Sums {
    this.#each ??= this.#eachMs();
    return this.#each;
  }

  /** The sums up to a time at or after the last change. */
  upTo(ms: number): Sums {
    return ms === this.#atMs ? this.#sums : plus(this.#sums, this.now, ms - this.#atMs);
  }

  /** The sums up to a past start of a second or minute (`gridMs`), if its points were not dropped yet. */
  from(ms: number, gridMs: number): Sums {
    const points = this.#grids.find((grid) => grid.gridMs === gridMs)?.points ?? [];
    const next = points.find(({ atMs }) => atMs >= ms);
    if (!next) return this.upTo(ms);
    // `next.each` applies to the whole time from `ms` to that point: the pool last changed within the step of the previous point.
    return next.each ? plus(next.sums, next.each, ms - next.atMs) : next.sums;
  }

  #eachMs(): Sums {
    const state = { reserve0: this.#reserve0, reserve1: this.#reserve1 } as PoolState;
    const spot = this.hasPrice ? spotOf(state, this.#counted) : undefined;
    if (!spot) return NOTHING;
    const { height0, height1 } = heightsOf(spot);
    return { price0: height0, price1: height1, held0: this.#reserve0, held1: this.#reserve1 };
  }
}

type Beginning = {
  readonly atMs: number;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly longestMs: number;
};

function plus(sums: Sums, each: Sums, ms: number): Sums {
  const times = BigInt(ms);
  return {
    price0: sums.price0 + each.price0 * times,
    price1: sums.price1 + each.price1 * times,
    held0: sums.held0 + each.held0 * times,
    held1: sums.held1 + each.held1 * times,
  };
}
