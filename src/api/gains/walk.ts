// Reads the history of an account from its beginning and keeps its books; follows those who sent it tokens as far as is reasonable.
import type { Account, PoolAddress, TokenAddress } from '../../core/amount.ts';
import { Books, type GainEntry } from '../../core/gains/books.ts';
import { type Arrival, apply, type Parcel, tokensValued } from '../../core/gains/gains.ts';
import type { Valuing } from '../../core/gains/worth.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { Market } from '../../ports/market.ts';
import type { Venue } from '../../ports/venue.ts';
import { ownTurn } from '../../thread/own-turn.ts';
import { DayAverageCache } from './day-averages.ts';

/** The most transactions of another account that are read for what its transfers had cost, and of all of them together. */
const MOST_OF_SENDER = 5000;
const MOST_OF_SENDERS = 20_000;
/** What a month of averages, and the first look at another account, count as in rows read. */
const [ROWS_A_MONTH, ROWS_A_SENDER] = [10, 20];
/** Lots moved in the time in which a row is read. */
const LOTS_A_ROW = 20;
/** Lots moved before other requests have their turn, about a millisecond's worth. */
const LOTS_A_TURN = 2000;

export type Bounds = { readonly ofSender: number; readonly ofSenders: number };

type Follower = {
  readonly books: Books;
  readonly isOwn: boolean;
  /** Transactions that were read and not applied yet. */
  rows: readonly Posted[];
  next: number;
  after: number;
  isAtEnd: boolean;
  read: number;
};

export class GainsWalk {
  readonly own: Books;
  readonly #venue: Pick<Venue, 'history' | 'poolsNamed'>;
  readonly #averages: DayAverageCache;
  readonly #followers = new Map<Account, Follower>();
  readonly #pairs = new Map<PoolAddress, readonly [TokenAddress, TokenAddress]>();
  readonly #bounds: Bounds;
  #readOfSenders = 0;
  #cost = 0;
  #lotsSinceTurn = 0;

  constructor(
    {
      venue,
      market,
    }: { readonly venue: Pick<Venue, 'history' | 'poolsNamed'>; readonly market: Pick<Market, 'candles'> },
    { account, valuing }: { readonly account: Account; readonly valuing: Valuing },
    bounds: Bounds = { ofSender: MOST_OF_SENDER, ofSenders: MOST_OF_SENDERS },
  ) {
    this.#venue = venue;
    this.#averages = new DayAverageCache(market, valuing);
    this.#bounds = bounds;
    this.own = this.#follow(account, valuing, true).books;
  }

  /** Reads up to a transaction; each slice has new lines, and what it cost to read in rows. */
  async *slices(to: number): AsyncGenerator<{ readonly entries: readonly GainEntry[]; readonly rows: number }> {
    const follower = this.#followers.get(this.own.account) as Follower;
    while (!(await this.#isDone(follower, to))) {
      const last = follower.rows.at(-1) as Posted;
      await this.#advance(follower, Math.min(to, last.sequence));
      const rows = this.#cost + Math.floor(this.own.work / LOTS_A_ROW);
      const { entries } = this.own;
      this.own.entries = [];
      this.own.work = 0;
      this.#cost = 0;
      yield { entries, rows };
      await ownTurn();
    }
  }

  /** Applies the transactions up to a sequence; false if that would be more than is read of others. */
  async #advance(follower: Follower, to: number): Promise<boolean> {
    while (!(await this.#isDone(follower, to))) {
      const posted = follower.rows[follower.next] as Posted;
      if (!follower.isOwn && this.#isTooMuch(follower)) return false;
      const before = follower.books.work;
      await this.#apply(follower, posted);
      follower.next += 1;
      follower.read += 1;
      this.#lotsSinceTurn += follower.books.work - before;
      if (this.#lotsSinceTurn > LOTS_A_TURN) {
        this.#lotsSinceTurn = 0;
        await ownTurn();
      }
      if (follower.isOwn) continue;
      this.#readOfSenders += 1;
      follower.books.entries = [];
      this.own.work += follower.books.work;
      follower.books.work = 0;
    }
    return true;
  }

  /** True if the follower is past the sequence; reads the next transactions if it must. */
  async #isDone(follower: Follower, to: number): Promise<boolean> {
    if (follower.next < follower.rows.length) return (follower.rows[follower.next] as Posted).sequence > to;
    if (follower.isAtEnd || follower.after >= to) return true;
    if (!follower.isOwn) {
      if (this.#isTooMuch(follower)) return false;
      await ownTurn();
    }
    follower.rows = await this.#venue.history(follower.books.account, follower.after);
    follower.next = 0;
    follower.after = follower.rows.at(-1)?.sequence ?? follower.after;
    follower.isAtEnd = follower.rows.length === 0;
    this.#cost += follower.rows.length;
    return follower.isAtEnd || (follower.rows[0] as Posted).sequence > to;
  }

  #isTooMuch({ read }: Follower): boolean {
    return read >= this.#bounds.ofSender || this.#readOfSenders >= this.#bounds.ofSenders;
  }

  async #apply({ books, isOwn }: Follower, posted: Posted): Promise<void> {
    const { createdAtMs, receipt } = posted;
    const tokens = tokensValued(books, posted);
    if (tokens.length > 0) this.#cost += ROWS_A_MONTH * (await this.#averages.load(tokens, createdAtMs));
    const dated = { posted, averages: this.#averages.on(createdAtMs) };
    if (receipt.kind !== 'transfer') return apply(books, dated);
    const arrival: Arrival = {
      ...(isOwn && 'pool' in receipt && { pair: await this.#pairOf(receipt.pool) }),
      ...(receipt.to === books.account && (await this.#parcelOf(receipt.account, posted.sequence, books.valuing))),
    };
    // Parcels may come from accounts whose own reading has replaced the averages in the cache.
    await this.#averages.load(tokens, createdAtMs);
    apply(books, dated, arrival);
  }

  /** What a transfer had cost its sender: applies the sender's transactions up to it. */
  async #parcelOf(sender: Account, sequence: number, valuing: Valuing): Promise<{ readonly parcel?: Parcel }> {
    const known = this.#followers.get(sender);
    if (!known && this.#readOfSenders >= this.#bounds.ofSenders) return {};
    const follower = known ?? this.#follow(sender, valuing, false);
    return (await this.#advance(follower, sequence)) ? { parcel: follower.books.sent.find(sequence) } : {};
  }

  #follow(account: Account, valuing: Valuing, isOwn: boolean): Follower {
    const follower = {
      books: new Books(account, valuing),
      isOwn,
      rows: [],
      next: 0,
      after: 0,
      isAtEnd: false,
      read: 0,
    };
    this.#followers.set(account, follower);
    if (isOwn) return follower;
    this.#readOfSenders += ROWS_A_SENDER;
    this.#cost += ROWS_A_SENDER;
    return follower;
  }

  async #pairOf(pool: PoolAddress): Promise<readonly [TokenAddress, TokenAddress]> {
    const known = this.#pairs.get(pool);
    if (known) return known;
    const [found] = await this.#venue.poolsNamed([pool]);
    if (!found) throw new Error(`pool ${pool} of a transfer does not exist`);
    const pair = [found.token0.address, found.token1.address] as const;
    this.#pairs.set(pool, pair);
    return pair;
  }
}
