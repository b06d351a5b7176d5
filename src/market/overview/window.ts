// Every pool's figures at the times that the market's figures are computed from: a day, five minutes and less than a minute ago.
import { setImmediate as turn } from 'node:timers/promises';
import type { PoolAddress } from '../../core/amount.ts';
import { KEPT_INTERVALS_MS } from '../../core/market/candle.ts';
import type { PoolFigures } from '../../core/market/figures.ts';
import type { Observer } from '../observer.ts';

export const [MINUTE_MS] = KEPT_INTERVALS_MS;
const DAY_MS = 86_400_000;
/** Prices in the quote token are averaged over this time. */
export const MEAN_MS = 300_000;

/** The pools read in one turn of the event loop. */
const SLICE = 200;

/** A pool's figures at each of these times; undefined if it had none yet. */
export type Bases = {
  /** At the start of the last day. */
  readonly day: PoolFigures | undefined;
  /** At the start and the end of the five minutes. */
  readonly mean: PoolFigures | undefined;
  readonly minute: PoolFigures | undefined;
};

type Known = Bases & {
  /** The pool's figures when these were read. */
  readonly asOf: PoolFigures | undefined;
};

const NONE: Bases = { day: undefined, mean: undefined, minute: undefined };

export class MarketWindow {
  readonly minuteMs: number;
  readonly fromMs: number;
  readonly #known = new Map<PoolAddress, Known>();
  /** True if the journal has passed this minute: then no transaction can be added before it. */
  #isFinal = false;

  /** Changes whenever figures of pools were read. */
  edition = 0;

  constructor(minuteMs: number) {
    this.minuteMs = minuteMs;
    this.fromMs = minuteMs - DAY_MS;
  }

  basesOf(pool: PoolAddress): Bases {
    return this.#known.get(pool) ?? NONE;
  }

  /** The pools to read: those that have changed since their figures were read. */
  unknown({ book, fold }: Observer): readonly PoolAddress[] {
    if (this.#isFinal) return [];
    const addresses = book.pools.map(({ record }) => record.address);
    return addresses.filter((address) => this.#known.get(address)?.asOf !== fold.figures(address));
  }

  /** Times in the journal never go backwards: once everything is known up to a time after the minute, it is final. */
  seen(lastMs: number): void {
    this.#isFinal ||= lastMs >= this.minuteMs;
  }

  async read(observer: Observer, pools: readonly PoolAddress[]): Promise<void> {
    for (let at = 0; at < pools.length; at += SLICE) {
      await this.#readSlice(observer, pools.slice(at, at + SLICE));
      await turn();
    }
  }

  async #readSlice(observer: Observer, pools: readonly PoolAddress[]): Promise<void> {
    // Reads memory before the store, so that rows that are stored meanwhile are in both, and none is missed.
    const asked = pools.map((pool) => ({ pool, ...inMemory(observer, pool) }));
    const day = await figuresAt(observer, asked, this.fromMs);
    const mean = await figuresAt(observer, asked, this.minuteMs - MEAN_MS);
    const minute = await figuresAt(observer, asked, this.minuteMs);
    for (const [at, { pool, now }] of asked.entries())
      this.#known.set(pool, { asOf: now, day: day[at], mean: mean[at], minute: minute[at] });
    this.edition += 1;
    const newest = Math.max(0, ...minute.map((figures) => figures?.sequence ?? 0));
    // Another node has stored rows that are not counted here yet.
    if (newest > observer.sequence) await observer.catchUp();
  }
}

type Remembered = {
  readonly now: PoolFigures | undefined;
  /** The ends of minutes that are not stored yet. */
  readonly minutes: readonly { readonly startMs: number; readonly end: PoolFigures }[];
};

export function inMemory({ fold }: Observer, pool: PoolAddress): Remembered {
  const minutes = fold.candles(pool).filter(({ intervalMs }) => intervalMs === MINUTE_MS);
  return { now: fold.figures(pool), minutes };
}

/** Each pool's figures at a whole minute. */
export async function figuresAt(
  { projection }: Observer,
  asked: readonly (Remembered & { readonly pool: PoolAddress })[],
  ms: number,
): Promise<readonly (PoolFigures | undefined)[]> {
  // A pool that has not changed since then still has its figures of that time.
  const changed = asked.filter(({ now }) => now && now.atMs >= ms);
  const addresses = changed.map(({ pool }) => pool);
  const stored = changed.length > 0 ? await projection.figuresBefore(addresses, MINUTE_MS, ms) : [];
  const found = new Map(changed.map((each, at) => [each.pool, latestOf(each, stored[at], ms)]));
  return asked.map(({ pool, now }) => (found.has(pool) ? found.get(pool) : now));
}

const latestOf = ({ minutes }: Remembered, stored: PoolFigures | undefined, ms: number): PoolFigures | undefined =>
  minutes
    .filter(({ startMs }) => startMs < ms)
    .reduce((latest, { end }) => (end.sequence > (latest?.sequence ?? 0) ? end : latest), stored);
