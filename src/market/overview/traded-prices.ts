// The prices that pools traded at in the last day, and their last swaps: loaded when they are asked for, then kept up to date by the fold.
import { setImmediate as turn } from 'node:timers/promises';
import type { PoolAddress } from '../../core/amount.ts';
import { joinedPrices, KEPT_INTERVALS_MS, type Prices, startOf } from '../../core/market/candle.ts';
import type { Price } from '../../core/market/price.ts';
import type { LastSwap, PricedRow } from '../../ports/projection.ts';
import type { MarketFold } from '../fold.ts';
import type { Observer } from '../observer.ts';

const [MINUTE_MS, HOUR_MS] = KEPT_INTERVALS_MS;

/** The pools read in one turn of the event loop: up to 84 rows each. */
const SLICE = 25;
/** The most rows kept, over all pools: several times those of a page of the busiest pools. */
const MOST_ROWS = 100_000;

/** The rules are those of candles. */
export type Traded = {
  /** The prices since the start of the last day; null if nobody has swapped since. */
  readonly day: Prices | null;
  readonly last: { readonly sequence: number; readonly price: Price } | null;
};

type Row = Omit<PricedRow, 'pool'>;
type Rows = Map<number, Row>;

type Known = {
  /** The start of the hour in which the last day began. */
  readonly hourMs: number;
  /** True if nothing can be added to that hour any more. */
  readonly isFinal: boolean;
  /** The minutes of that hour, and the hours after it, by start. */
  readonly rows: Rows;
  last: LastSwap | undefined;
  /** All of the pool's changes up to this transaction are in the rows. */
  asOf: number;
};

/** The start of the last day, and the time of the journal's last change. */
export type Times = { readonly fromMs: number; readonly lastMs: number };

export class TradedPrices {
  #fold: MarketFold | undefined;
  readonly #known = new Map<PoolAddress, Known>();

  /** True if the rows and what the fold has not stored are everything. */
  has({ fold }: Observer, pool: PoolAddress, { fromMs }: Pick<Times, 'fromMs'>): boolean {
    const known = fold === this.#fold ? this.#known.get(pool) : undefined;
    if (known?.hourMs !== startOf(fromMs, HOUR_MS)) return false;
    return known.asOf >= fold.cursor || known.asOf >= (fold.figures(pool)?.sequence ?? 0);
  }

  /** Loads what is missing for these pools. */
  async read(observer: Observer, pools: readonly PoolAddress[], times: Times): Promise<void> {
    if (observer.fold !== this.#fold) this.#known.clear();
    this.#fold = observer.fold;
    for (let at = 0; at < pools.length; at += SLICE) {
      if (at > 0) await turn();
      await this.#read(observer, pools.slice(at, at + SLICE), times);
    }
  }

  /** Only if `has` returns true for the pool. */
  of(observer: Observer, pool: PoolAddress, { fromMs }: Pick<Times, 'fromMs'>): Traded {
    const { fold } = observer;
    const known = this.#known.get(pool) as Known;
    const rows: Rows = new Map(known.rows);
    for (const { intervalMs, startMs, prices, end } of fold.candles(pool)) {
      const isHere = intervalMs === (startMs < known.hourMs + HOUR_MS ? MINUTE_MS : HOUR_MS);
      if (isHere && prices) put(rows, { startMs, sequence: end.sequence, prices });
    }
    const inDay = [...rows.values()].filter(({ startMs }) => startMs >= fromMs).sort((a, b) => a.startMs - b.startMs);
    for (const { sequence } of inDay) observer.mustReach(sequence);
    const day = inDay.reduce<Prices | null>((all, { prices }) => joinedPrices(all, prices), null);
    return { day, last: lastOf(observer, pool, known.last) };
  }

  async #read(
    { projection, fold }: Observer,
    pools: readonly PoolAddress[],
    { fromMs: since, lastMs }: Times,
  ): Promise<void> {
    const hourMs = startOf(since, HOUR_MS);
    // Before anything is read: rows that are stored meanwhile are read or in memory, or both.
    const asOf = fold.cursor;
    const begun = new Map(pools.map((pool) => [pool, this.#goesOn(pool, hourMs)]));
    const fresh = pools.filter((pool) => !begun.get(pool));
    const dayMs = hourMs + HOUR_MS;
    const read: PricedRow[] = [];
    const add = async (some: readonly PoolAddress[], span: Span) => {
      if (some.length > 0) read.push(...(await projection.pricesOf(some, span)));
    };
    await add(fresh, { intervalMs: MINUTE_MS, fromMs: hourMs, toMs: dayMs });
    for (const [fromMs, some] of Map.groupBy(pools, (pool) => begun.get(pool)?.lastMs ?? dayMs))
      await add(some, { intervalMs: HOUR_MS, fromMs, toMs: Number.MAX_SAFE_INTEGER });
    const last = new Map((await projection.lastSwaps(pools)).map((each) => [each.pool, each]));
    // What was read belongs to rows that are counted again.
    if (fold !== this.#fold) return;
    for (const pool of pools) {
      const known = begun.get(pool)?.known ?? {
        hourMs,
        isFinal: lastMs >= dayMs,
        rows: new Map(),
        last: undefined,
        asOf,
      };
      this.#known.delete(pool);
      this.#known.set(pool, Object.assign(known, { last: last.get(pool), asOf }));
    }
    for (const { pool, ...row } of read) put((this.#known.get(pool) as Known).rows, row);
    this.#dropOldest();
  }

  #dropOldest(): void {
    let all = this.#known.values().reduce((sum, { rows }) => sum + 1 + rows.size, 0);
    for (const [pool, { rows }] of this.#known) {
      if (all <= MOST_ROWS) return;
      all -= 1 + rows.size;
      this.#known.delete(pool);
    }
  }

  /** What is known of a pool, if only newer hours are missing, and the start of the last one, which may have changed. */
  #goesOn(pool: PoolAddress, hourMs: number) {
    const known = this.#known.get(pool);
    if (known?.hourMs !== hourMs || !known.isFinal) return undefined;
    return { known, lastMs: Math.max(hourMs + HOUR_MS, ...known.rows.keys()) };
  }
}

type Span = Parameters<Observer['projection']['pricesOf']>[1];

function put(rows: Rows, row: Row): void {
  if (row.sequence > (rows.get(row.startMs)?.sequence ?? 0)) rows.set(row.startMs, row);
}

/** From memory if it is not stored yet. */
function lastOf(observer: Observer, pool: PoolAddress, stored: LastSwap | undefined): Traded['last'] {
  const sequence = observer.fold.swaps(pool).at(-1);
  if (stored && stored.sequence >= (sequence ?? 0)) {
    observer.mustReach(stored.sequence);
    return { sequence: stored.sequence, price: stored.price };
  }
  const candles = observer.fold.candles(pool).filter(({ intervalMs, prices }) => intervalMs === MINUTE_MS && prices);
  const newest = candles.reduce<(typeof candles)[number] | undefined>(
    (last, row) => (last && last.startMs > row.startMs ? last : row),
    undefined,
  );
  return sequence !== undefined && newest?.prices ? { sequence, price: newest.prices.close } : null;
}
