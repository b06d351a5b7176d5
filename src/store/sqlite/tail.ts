// Reads an SQLite journal for followers, which apply each new transaction; on its own connection.
import type { DatabaseSync } from 'node:sqlite';
import type { TokenEntry } from '../../core/pool.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { JournalMark } from '../../ports/records.ts';
import type {
  Everything,
  HoldingsPage,
  KnownTransactions,
  Missed,
  Next,
  OrdersPage,
  OwnActivityPage,
  Tail,
} from '../../ports/tail.ts';
import {
  BALANCE_COLUMNS,
  type BalanceRow,
  BEFORE_THE_END_OF_ORDERS,
  FIRST_OF_ORDERS,
  OF_POOLS,
  POSTED_COLUMNS,
  toBalance,
  toPosted,
} from '../rows/rows.ts';
import { CLOCK_AHEAD_MS, ClockGuard } from '../writer/clock.ts';
import { goesOn, markAfter } from '../writer/history.ts';
import { activityReader } from './activity.ts';
import { type ConnectionOptions, explain, openReader } from './connection.ts';
import { SqliteReader } from './reader.ts';

type TailOptions = ConnectionOptions & { readonly clockAheadMs?: number };

export const openTail = (options: TailOptions, clock = new ClockGuard(options.clockAheadMs ?? CLOCK_AHEAD_MS)): Tail =>
  new SqliteTail(options, clock);

class SqliteTail implements Tail {
  readonly snapshotCost = 5;
  readonly #options: ConnectionOptions;
  readonly #clock: ClockGuard;
  #opened: Opened | undefined;
  #listed: Listed | undefined;

  constructor(options: ConnectionOptions, clock: ClockGuard) {
    this.#options = options;
    this.#clock = clock;
  }

  async everything(): Promise<Everything> {
    return this.#ask((opened) =>
      opened.reader.atOneMoment(() => {
        const { mark, listingSequence } = opened.reader.read([]);
        const rows = opened.balances.iterate() as unknown as Iterable<BalanceRow>;
        const balances = Array.from(rows, toBalance);
        const { tokens, pools } = this.#list(opened, mark, listingSequence);
        return { mark, listingSequence, tokens, pools, balances };
      }),
    );
  }

  /** Tokens and pools; the same objects again if nothing was added or changed. */
  #list({ reader, newest }: Opened, mark: JournalMark, listingSequence: number): Listed {
    const { token, pool } = newest.get() as Pick<Listed, 'token' | 'pool'>;
    const known = this.#listed;
    const isSame = known?.listingSequence === listingSequence && known.token === token && known.pool === pool;
    if (isSame && goesOn(known.mark, { found: mark, idAtKnown: reader.idAt(known.mark.sequence) })) return known;
    this.#listed = { mark, listingSequence, token, pool, tokens: reader.tokens(), pools: reader.everyPool() };
    return this.#listed;
  }

  async next(
    asked: JournalMark,
    atMost: number,
    most = Number.POSITIVE_INFINITY,
    known?: KnownTransactions,
  ): Promise<Next | Missed> {
    return this.#ask(({ reader, page }) => {
      const { mark, listingSequence } = reader.read([]);
      // Usually nothing is new, or only what this process has committed: then one read is enough, at half the cost of a transaction.
      // However many these are: to apply them takes less time than to read all pools.
      const isSame = mark.id === asked.id && mark.sequence === asked.sequence;
      const posted = isSame ? [] : known?.between(asked, mark);
      if (posted) return { posted, mark, head: mark, listingSequence };
      return reader.atOneMoment(() => {
        const { mark: head, listingSequence } = reader.read([]);
        if (!goesOn(asked, { found: head, idAtKnown: reader.idAt(asked.sequence) })) return 'went_back';
        if (head.sequence - asked.sequence > most) return 'too_many';
        const posted = page(asked.sequence, atMost);
        return { posted, mark: markAfter(asked, posted), head, listingSequence };
      });
    });
  }

  async page(after: number, atMost: number): Promise<readonly Posted[]> {
    return this.#ask(({ page }) => page(after, atMost));
  }

  async pick(sequences: readonly number[]): Promise<readonly Posted[]> {
    return this.#ask(({ reader }) => sequences.flatMap((sequence) => reader.posted(sequence) ?? []));
  }

  async activity(page: OwnActivityPage): Promise<readonly Posted[]> {
    return this.#ask(({ activity }) => activity(page));
  }

  async tokens(): Promise<readonly TokenEntry[]> {
    return this.#ask(({ reader }) => reader.everyToken());
  }

  async holdings(page: HoldingsPage) {
    return this.#ask(({ reader }) =>
      reader.atOneMoment(() => ({ mark: reader.read([]).mark, balances: reader.balances(page) })),
    );
  }

  async orders({ after, limit }: OrdersPage) {
    return this.#ask(({ reader, orders }) =>
      reader.atOneMoment(() => {
        const rows = orders.all(after || FIRST_OF_ORDERS, limit) as unknown as BalanceRow[];
        return { mark: reader.read([]).mark, balances: rows.map(toBalance) };
      }),
    );
  }

  /** This machine's clock, since the writer takes the time of transactions from it. */
  async clock(): Promise<number> {
    return this.#clock.believe(Date.now());
  }

  async close(): Promise<void> {
    this.#opened?.db.close();
    this.#opened = undefined;
  }

  /** Opened on first use, so that a file that cannot be opened is reported like any other failure. */
  #ask<Answer>(question: (opened: Opened) => Answer): Answer {
    try {
      this.#opened ??= open(this.#options);
      return question(this.#opened);
    } catch (error) {
      throw explain(error, this.#options.path);
    }
  }
}

type Opened = ReturnType<typeof prepare>;

/** Cached tokens and pools as of a mark, with the numbers of the newest token and pool. */
type Listed = Omit<Everything, 'balances'> & { readonly token: number | null; readonly pool: number | null };

function open(options: ConnectionOptions): Opened {
  const db = openReader(options);
  try {
    // A small page cache, since rows are read only once.
    db.exec('PRAGMA cache_size = -1024');
    return prepare(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** In the order of `POSTED_COLUMNS`. */
type PostedValues = [number, string, string, number, string];

function prepare(db: DatabaseSync) {
  const journal = db.prepare(`SELECT ${POSTED_COLUMNS} FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ?`);
  // Rows are returned as arrays, because creating row objects costs as much as parsing the receipts.
  journal.setReturnArrays(true);
  return {
    db,
    reader: new SqliteReader(db),
    activity: activityReader(db).activity,
    balances: db.prepare(`SELECT ${BALANCE_COLUMNS} FROM balances WHERE ${OF_POOLS}`),
    orders: db.prepare(`
      SELECT ${BALANCE_COLUMNS} FROM balances WHERE account > ? AND ${BEFORE_THE_END_OF_ORDERS} AND balance <> '0'
      ORDER BY account LIMIT ?`),
    newest: db.prepare('SELECT (SELECT max(rowid) FROM tokens) AS token, (SELECT max(number) FROM pools) AS pool'),
    page: (after: number, atMost: number): readonly Posted[] =>
      (journal.all(after, atMost) as unknown as PostedValues[]).map(([sequence, id, actor, created_at_ms, receipt]) =>
        toPosted({ sequence, id, actor, created_at_ms, receipt }),
      ),
  };
}
