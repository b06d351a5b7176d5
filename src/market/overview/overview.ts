// The overview: all pools and tokens of the market with the data for their figures, kept up to date with the journal.

import type { TokenAddress } from '../../core/amount.ts';
import { startOf } from '../../core/market/candle.ts';
import { comesFirst } from '../../core/market/direction.ts';
import type { PoolFigures } from '../../core/market/figures.ts';
import { type QuotePrice, quotePrices } from '../../core/market/quote-prices.ts';
import type { TokenEntry } from '../../core/pool.ts';
import type { Book } from '../../journal/book.ts';
import type { MarketMoment } from '../../ports/market-figures.ts';
import type { QuoteChoice } from '../../ports/venue/listing.ts';
import type { MarketFold } from '../fold.ts';
import { DataMoved, type Observer } from '../observer.ts';
import { type ListedPool, type ListedToken, listBook, type OverviewEntries } from './entries.ts';
import { PricedPool } from './priced-pool.ts';
import type { Ranking } from './ranking.ts';
import { type Traded, TradedPrices } from './traded-prices.ts';
import { MarketWindow, MINUTE_MS } from './window.ts';

/** How far the window may lag behind the clock while the next one is read. */
const MOST_BEHIND_MS = MINUTE_MS;

export class MarketOverview {
  readonly #observer: Observer;
  readonly #choice: QuoteChoice | undefined;
  readonly #now: () => number;
  #fold: MarketFold | undefined;
  #window: MarketWindow | undefined;
  #turning: Promise<void> | undefined;
  #looks: { readonly of: string; readonly tokens: ReadonlyMap<TokenAddress, TokenEntry> } | undefined;
  /** The time of the last change of any pool. */
  #lastMs = 0;

  #listed: OverviewEntries = { pools: [], tokens: [], byAddress: new Map(), tokenAt: new Map() };
  #listedOf = '';
  #book: Book | undefined;
  #sequence = -1;
  #settled: MarketWindow | undefined;
  #edition = 0;
  #quote: TokenEntry | null = null;
  #prices: ReadonlyMap<string, QuotePrice<PricedPool>> = new Map();
  readonly #traded = new TradedPrices();
  /** Rankings requested since prices were last computed. */
  readonly poolRankings = new Map<string, Ranking<ListedPool>>();
  readonly tokenRankings = new Map<string, Ranking<ListedToken>>();

  constructor(
    observer: Observer,
    { quote, now }: { readonly quote: QuoteChoice | undefined; readonly now: () => number },
  ) {
    this.#observer = observer;
    this.#choice = quote;
    this.#now = now;
  }

  get pools(): readonly ListedPool[] {
    return this.#listed.pools;
  }

  get tokens(): readonly ListedToken[] {
    return this.#listed.tokens;
  }

  /** Also finds a pool that is not shown. */
  pool(address: string): ListedPool | undefined {
    return this.#listed.byAddress.get(address);
  }

  /** Also finds a hidden token. */
  token(address: string): ListedToken | undefined {
    return this.#listed.tokenAt.get(address);
  }

  get window(): MarketWindow {
    return this.#settled as MarketWindow;
  }

  get quote(): TokenEntry | null {
    return this.#quote;
  }

  quoted(token: TokenAddress): QuotePrice<PricedPool> | undefined {
    return this.#prices.get(token);
  }

  /** True if prices of the pool are told of its second token: that one is the base of the pair. */
  isTurned({ token0, token1 }: ListedPool): boolean {
    const placeOf = ({ entry, place }: ListedToken) => (entry.address === this.#quote?.address ? null : place);
    return comesFirst(placeOf(token1), placeOf(token0));
  }

  /** The prices that a pool traded at in the last day; only right after `untold` left the pool out. */
  tradedOf({ address, figures }: ListedPool): Traded {
    // Something may have been counted since the overview was brought up to date.
    if (this.#observer.fold.figures(address) !== figures) throw new DataMoved();
    return this.#traded.of(this.#observer, address, this.window);
  }

  /** Those of the pools whose `tradedOf` has to be loaded by `loadTraded` first. */
  untold(pools: readonly ListedPool[]): readonly ListedPool[] {
    return pools.filter(({ address }) => !this.#traded.has(this.#observer, address, this.window));
  }

  /** Loads what `tradedOf` needs. Always throws `DataMoved`, since the journal may have moved meanwhile. */
  async loadTraded(pools: readonly ListedPool[]): Promise<never> {
    const addresses = pools.map(({ address }) => address);
    await this.#traded.read(this.#observer, addresses, { fromMs: this.window.fromMs, lastMs: this.#lastMs });
    throw new DataMoved();
  }

  moment(): MarketMoment {
    const { fromMs } = this.window;
    return { sequence: this.#sequence, asOfMs: this.#nowMs(), fromMs, quoteToken: this.#quote };
  }

  /**
   * Catches up with the journal; everything read from the overview in the same turn of the event loop is consistent. Throws `DataMoved` if
   * something had to be loaded first, since the journal may have moved meanwhile.
   */
  async update(): Promise<void> {
    const observer = this.#observer;
    await observer.catchUp();
    if (observer.fold !== this.#fold) this.#startAnew();
    if (await this.#hasRead()) throw new DataMoved();
    this.#settle(this.#window as MarketWindow);
  }

  /** Loads missing data; true if there was any. */
  async #hasRead(): Promise<boolean> {
    const [observer, window] = [this.#observer, this.#window];
    const minuteMs = startOf(this.#nowMs(), MINUTE_MS);
    // The window can be ahead of the clock only if the clock was wrong before.
    if (!window || minuteMs < window.minuteMs || minuteMs - window.minuteMs > MOST_BEHIND_MS) {
      await this.#turnTo(minuteMs);
      return true;
    }
    // The next minute is loaded in the background; if that fails, a later query reports it.
    if (minuteMs > window.minuteMs) this.#turnTo(minuteMs).catch(() => {});
    const unknown = window.unknown(observer);
    if (unknown.length > 0) await window.read(observer, unknown);
    else if (this.#looks?.of !== looksOf(observer.book)) await this.#look();
    else return false;
    return true;
  }

  #startAnew(): void {
    this.#fold = this.#observer.fold;
    this.#window = undefined;
    this.#book = undefined;
    this.#looks = undefined;
    this.#lastMs = 0;
    for (const { record } of this.#observer.book.pools) this.#saw(this.#fold.figures(record.address));
  }

  #saw(figures: PoolFigures | undefined): void {
    if (figures && figures.atMs > this.#lastMs) this.#lastMs = figures.atMs;
  }

  /** Not before the last change: another node's clock may be ahead of this one's. */
  #nowMs(): number {
    return Math.max(this.#now(), this.#lastMs);
  }

  #turnTo(minuteMs: number): Promise<void> {
    this.#turning ??= this.#readWindow(minuteMs).finally(() => {
      this.#turning = undefined;
    });
    return this.#turning;
  }

  async #readWindow(minuteMs: number): Promise<void> {
    const observer = this.#observer;
    const { fold } = observer;
    const window = new MarketWindow(minuteMs);
    await window.read(observer, window.unknown(observer));
    if (fold === observer.fold) this.#window = window;
  }

  async #look(): Promise<void> {
    const { tail, book } = this.#observer;
    const of = looksOf(book);
    const entries = await tail.tokens();
    this.#looks = { of, tokens: new Map(entries.map((entry) => [entry.address, entry])) };
  }

  #settle(window: MarketWindow): void {
    const { book, fold, sequence } = this.#observer;
    const isRelisted = book !== this.#book || this.#listedOf !== listedOf(book);
    if (sequence === this.#sequence && window === this.#settled && !isRelisted) return;
    if (isRelisted) this.#list(book);
    const changed = isRelisted ? [...this.#listed.byAddress.values()] : this.#changed(fold);
    fold.changed.clear();
    for (const pool of changed) {
      pool.figures = fold.figures(pool.address);
      this.#saw(pool.figures);
    }
    window.seen(this.#lastMs);
    const isNewWindow = window !== this.#settled || window.edition !== this.#edition;
    this.#settled = window;
    this.#edition = window.edition;
    this.#sequence = sequence;
    // A pool without figures at the window's minute is priced by its current ones, so its change affects prices.
    const isNew = ({ address }: ListedPool) => window.basesOf(address).minute === undefined;
    if (isRelisted || isNewWindow || changed.some(isNew)) this.#price(window);
    else this.#move(changed);
  }

  #changed({ changed }: MarketFold): readonly ListedPool[] {
    return [...changed].flatMap((address) => this.#listed.byAddress.get(address) ?? []);
  }

  #list(book: Book): void {
    this.#book = book;
    this.#listedOf = listedOf(book);
    this.#listed = listBook(book, this.#looks?.tokens ?? new Map());
    const first = book.tokens.keys().next().value;
    const { token, orFirst } = this.#choice ?? { token: first, orFirst: true };
    const record = token && book.tokens.get(token)?.record;
    const chosen = record ?? (orFirst && first ? book.tokens.get(first)?.record : undefined);
    this.#quote = chosen ? { name: '', logo: '', ...chosen } : null;
  }

  #price(window: MarketWindow): void {
    const pools = this.#listed.pools.flatMap((pool) => PricedPool.of(pool, window) ?? []);
    this.#prices = this.#quote ? quotePrices(this.#quote, pools) : new Map();
    this.poolRankings.clear();
    this.tokenRankings.clear();
  }

  #move(pools: readonly ListedPool[]): void {
    const shown = pools.filter(({ isShown }) => isShown);
    const tokens = new Set(shown.flatMap(({ token0, token1 }) => [token0, token1]));
    for (const ranking of this.poolRankings.values()) ranking.move(shown);
    for (const ranking of this.tokenRankings.values()) ranking.move(tokens);
  }
}

/** Changes whenever a token's name may have changed. */
const looksOf = (book: Book): string => `${book.tokens.size} ${book.listingSequence}`;
const listedOf = (book: Book): string => `${looksOf(book)} ${book.pools.length}`;
