// Reads a PostgreSQL journal for followers, which apply each new transaction; on its own connection.
import type { Fragment } from 'postgres';
import type { TokenEntry } from '../../core/pool.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { JournalMark } from '../../ports/records.ts';
import type { Everything, HoldingsPage, Missed, Next, OrdersPage, OwnActivityPage, Tail } from '../../ports/tail.ts';
import {
  BALANCE_COLUMNS,
  type BalanceRow,
  BEFORE_THE_END_OF_ORDERS,
  FIRST_OF_ORDERS,
  OF_POOLS,
  POSTED_COLUMNS,
  type PostedRow,
  toBalance,
  toPosted,
} from '../rows/rows.ts';
import { CLOCK_AHEAD_MS, ClockGuard } from '../writer/clock.ts';
import { goesOn, markAfter } from '../writer/history.ts';
import { readActivity } from './activity.ts';
import type { Connection, ConnectionOptions } from './connection.ts';
import { readClock } from './database.ts';
import { type HeadRow, headColumns, lookIn, PostgresReader } from './reader.ts';
import { TimedConnections } from './timed-connections.ts';

type TailOptions = ConnectionOptions & { readonly clockAheadMs?: number };

export const openTail = (options: TailOptions, clock = new ClockGuard(options.clockAheadMs ?? CLOCK_AHEAD_MS)): Tail =>
  new PostgresTail(options, clock);

class PostgresTail implements Tail {
  /** High, since `everything` takes several round trips. */
  readonly snapshotCost = 300;
  readonly #connections: TimedConnections;
  readonly #clock: ClockGuard;

  constructor(options: ConnectionOptions, clock: ClockGuard) {
    this.#clock = clock;
    this.#connections = new TimedConnections(options, 1);
  }

  everything(): Promise<Everything> {
    return this.#connections.ask((sql) =>
      sql.begin('isolation level repeatable read read only', async (transaction) => {
        const one = transaction as unknown as Connection;
        const reader = new PostgresReader(one);
        const { found, listingSequence } = await reader.read([]);
        const [tokens, pools] = [await reader.tokens(), await reader.everyPool()];
        const rows = await one<BalanceRow[]>`
          SELECT ${one.unsafe(BALANCE_COLUMNS)} FROM balances WHERE ${one.unsafe(OF_POOLS)}`;
        return { mark: found, listingSequence, tokens, pools, balances: rows.map(toBalance) };
      }),
    );
  }

  /** By one statement, so that the head and the transactions are of one moment. */
  async next(asked: JournalMark, atMost: number, most = Number.MAX_SAFE_INTEGER): Promise<Next | Missed> {
    const rows = await this.#connections.ask(
      (sql) => sql<(HeadRow & PostedRow)[]>`
        SELECT ${headColumns(sql, asked)}, ${sql.unsafe(JOURNAL_COLUMNS)}
        FROM head LEFT JOIN LATERAL (
          SELECT ${sql.unsafe(POSTED_COLUMNS)} FROM journal
          WHERE sequence > ${asked.sequence} AND head.sequence - ${asked.sequence} <= ${most}
          ORDER BY sequence LIMIT ${atMost}) AS journal ON true
        WHERE head.id = 1 ORDER BY journal.sequence`,
    );
    const { look, listingSequence } = lookIn(rows);
    const { found: head } = look;
    if (!goesOn(asked, look)) return 'went_back';
    if (head.sequence - asked.sequence > most) return 'too_many';
    const posted = rows.filter((row) => row.sequence !== null).map(toPosted);
    return { posted, mark: markAfter(asked, posted), head, listingSequence };
  }

  async page(after: number, atMost: number): Promise<readonly Posted[]> {
    const rows = await this.#connections.ask(
      (sql) => sql<PostedRow[]>`
        SELECT ${sql.unsafe(POSTED_COLUMNS)} FROM journal WHERE sequence > ${after} ORDER BY sequence LIMIT ${atMost}`,
    );
    return rows.map(toPosted);
  }

  async pick(sequences: readonly number[]): Promise<readonly Posted[]> {
    const rows = await this.#connections.ask(
      (sql) => sql<PostedRow[]>`
        SELECT ${sql.unsafe(POSTED_COLUMNS)} FROM journal WHERE sequence = ANY (${sequences as number[]}::bigint[])`,
    );
    const found = new Map(rows.map((row) => [row.sequence, row]));
    return sequences.flatMap((sequence) => found.get(sequence) ?? []).map(toPosted);
  }

  activity(page: OwnActivityPage): Promise<readonly Posted[]> {
    return this.#connections.ask((sql) => readActivity(sql, page));
  }

  tokens(): Promise<readonly TokenEntry[]> {
    return this.#connections.ask((sql) => new PostgresReader(sql).everyToken());
  }

  holdings({ account, after, limit }: HoldingsPage) {
    return this.#balances(
      (sql) => sql`account = ${account} AND token > ${after} AND balance <> 0 ORDER BY token LIMIT ${limit}`,
    );
  }

  orders({ after, limit }: OrdersPage) {
    return this.#balances(
      (sql) => sql`
        account > ${after || FIRST_OF_ORDERS} AND ${sql.unsafe(BEFORE_THE_END_OF_ORDERS)} AND balance <> 0
        ORDER BY account LIMIT ${limit}`,
    );
  }

  /** Balances, and the head of the journal at the same moment. */
  async #balances(which: (sql: Connection) => Fragment) {
    const rows = await this.#connections.ask(
      (sql) => sql<(HeadRow & BalanceRow)[]>`
        SELECT head.sequence AS head, head.last_transaction, held.* FROM head LEFT JOIN (
          SELECT ${sql.unsafe(BALANCE_COLUMNS)} FROM balances WHERE ${which(sql)}) AS held ON true
        WHERE head.id = 1 ORDER BY held.account, held.token`,
    );
    const [{ head: sequence, last_transaction: id }] = rows as unknown as [HeadRow];
    return { mark: { sequence, id }, balances: rows.filter(({ token }) => token !== null).map(toBalance) };
  }

  async clock(): Promise<number> {
    return this.#clock.believe(await this.#connections.ask(readClock));
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

const JOURNAL_COLUMNS = POSTED_COLUMNS.split(', ')
  .map((column) => `journal.${column}`)
  .join(', ');
