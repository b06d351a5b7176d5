// One unmoving view of a whole PostgreSQL exchange: a repeatable-read transaction on a connection of its own.
import type { Journal } from '../../exchange/store.ts';
import { REPLY_MARK, replyMark } from '../refusals.ts';
import {
  BALANCE_COLUMNS,
  type BalanceRow,
  REPLY_COLUMNS,
  type ReplyRow,
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toBalance,
  toReply,
  toTransaction,
} from '../rows.ts';
import { arrivedAt } from '../unfinished-copy.ts';
import { type Connection, type ConnectionOptions, connect } from './connection.ts';
import { PostgresReader } from './reader.ts';

/** Rows fetched at once. */
const PAGE = 2000;

export async function openPostgresJournal(options: ConnectionOptions): Promise<Journal> {
  const sql = connect(options, 1);
  const close = () => sql.end({ timeout: 5 });
  try {
    await sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
    return await journalOf(sql, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function journalOf(sql: Connection, close: () => Promise<void>): Promise<Journal> {
  const reader = new PostgresReader(sql);
  const [replies] = await sql<[{ count: unknown; times: unknown }]>`SELECT ${sql.unsafe(REPLY_MARK)} FROM replies`;
  const { found, listed } = await reader.read([]);
  return {
    factory: await reader.factory(),
    head: arrivedAt(found.sequence),
    listed,
    tokens: await reader.everyToken(),
    pools: await reader.everyPool(),
    keys: await reader.keys(),
    async *transactions(after = 0) {
      for await (const rows of sql<TransactionRow[]>`
        SELECT ${sql.unsafe(TRANSACTION_COLUMNS)} FROM journal WHERE sequence > ${after} ORDER BY sequence`.cursor(
        PAGE,
      )) {
        yield* rows.map(toTransaction);
      }
    },
    async *balances() {
      for await (const rows of sql<BalanceRow[]>`
        SELECT ${sql.unsafe(BALANCE_COLUMNS)} FROM balances ORDER BY account, token`.cursor(PAGE)) {
        yield* rows.map(toBalance);
      }
    },
    replyMark: replyMark(replies),
    async *replies() {
      for await (const rows of sql<ReplyRow[]>`
        SELECT ${sql.unsafe(REPLY_COLUMNS)} FROM replies ORDER BY actor, key`.cursor(PAGE)) {
        yield* rows.map(toReply);
      }
    },
    close,
  };
}
