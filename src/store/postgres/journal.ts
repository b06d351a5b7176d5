// One unmoving view of a whole PostgreSQL exchange: a repeatable-read transaction on a connection of its own.
import type { Journal } from '../../exchange/store.ts';
import { decodeTransfers } from '../codec.ts';
import { type BalanceRow, type PostedRow, type ReplyRow, toBalance, toPosted, toReply } from '../rows.ts';
import { arrivedAt } from '../unfinished.ts';
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
  const { factory, sequence } = await reader.head();
  const [{ replyCount }] = await sql<[{ replyCount: number }]>`SELECT count(*) AS "replyCount" FROM replies`;
  return {
    factory,
    head: arrivedAt(sequence),
    tokens: await reader.tokens(),
    pools: await reader.pools({ after: 0, limit: null }),
    keys: await reader.keys(),
    async *transactions(after = 0) {
      for await (const rows of sql<(PostedRow & { transfers: string })[]>`
        SELECT * FROM journal WHERE sequence > ${after} ORDER BY sequence`.cursor(PAGE)) {
        for (const row of rows) yield { ...toPosted(row), transfers: decodeTransfers(row.transfers) };
      }
    },
    async *balances() {
      for await (const rows of sql<BalanceRow[]>`SELECT * FROM balances ORDER BY account, token`.cursor(PAGE)) {
        yield* rows.map(toBalance);
      }
    },
    replyCount,
    async *replies() {
      for await (const rows of sql<ReplyRow[]>`SELECT * FROM replies ORDER BY actor, key`.cursor(PAGE)) {
        yield* rows.map(toReply);
      }
    },
    close,
  };
}
