// One pool's recent history: sums over time of its price and liquidity, for averages from any whole second or minute until now.
import type { PoolAddress } from '../core/amount.ts';
import { PRICE_BITS } from '../core/curves/curve.ts';
import { type Averages, averagesOf, type Span } from '../core/market/average.ts';
import { heightsOf, type PriceTerms, spotOf } from '../core/market/figures.ts';
import type { PoolState } from '../core/maths/liquidity.ts';
import { type Fees, LIQUIDITY_BITS, liquidityOf, type Rough, roughWithin } from '../core/orders/link.ts';

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

/** A range of prices of token0. */
type Prices = { readonly lowest: number; readonly highest: number };
/** The rough figures of a pool in both directions, and what they were computed from. */
type BothRough = { readonly fees: Fees; readonly isStill: boolean; readonly of0: Rough; readonly of1: Rough };

const [SECOND_MS, MINUTE_MS] = [1000, 60_000];
/** Steps (seconds or minutes) for which points are kept: a window of up to 60 steps begins less than 61 before it ends. */
const KEPT_STEPS = 61;
/** No price yet; a price widens it. */
const NO_PRICES: Prices = { lowest: Number.POSITIVE_INFINITY, highest: 0 };
const NOTHING: Sums = { price0: 0n, price1: 0n, liquidity: 0n };

export class PoolWindow {
  readonly address: PoolAddress;
  readonly #counted: PriceTerms;
  /** Time since which the pool has had a price and an unchanged status. */
  sinceMs: number;
  #reserve0: bigint;
  #reserve1: bigint;
  #atMs: number;
  #sums = NOTHING;
  #each: Sums | undefined;
  /** The prices before the last change: of the last time as long as the longest window or more, which began then. */
  #prices = NO_PRICES;
  #pricesSinceMs: number;
  /** The prices of the time before that. */
  #olderPrices = NO_PRICES;
  #rough: BothRough | undefined;
  readonly #grids: readonly Grid[];

  /** Supports windows of up to `longestMs`: those up to a minute begin at a whole second, longer ones at a whole minute. */
  constructor(address: PoolAddress, counted: PriceTerms, { atMs, reserve0, reserve1, longestMs }: Beginning) {
    this.address = address;
    this.#counted = counted;
    const gridsMs = longestMs > MINUTE_MS ? [SECOND_MS, MINUTE_MS] : [SECOND_MS];
    this.#grids = gridsMs.map((gridMs) => ({ gridMs, points: [] }));
    this.#atMs = this.sinceMs = this.#pricesSinceMs = atMs;
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
    this.#notePrices(atMs);
    this.#sums = this.upTo(atMs);
    this.#atMs = atMs;
    const hadPrice = this.hasPrice;
    this.#reserve0 += delta0;
    this.#reserve1 += delta1;
    this.#each = this.#rough = undefined;
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

  /** Bounds of the averages since a past time, without computing them. */
  rough(fromMs: number, fees: Fees): BothRough {
    const isStill = this.#atMs <= fromMs;
    if (this.#rough?.fees !== fees || this.#rough.isStill !== isStill) this.#rough = this.#roughNow(fees, isStill);
    return this.#rough;
  }

  #roughNow(fees: Fees, isStill: boolean): BothRough {
    const now = priceOf(this.now);
    const { lowest, highest } = isStill ? within(NO_PRICES, now) : within(within(this.#prices, now), this.#olderPrices);
    const liquidity = Number(this.now.liquidity) / 2 ** Number(LIQUIDITY_BITS);
    return {
      ...{ fees, isStill },
      of0: roughWithin({ lowest, highest, liquidity, isClose: isStill }, fees),
      of1: roughWithin({ lowest: 1 / highest, highest: 1 / lowest, liquidity, isClose: isStill }, fees),
    };
  }

  /** Notes the prices that the pool has had until now. */
  #notePrices(atMs: number): void {
    const spanMs = KEPT_STEPS * (this.#grids.at(-1)?.gridMs ?? 0);
    if (atMs > this.#atMs && this.hasPrice) this.#prices = within(this.#prices, priceOf(this.now));
    if (atMs - this.#pricesSinceMs < spanMs) return;
    this.#olderPrices = this.#prices;
    this.#prices = NO_PRICES;
    this.#pricesSinceMs = atMs;
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

const PRICE = 2 ** Number(PRICE_BITS);
const priceOf = ({ price0 }: Sums): Prices => {
  const price = Number(price0) / PRICE;
  return { lowest: price, highest: price };
};
const within = (one: Prices, other: Prices): Prices => ({
  lowest: Math.min(one.lowest, other.lowest),
  highest: Math.max(one.highest, other.highest),
});

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
