// Answers queries of market data, each after the observer has caught up with the journal.

import type { Account } from '../../core/amount.ts';
import type { Pair } from '../../core/pool.ts';
import type { CandlesQuery, EventPageQuery, EventsQuery, Market, PriceQuery, TradesQuery } from '../../ports/market.ts';
import type { InQuoteToken, OverviewQuery } from '../../ports/market-figures.ts';
import type { AverageQuery, OrdersQuery } from '../../ports/orders.ts';
import type { PortfolioQuery, PositionQuery, PositionsInPoolsQuery, PositionsQuery } from '../../ports/portfolio.ts';
import type { JournalMark } from '../../ports/records.ts';
import { UnreadableTransaction } from '../../ports/store.ts';
import type { QuoteChoice } from '../../ports/venue/listing.ts';
import type { Observer } from '../observer.ts';
import { MarketOverview } from '../overview/overview.ts';
import { readOverview } from '../overview/pages.ts';
import { readPairPrice } from '../overview/pair-price.ts';
import { readAverage } from './average.ts';
import { readBeginning, readCandles } from './candles.ts';
import { readEventPage } from './event-pages.ts';
import { readEvents } from './events.ts';
import { KeptHoldings } from './holdings.ts';
import { readPrice } from './mean-price.ts';
import { readOrder, readOrders } from './orders.ts';
import { readPoolStats } from './pool-stats.ts';
import { readPoolSteps } from './pool-steps.ts';
import { readPortfolio } from './portfolio.ts';
import { readPosition, readPositions, readPositionsAt } from './positions.ts';
import { ReserveWalks } from './reserve-walk.ts';
import { readTrades } from './trades.ts';
import { withHistory } from './worth-history.ts';

/** The pause between reads of the journal: short enough that listeners perceive events as immediate. */
const LOOK_EVERY_MS = 50;
/** The pause after a damaged row was read: it is not repaired soon, and each try reads everything up to it in vain. */
const LOOK_AT_DAMAGE_MS = 1000;

export class MarketQueries implements Market {
  readonly #observer: Observer;
  readonly #overview: MarketOverview;
  readonly #kept: KeptHoldings;
  readonly #walks = new ReserveWalks();
  readonly #now: () => number;
  readonly #listeners: ((sequence: number) => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #notified = -1;
  #isClosed = false;

  constructor(
    observer: Observer,
    { now = Date.now, quote }: { readonly now?: () => number; readonly quote?: QuoteChoice } = {},
  ) {
    this.#observer = observer;
    this.#overview = new MarketOverview(observer, { quote, now });
    this.#kept = new KeptHoldings(observer);
    this.#now = now;
  }

  /** Follows the journal continuously, and notifies listeners. */
  start(): void {
    const look = async () => {
      // Errors are reported by the next query.
      const error = await this.#observer.catchUp().then(
        () => undefined,
        (failure: unknown) => failure,
      );
      this.#notify();
      const pauseMs = error instanceof UnreadableTransaction ? LOOK_AT_DAMAGE_MS : LOOK_EVERY_MS;
      if (!this.#isClosed) this.#timer = setTimeout(look, pauseMs);
    };
    void look();
  }

  candles(query: CandlesQuery) {
    return this.#observer.answer(() => readCandles(this.#observer, query));
  }

  beganAt(query: Pair) {
    return this.#observer.answer(() => readBeginning(this.#observer, query, this.#now()));
  }

  trades(query: TradesQuery) {
    return this.#observer.answer(() => readTrades(this.#observer, query));
  }

  price(query: PriceQuery) {
    return this.#observer.answer(() => readPrice(this.#observer, query, this.#now()));
  }

  overview(query: OverviewQuery) {
    return this.#observer.answer(() => readOverview(this.#observer, this.#overview, query));
  }

  poolStats(query: Pair & InQuoteToken) {
    return this.#observer.answer(() => readPoolStats(this.#observer, this.#overview, query));
  }

  pairPrice(query: Pair) {
    return this.#observer.answer(() => readPairPrice(this.#overview, query));
  }

  poolSteps(transaction: JournalMark) {
    return this.#observer.answer(() => readPoolSteps(this.#observer, transaction));
  }

  position(query: PositionQuery) {
    return this.#observer.answer(() => readPosition(this.#observer, query));
  }

  positions(query: PositionsQuery) {
    return this.#observer.answer(() => readPositions(this.#observer, query));
  }

  positionsIn({ account, pools }: PositionsInPoolsQuery) {
    const keysOf = () => [...new Set(pools)].filter((pool) => this.#observer.book.poolAt(pool));
    return this.#observer.answer(() =>
      readPositionsAt(
        this.#observer,
        keysOf().map((pool) => ({ account, pool })),
      ),
    );
  }

  order(number: number) {
    return this.#observer.answer(() => readOrder(this.#observer, number));
  }

  orders(query: OrdersQuery) {
    return this.#observer.answer(() => readOrders(this.#observer, query));
  }

  openOrders(account: Account) {
    return this.#observer.answer(async () => {
      const { orders } = this.#observer.fold;
      return { own: orders.openCountOf(account), all: orders.openCount };
    });
  }

  inOrders(account: Account) {
    return this.#observer.answer(async () => {
      const found = this.#observer.fold.orders.inOrdersOf(account);
      // Another process may have stored a later state of an order than is counted here.
      this.#observer.mustReach(found.changedAt);
      return found;
    });
  }

  average(query: AverageQuery) {
    return this.#observer.answer(() => readAverage(this.#observer, query, this.#now()));
  }

  async portfolio(query: PortfolioQuery) {
    const [observer, overview, kept] = [this.#observer, this.#overview, this.#kept];
    const { units, ...found } = await observer.answer(() => readPortfolio(observer, overview, query, { kept }));
    return units ? withHistory(observer, overview, query, { ...found, units }) : found;
  }

  events(query: EventsQuery) {
    return readEvents(this.#observer, query);
  }

  eventPage(query: EventPageQuery) {
    return this.#observer.answer(() => readEventPage(this.#observer, this.#walks, query));
  }

  onHead(listener: (sequence: number) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#observer.close();
  }

  #notify(): void {
    const { head } = this.#observer;
    if (head === this.#notified) return;
    this.#notified = head;
    for (const listener of this.#listeners) listener(head);
  }
}
