// One pool's recent history: sums over time of its price and liquidity, for averages from any whole second or minute until now.
import type { PoolAddress } from '../core/amount.ts';
import { type Averages, averagesOf, type Span } from '../core/market/average.ts';
import { type Counted, heightsOf, spotOf } from '../core/market/figures.ts';
import type { PoolState } from '../core/maths/liquidity.ts';
import { liquidityOf } from '../core/orders/reference.ts';

/** The averages at one millisecond, or summed over many. */
type Sums = Averages;

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
const NOTHING: Sums = { price0: 0n, price1: 0n, liquidity: 0n };

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

  /** The averages since a past start of a second or minute (`gridMs`), if its points were not dropped yet; undefined if it was empty. */
  averages(fromMs: number, toMs: number, gridMs: number): Averages | undefined {
    if (this.#atMs <= fromMs) return this.hasPrice ? this.now : undefined;
    return averagesOf(this.#spans(fromMs, toMs, gridMs), this.now.liquidity);
  }

  /** The steps of a window in which the pool changed, each by itself, and the times between them. */
  #spans(fromMs: number, toMs: number, gridMs: number): readonly Span[] {
    const points = this.#grids.find((grid) => grid.gridMs === gridMs)?.points ?? [];
    const spans: Span[] = [];
    let atMs = fromMs;
    const hold = (each: Sums, untilMs: number) => {
      if (untilMs > atMs) spans.push({ ms: untilMs - atMs, sums: plus(NOTHING, each, untilMs - atMs) });
      atMs = untilMs;
    };
    for (let index = points.findIndex((point) => point.atMs >= fromMs); index >= 0 && index < points.length; index++) {
      const [point, next] = [points[index] as Point, points[index + 1]];
      // Without `each`, the previous point is one step earlier, and so is the end of its span.
      if (point.each) hold(point.each, point.atMs);
      if (point.atMs >= toMs) break;
      atMs = Math.min(toMs, point.atMs + gridMs);
      const after = next ? (next.each ? plus(next.sums, next.each, atMs - next.atMs) : next.sums) : this.upTo(atMs);
      spans.push({ ms: atMs - point.atMs, sums: plus(after, point.sums, -1) });
    }
    hold(this.now, toMs);
    return spans;
  }

  #eachMs(): Sums {
    const state = { reserve0: this.#reserve0, reserve1: this.#reserve1 } as PoolState;
    const spot = this.hasPrice ? spotOf(state, this.#counted) : undefined;
    if (!spot) return NOTHING;
    const { height0, height1 } = heightsOf(spot);
    return { price0: height0, price1: height1, liquidity: liquidityOf(this.#reserve0, this.#reserve1) };
  }
}

type Beginning = {
  readonly atMs: number;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly longestMs: number;
};

function plus(sums: Sums, each: Sums, times: number): Sums {
  const factor = BigInt(times);
  return {
    price0: sums.price0 + each.price0 * factor,
    price1: sums.price1 + each.price1 * factor,
    liquidity: sums.liquidity + each.liquidity * factor,
  };
}
