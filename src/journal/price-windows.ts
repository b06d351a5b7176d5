// Time-weighted average prices: every pool's sums over recent time, computed from the journal and then updated by each transaction.
import type { PoolAddress, TokenAddress } from '../core/amount.ts';
import type { Averages } from '../core/market/average.ts';
import { changesOf } from '../core/market/figures.ts';
import { GUARD_WINDOW_MS, type GuardEvidence } from '../core/orders/guard.ts';
import { type Link, type Links, linkOf } from '../core/orders/link.ts';
import { type Way, Ways, wayOver } from '../core/orders/reference.ts';
import { type Evidence, gridOf, type Trigger, windowStart } from '../core/orders/trigger.ts';
import type { Pair } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { UnreadableTransaction } from '../ports/store.ts';
import type { Tail } from '../ports/tail.ts';
import type { Book, BookPool } from './book.ts';
import type { Fold } from './follower.ts';
import { PoolWindow } from './pool-window.ts';

/** Transactions per page, and pages per call of `load`: few, so that other work of the thread gets its turn in between. */
const [PAGE, PAGES] = [500, 20];
const MINUTE_MS = 60_000;

type Reserves = { reserve0: bigint; reserve1: bigint };
/** Progress of `load`: reads the journal back to the window's start to reconstruct the reserves then, and forward again to sum up. */
type Loading = {
  readonly fromMs: number;
  readonly nowMs: number;
  readonly held: Map<PoolAddress, Reserves>;
  isBack: boolean;
  /** While reading back, the transactions up to this sequence are still to be read; while reading forward, those after it. */
  at: number;
};

type Windows = { readonly toMs: number; readonly asOf: number; readonly byStart: Map<number, Shared> };
const NOTHING_SHARED: Windows = { toMs: -1, asOf: -1, byStart: new Map() };

export class PriceWindows implements Fold {
  #book: Book | undefined;
  readonly #pools = new Map<PoolAddress, PoolWindow>();
  /** Time of the last change of each token's status. */
  readonly #relisted = new Map<TokenAddress, number>();
  #loading: Loading | undefined;
  #isLive = false;
  /** The longest window that the sums cover or are being loaded for; 0 if there is none. */
  #longestMs = 0;
  #sinceMs = 0;
  #sequence = 0;
  #lastMs = 0;
  #forgottenMs = 0;
  /** Cached results of windows that end at the same time; dropped when the time or the journal moves on. */
  #shared: Windows = NOTHING_SHARED;

  restart(book: Book): void {
    this.stop();
    this.#book = book;
  }

  lose(): void {
    this.stop();
    this.#book = undefined;
  }

  /** Drops all sums, to free memory while no window is needed; `load` computes them again. */
  stop(): void {
    this.#pools.clear();
    this.#relisted.clear();
    this.#loading = undefined;
    this.#isLive = false;
    this.#longestMs = 0;
    this.#shared = NOTHING_SHARED;
  }

  take(posted: Posted): void {
    if (this.#isLive) this.#count(posted);
  }

  /** True if windows of this length can be computed. */
  covers(overMs: number): boolean {
    return this.#isLive && overMs <= this.#longestMs;
  }

  /**
   * Reads a few pages of the journal per call; true once windows of `overMs` can be computed. `sequence` is the follower's position,
   * and the follower must not take transactions during the call.
   */
  async load(tail: Pick<Tail, 'page'>, { overMs, sequence, nowMs }: WindowQuery): Promise<boolean> {
    const book = this.#book;
    if (!book) return false;
    if (this.covers(overMs)) return true;
    if (!this.#loading || overMs > this.#longestMs) this.#begin(book, { overMs, sequence, nowMs });
    const loading = this.#loading as Loading;
    for (let pages = 0; pages < PAGES; pages++) {
      if (loading.isBack) await this.#readBack(tail, loading);
      else if (loading.at < sequence) {
        const posted = await tail.page(loading.at, Math.min(PAGE, sequence - loading.at));
        for (const each of posted) this.#count(each);
        loading.at = posted.at(-1)?.sequence ?? sequence;
      }
      if (this.#loading !== loading) return false;
      if (loading.isBack || loading.at < sequence) continue;
      this.#loading = undefined;
      this.#isLive = true;
      this.#sequence = sequence;
      return true;
    }
    return false;
  }

  /**
   * The average price of the pair's reference for an amount of tokenA over the last `overMs`, with its evidence; undefined if no way was
   * usable for the whole window.
   */
  average(pair: Pair, { when, overMs }: Pick<Trigger, 'when' | 'overMs'>, units: bigint, nowMs: number) {
    const { tokenA, tokenB } = pair;
    const span = this.#spanOf(overMs, nowMs);
    if (!span) return undefined;
    const way =
      when === 'below'
        ? this.#ways(pair, span).bestFor(units)
        : this.#ways({ tokenA: tokenB, tokenB: tokenA }, span).cheapestFor(units);
    return way && ({ ...seenFromA(way, when), ...this.#timesOf(span) } satisfies Evidence);
  }

  /** The average price of all usable ways that passes a trigger first; undefined if there is none. */
  furthest({ tokenA, tokenB }: Pair, { when, overMs }: Pick<Trigger, 'when' | 'overMs'>, nowMs: number) {
    const span = this.#spanOf(overMs, nowMs);
    const pair = when === 'below' ? { tokenA, tokenB } : { tokenA: tokenB, tokenB: tokenA };
    const way = span && this.#ways(pair, span).lowest;
    return way && seenFromA(way, when).average;
  }

  /** True if an amount is above the fees of the pair's reference times its reserve, at present: then moving its price may pay. */
  isLarge(pair: Pair, units: bigint, nowMs: number): boolean {
    const span = this.#spanOf(0, nowMs);
    const way = span && this.#ways(pair, span).bestFor(units);
    return way?.isMovedBy(units) ?? false;
  }

  /**
   * The evidence for the guard of a fill, which limits how far it may be below the reference; undefined if no way was usable. The depth is
   * the present one, if that is greater: whoever adds liquidity at a moved price must not gain the price impact that the order then lacks.
   */
  guard(pair: Pair, units: bigint, nowMs: number): GuardEvidence | undefined {
    const span = this.#spanOf(GUARD_WINDOW_MS, nowMs);
    const way = span && this.#ways(pair, span).bestFor(units);
    if (!way) return undefined;
    const { average, depth, via } = way;
    const present = this.#presentDepth(pair, way, span);
    return { average, depth: present > depth ? present : depth, via, ...this.#timesOf(span) };
  }

  #presentDepth(pair: Pair, { via }: Way, { toMs, gridMs }: Span): bigint {
    const now = { fromMs: toMs, toMs, gridMs };
    return wayOver({ ...pair, via }, this.#links(now, this.#sharedOver(now)))?.depth ?? 0n;
  }

  #timesOf({ fromMs, toMs }: Span) {
    return { fromMs, toMs, asOf: this.#sequence };
  }

  /** A window that ends now; undefined if the sums do not reach so far back. */
  #spanOf(overMs: number, nowMs: number): Span | undefined {
    const toMs = Math.max(nowMs, this.#lastMs);
    const fromMs = windowStart(overMs, toMs);
    if (!this.#isLive || (overMs > 0 && fromMs < this.#sinceMs)) return undefined;
    return { fromMs, toMs, gridMs: gridOf(overMs) };
  }

  #begin(book: Book, { overMs, sequence, nowMs }: WindowQuery): void {
    this.stop();
    this.#longestMs = Math.max(overMs, MINUTE_MS);
    const held = new Map(
      book.pools.map(({ record, reserve0, reserve1 }) => [record.address, { reserve0, reserve1 } as Reserves]),
    );
    const fromMs = windowStart(this.#longestMs, nowMs) - MINUTE_MS;
    this.#loading = { fromMs, nowMs, held, isBack: true, at: sequence };
    this.#sinceMs = fromMs;
    this.#lastMs = this.#sequence = 0;
  }

  async #readBack(tail: Pick<Tail, 'page'>, loading: Loading): Promise<void> {
    const { fromMs, held, at } = loading;
    let after = Math.max(0, at - PAGE);
    let posted: readonly Posted[];
    try {
      posted = at > 0 ? await tail.page(after, at - after) : [];
    } catch (error) {
      if (!(error instanceof UnreadableTransaction)) throw error;
      // Windows cannot begin before an unreadable row, so the sums begin after it.
      after = error.sequence;
      posted = after < at ? await tail.page(after, at - after) : [];
      this.#sinceMs = posted[0]?.createdAtMs ?? loading.nowMs;
      for (const { receipt } of posted) takeBack(receipt, held);
      this.#turn(loading, after);
      return;
    }
    for (const { sequence, createdAtMs, receipt } of posted.toReversed()) {
      if (createdAtMs <= fromMs) {
        this.#turn(loading, sequence);
        return;
      }
      takeBack(receipt, held);
    }
    loading.at = after;
    if (after === 0) this.#turn(loading, 0);
  }

  #turn(loading: Loading, at: number): void {
    loading.isBack = false;
    loading.at = at;
    const { pools } = this.#book as Book;
    for (const pool of pools) {
      const held = loading.held.get(pool.record.address);
      if (held) this.#add(pool, this.#sinceMs, held);
    }
  }

  #add(pool: BookPool, atMs: number, held: Reserves): PoolWindow {
    const { record, token0, token1 } = pool;
    const counted = { ...record, decimals0: token0.record.decimals, decimals1: token1.record.decimals };
    const window = new PoolWindow(record.address, counted, { ...held, atMs, longestMs: this.#longestMs });
    this.#pools.set(record.address, window);
    return window;
  }

  #count({ sequence, createdAtMs, receipt }: Posted): void {
    this.#sequence = sequence;
    const atMs = Math.max(this.#lastMs, createdAtMs);
    this.#lastMs = atMs;
    for (const { pool: address, delta0, delta1 } of changesOf(receipt)) {
      if (delta0 === 0n && delta1 === 0n) continue;
      const pool = this.#book?.poolAt(address);
      const window = this.#pools.get(address) ?? (pool && this.#add(pool, atMs, { reserve0: 0n, reserve1: 0n }));
      window?.change(atMs, delta0, delta1);
    }
    if (receipt.kind === 'setPoolStatus') {
      const window = this.#pools.get(receipt.pool);
      if (window) window.sinceMs = atMs;
    }
    if (receipt.kind === 'updateToken' && receipt.status !== undefined) this.#relisted.set(receipt.token, atMs);
    this.#forget(atMs);
  }

  #forget(atMs: number): void {
    if (atMs - this.#forgottenMs < MINUTE_MS) return;
    this.#forgottenMs = atMs;
    for (const window of this.#pools.values()) window.forget(atMs);
  }

  /** The ways between two tokens: found once per window, and shared by all orders. */
  #ways(pair: Pair, span: Span): Ways {
    const shared = this.#sharedOver(span);
    const key = `${pair.tokenA} ${pair.tokenB}`;
    const ways = shared.ways.get(key) ?? new Ways(pair, this.#links(span, shared));
    shared.ways.set(key, ways);
    return ways;
  }

  #sharedOver({ fromMs, toMs }: Span): Shared {
    const isOfNow = this.#shared.toMs === toMs && this.#shared.asOf === this.#sequence;
    if (!isOfNow) this.#shared = { toMs, asOf: this.#sequence, byStart: new Map() };
    const { byStart } = this.#shared;
    const shared = byStart.get(fromMs) ?? { ways: new Map(), links: new Map() };
    byStart.set(fromMs, shared);
    return shared;
  }

  #links(span: Span, { links }: Shared): Links<BookPool> {
    const book = this.#book as Book;
    return {
      poolsOf: (token) => book.poolsOf(token),
      rough: ({ record }, sold) => {
        const window = this.#pools.get(record.address);
        if (!window?.hasPrice || window.sinceMs > span.fromMs) return undefined;
        return window.rough(span.fromMs, record)[sold === record.token0 ? 'of0' : 'of1'];
      },
      link: (pool, sold) => {
        let both = links.get(pool);
        if (!both) {
          both = linksOf(pool, this.#averagesOf(pool, span));
          links.set(pool, both);
        }
        return sold === pool.record.token0 ? both.of0 : both.of1;
      },
    };
  }

  #averagesOf({ record, token0, token1 }: BookPool, { fromMs, toMs, gridMs }: Span): Averages | undefined {
    const window = this.#pools.get(record.address);
    if (!window?.hasPrice || window.sinceMs > fromMs) return undefined;
    if ([record, token0.record, token1.record].some(({ status }) => status === 'paused')) return undefined;
    if ([record.token0, record.token1].some((token) => (this.#relisted.get(token) ?? 0) > fromMs)) return undefined;
    return fromMs === toMs ? window.now : window.averages(fromMs, toMs, gridMs);
  }
}

/** For a trigger above, ways are those that buy tokenA: their mean prices of tokenB are inverted. */
const seenFromA = ({ average, via }: Way, when: Trigger['when']) =>
  when === 'below'
    ? { average, via }
    : { average: { numerator: average.denominator, denominator: average.numerator }, via: via.toReversed() };

/** A pool in both directions; without links if it does not count. */
type BothLinks = { readonly of0?: Link; readonly of1?: Link };

const linksOf = ({ record }: BookPool, averages: Averages | undefined): BothLinks =>
  averages
    ? {
        of0: linkOf(averages.price0, averages.liquidity, record),
        of1: linkOf(averages.price1, averages.liquidity, record),
      }
    : {};

type WindowQuery = { readonly overMs: number; readonly sequence: number; readonly nowMs: number };
/** Results for windows with the same start: by pair and by pool. */
type Shared = { readonly ways: Map<string, Ways>; readonly links: Map<BookPool, BothLinks> };
type Span = { readonly fromMs: number; readonly toMs: number; readonly gridMs: number };

function takeBack(receipt: Posted['receipt'], held: Map<PoolAddress, Reserves>): void {
  for (const { pool, delta0, delta1 } of changesOf(receipt)) {
    const reserves = held.get(pool);
    if (!reserves) continue;
    reserves.reserve0 -= delta0;
    reserves.reserve1 -= delta1;
  }
}
