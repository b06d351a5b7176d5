// What one pool was over the last while: sums over time of its price and of what it held, from any whole second or minute on.
import type { PoolAddress } from '../core/amount.ts';
import { type Counted, heightsOf, spotOf } from '../core/market/figures.ts';
import type { PoolState } from '../core/maths/liquidity.ts';

/** Of token0 and token1: ⌊price · 2^192⌋ in the other, and what the pool held; in a millisecond, or added up over many. */
export type Sums = {
  readonly price0: bigint;
  readonly price1: bigint;
  readonly held0: bigint;
  readonly held1: bigint;
};

/** The sums up to the second or minute in which the pool changed next. */
type Point = {
  readonly atMs: number;
  readonly sums: Sums;
  /** What each millisecond before it added; undefined if the point before it is the one a step earlier, so that no window begins between. */
  readonly each: Sums | undefined;
};
type Grid = { readonly gridMs: number; readonly points: Point[] };

const [SECOND_MS, MINUTE_MS] = [1000, 60_000];
/** Windows of up to 60 steps begin less than 61 steps before they end. */
const KEPT_STEPS = 61;
const NOTHING: Sums = { price0: 0n, price1: 0n, held0: 0n, held1: 0n };

export class PoolWindow {
  readonly address: PoolAddress;
  readonly #counted: Counted;
  /** Since when it has a price without a break. */
  sinceMs: number;
  #reserve0: bigint;
  #reserve1: bigint;
  #atMs: number;
  #sums = NOTHING;
  #each: Sums | undefined;
  readonly #grids: readonly Grid[];

  /** For windows of up to `longestMs`: those of up to a minute begin at a whole second, longer ones at a whole minute. */
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

  /** A transaction has moved what it holds. What happens within a millisecond has no weight. */
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

  /** Drops the points before which no window begins that ends now or later. */
  forget(nowMs: number): void {
    for (const { gridMs, points } of this.#grids) {
      const kept = points.findIndex(({ atMs }) => atMs > nowMs - KEPT_STEPS * gridMs);
      points.splice(0, kept < 0 ? points.length : kept);
    }
  }

  /** How many points it holds, which is what it takes of memory. */
  get points(): number {
    return this.#grids.reduce((sum, { points }) => sum + points.length, 0);
  }

  /** What each millisecond adds by now. */
  get now(): Sums {
    this.#each ??= this.#eachMs();
    return this.#each;
  }

  /** Up to a moment at or after its last change. */
  upTo(ms: number): Sums {
    return ms === this.#atMs ? this.#sums : plus(this.#sums, this.now, ms - this.#atMs);
  }

  /** Up to a whole second or minute, as `gridMs` says, that is not forgotten. */
  from(ms: number, gridMs: number): Sums {
    const points = this.#grids.find((grid) => grid.gridMs === gridMs)?.points ?? [];
    const next = points.find(({ atMs }) => atMs >= ms);
    if (!next) return this.upTo(ms);
    // Between a point and the one before it, the pool has not changed after the second or minute of that one.
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
