// Recomputes a pool from the ledger's movements, transaction by transaction: its figures, candles and swaps.
import { type CandleRow, KEPT_INTERVALS_MS, type KeptInterval } from '../core/market/candle.ts';
import type { PoolFigures } from '../core/market/figures.ts';
import type { Pool } from '../core/pool.ts';
import { isHigher, type PricedPool, priceOf, type Ratio, type Reserves, ratioOf } from './price.ts';

/** A pool's reserves and LP supply. */
export type PoolHolding = Reserves & { readonly supply: bigint };

/** The fees of a swap: on its input, and on its output. */
export type SwapFees = {
  readonly lp: bigint;
  readonly others: bigint;
  /** The inner swap of a provide or refund, which the reserves alone do not show. */
  readonly inside?: { readonly is0In: boolean; readonly amountIn: bigint; readonly amountOut: bigint };
};

type Interval = { startMs: number; prices: Record<'open' | 'high' | 'low' | 'close', Ratio> | null; end: PoolFigures };

/** The open intervals all end with the last figures. */
export type SavedPool = {
  readonly pool: string;
  readonly figures: PoolFigures;
  readonly intervals: readonly (readonly [KeptInterval, Omit<Interval, 'end'>])[];
};

export class PoolRecount {
  readonly pool: Pool & PricedPool;
  figures: PoolFigures | undefined;
  /** The swaps of the transactions that were added. */
  readonly swaps = new ListSum();
  #ratio: Ratio | undefined;
  readonly #intervals = new Map<KeptInterval, Interval>();

  constructor(pool: Pool & PricedPool) {
    this.pool = pool;
  }

  /** Continues from what `save` returned. */
  restore({ figures, intervals }: SavedPool): void {
    this.figures = figures;
    this.#ratio = ratioOf(this.pool, figures);
    for (const [intervalMs, interval] of intervals) this.#intervals.set(intervalMs, { ...interval, end: figures });
  }

  /** Undefined if nothing was added yet. */
  save(): SavedPool | undefined {
    const intervals = Array.from(this.#intervals, ([ms, { startMs, prices }]) => [ms, { startMs, prices }] as const);
    return this.figures && { pool: this.pool.address, figures: this.figures, intervals };
  }

  /** Adds a transaction that left the pool with `held`; `taken` is set for a swap. Returns the rows that it completed. */
  add(held: PoolHolding, { sequence, createdAtMs }: At, taken: SwapFees | undefined): readonly CandleRow[] {
    const after = this.#after(held, { sequence, createdAtMs }, taken);
    const [open, close] = [this.#ratio, ratioOf(this.pool, after)];
    this.figures = after;
    this.#ratio = close;
    if (taken) this.swaps.add(sequence);
    const prices = taken && open && close && { open, close };
    return KEPT_INTERVALS_MS.flatMap((intervalMs) => this.#into(intervalMs, after, prices));
  }

  /** The rows that are not complete yet. */
  open(): readonly CandleRow[] {
    return Array.from(this.#intervals, ([intervalMs, interval]) => this.#row(intervalMs, interval));
  }

  #after({ reserve0, reserve1, supply }: PoolHolding, at: At, taken: SwapFees | undefined): PoolFigures {
    const was = this.figures ?? { ...NOTHING, atMs: at.createdAtMs };
    const ratio = this.#ratio;
    const weigh = (above: bigint, below: bigint) => ((above << 192n) / below) * BigInt(at.createdAtMs - was.atMs);
    const swapped = taken && swappedBy(taken, { reserve0, reserve1 }, was);
    return {
      sequence: at.sequence,
      atMs: at.createdAtMs,
      ...({ reserve0, reserve1, supply } as Pick<PoolFigures, 'reserve0' | 'reserve1' | 'supply'>),
      cumulative0: was.cumulative0 + (ratio ? weigh(ratio.of1, ratio.of0) : 0n),
      cumulative1: was.cumulative1 + (ratio ? weigh(ratio.of0, ratio.of1) : 0n),
      volume0: was.volume0 + (swapped?.volume0 ?? 0n),
      volume1: was.volume1 + (swapped?.volume1 ?? 0n),
      fees0: was.fees0 + (swapped?.in0 ? swapped.lp : 0n),
      fees1: was.fees1 + (swapped?.in1 ? swapped.lp : 0n),
      swaps: was.swaps + (taken ? 1 : 0),
    };
  }

  #into(
    intervalMs: KeptInterval,
    end: PoolFigures,
    prices: { readonly open: Ratio; readonly close: Ratio } | undefined,
  ): readonly CandleRow[] {
    const startMs = Math.floor(end.atMs / intervalMs) * intervalMs;
    const last = this.#intervals.get(intervalMs);
    const isNew = last?.startMs !== startMs;
    const interval = isNew ? { startMs, prices: null, end } : last;
    interval.end = end;
    if (prices) {
      const { open, close } = prices;
      interval.prices ??= { open, high: open, low: open, close };
      interval.prices.close = close;
      for (const price of [open, close]) {
        if (isHigher(price, interval.prices.high)) interval.prices.high = price;
        if (isHigher(interval.prices.low, price)) interval.prices.low = price;
      }
    }
    this.#intervals.set(intervalMs, interval);
    return isNew && last ? [this.#row(intervalMs, last)] : [];
  }

  #row(intervalMs: KeptInterval, { startMs, prices, end }: Interval): CandleRow {
    const shown = (ratio: Ratio) => priceOf(ratio, this.pool);
    return {
      intervalMs,
      startMs,
      prices: prices && {
        open: shown(prices.open),
        high: shown(prices.high),
        low: shown(prices.low),
        close: shown(prices.close),
      },
      end,
    };
  }
}

/** The amounts of a swap: from the change of the reserves or, if that does not show them, from the receipt. */
function swappedBy({ lp, others, inside }: SwapFees, now: Reserves, was: Reserves) {
  if (inside) {
    const { is0In, amountIn, amountOut } = inside;
    const [volume0, volume1] = is0In ? [amountIn, amountOut] : [amountOut, amountIn];
    return { lp, in0: is0In, in1: !is0In, volume0, volume1 };
  }
  const moved = (after: bigint, before: bigint) => (after > before ? after - before : before - after - others);
  return {
    lp,
    in0: now.reserve0 > was.reserve0,
    in1: now.reserve1 > was.reserve1,
    volume0: moved(now.reserve0, was.reserve0),
    volume1: moved(now.reserve1, was.reserve1),
  };
}

type At = { readonly sequence: number; readonly createdAtMs: number };

const NOTHING = {
  ...{ reserve0: 0n, reserve1: 0n, cumulative0: 0n, cumulative1: 0n },
  ...{ volume0: 0n, volume1: 0n, fees0: 0n, fees1: 0n, swaps: 0 },
};

/** A checksum of a list of numbers: a polynomial that can be extended at either end. */
export class ListSum {
  count = 0;
  sum = 0n;
  #power = 1n;

  /** Appends a number. */
  add(next: number): void {
    this.count += 1;
    this.sum = (this.sum * BASE + BigInt(next)) % PRIME;
  }

  /** Prepends a number, to a list that nothing was appended to. */
  addBefore(next: number): void {
    this.count += 1;
    this.sum = (this.sum + BigInt(next) * this.#power) % PRIME;
    this.#power = (this.#power * BASE) % PRIME;
  }

  equals(other: ListSum): boolean {
    return this.count === other.count && this.sum === other.sum;
  }
}

const PRIME = 2n ** 127n - 1n;
const BASE = 2n ** 61n - 1n;
