// The statements of a batch: each names everything it needs as arrays, so its cost in round trips is one.
// Each is handed to the connection when its function is called, so they reach the server in the order of the calls.
import type { Account, TokenAddress } from '../../core/amount.ts';
import { type BalanceKey, balanceKey } from '../../core/ledger.ts';
import type { Pool, Token } from '../../core/pool.ts';
import { type Instruction, type Outcome, type Reply, replyKey, type Settlement } from '../../core/settle.ts';
import type { ReplyRecord } from '../../exchange/store.ts';
import { decodeRejection } from '../encoding.ts';
import { type PoolRow, type PostedRow, toPool, toPosted } from '../rows.ts';
import type { EncodedSettlement } from '../writer/wire.ts';
import type { Connection } from './connection.ts';
import { balanceRows, poolRows, replyRows, tokenRows, transactionRows } from './row-sets.ts';

/** What the journal stood at, and the server process that has it locked for this connection. */
export type WrittenFrom = { readonly lastSequence: number; readonly backend: number };

/** Begins a transaction that holds the journal; the server ends it when this node falls silent and others wait. */
export async function lockHead(sql: Connection, { waitMs, holdMs }: { waitMs: number; holdMs: number }) {
  // A transaction that waits in the middle of a question is not idle; only `transaction_timeout`, new in 17, ends that.
  const [, rows] = await Promise.all([
    sql`BEGIN`.execute(),
    // A row is locked only once it is there as a whole, so the limits are in force when the lock is waited for.
    sql<{ sequence: number; backend: number }[]>`
      WITH limits AS MATERIALIZED (
        SELECT set_config('lock_timeout', ${`${waitMs}ms`}, true),
               set_config('idle_in_transaction_session_timeout', ${`${holdMs}ms`}, true),
               CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL
                 THEN set_config('transaction_timeout', ${`${waitMs + holdMs}ms`}, true) END)
      SELECT sequence, pg_backend_pid() AS backend FROM limits, head FOR UPDATE OF head`.execute(),
  ]);
  return rows[0] as { sequence: number; backend: number };
}

export async function readTokens(sql: Connection, addresses: readonly TokenAddress[]): Promise<readonly Token[]> {
  return sql<
    Token[]
  >`SELECT address, symbol, decimals FROM tokens WHERE address = ANY(${[...addresses]}::text[])`.execute();
}

export async function readPools(
  sql: Connection,
  pairs: readonly (readonly [string, string])[],
): Promise<readonly Pool[]> {
  const rows = await sql<PoolRow[]>`
    SELECT pools.* FROM pools
    JOIN unnest(${pairs.map(([a]) => a)}::text[], ${pairs.map(([, b]) => b)}::text[]) AS named (token0, token1)
      USING (token0, token1)`.execute();
  return rows.map(toPool);
}

/** Every balance named, by `balanceKey`; one that is not stored is zero. */
export async function readBalances(sql: Connection, keys: readonly BalanceKey[]): Promise<Map<string, bigint>> {
  // A look-up for each key, and not a join, which the server might answer by reading the whole table.
  const rows = await sql<{ amount: string | null }[]>`
    SELECT (SELECT amount FROM balances WHERE balances.account = named.account AND balances.token = named.token)
    FROM unnest(${keys.map(({ account }) => account)}::text[], ${keys.map(({ token }) => token)}::text[])
      WITH ORDINALITY AS named (account, token, place) ORDER BY place`.execute();
  return new Map(rows.map(({ amount }, place) => [nameOf(keys[place] as BalanceKey), BigInt(amount ?? 0)]));
}

const nameOf = ({ account, token }: BalanceKey): string => balanceKey(account, token);

type ReplyRow = PostedRow & {
  reply_actor: Account;
  key: string;
  fingerprint: string;
  rejection: string | null;
};

/** The remembered answers to the keys of a batch, by `replyKey`. */
export async function readReplies(sql: Connection, batch: readonly Instruction[]): Promise<Map<string, Reply>> {
  const named = batch.flatMap(({ actor, idempotency }) => (idempotency ? [[actor, idempotency.key] as const] : []));
  if (named.length === 0) return new Map();
  // LIMIT makes it a look-up for each key, as above.
  const rows = await sql<ReplyRow[]>`
    SELECT named.actor AS reply_actor, named.key, fingerprint, rejection, journal.*
    FROM unnest(${named.map(([actor]) => actor)}::text[], ${named.map(([, key]) => key)}::text[]) AS named (actor, key)
    CROSS JOIN LATERAL (
      SELECT * FROM replies WHERE replies.actor = named.actor AND replies.key = named.key LIMIT 1) AS replies
    LEFT JOIN LATERAL (SELECT * FROM journal WHERE journal.sequence = replies.sequence LIMIT 1) AS journal ON true`.execute();
  return new Map(rows.map((row) => [replyKey(row.reply_actor, row.key), toReply(row)]));
}

function toReply(row: ReplyRow): Reply {
  const { reply_actor: actor, key, fingerprint, rejection } = row;
  const outcome: Outcome = rejection === null ? { posted: toPosted(row) } : { rejection: decodeRejection(rejection) };
  return { actor, key, fingerprint, outcome };
}

/**
 * Writes a settlement if the journal is still locked where it was read, and says whether it was. A connection that was
 * replaced under the transaction has no lock, and what it wrote could land after it was found not to have.
 */
export async function write(
  sql: Connection,
  settlement: EncodedSettlement,
  { lastSequence, backend }: WrittenFrom,
): Promise<boolean> {
  const { transactions, receipts, tokens, pools, balances, replies } = settlement;
  const held = sql`WHERE EXISTS (SELECT FROM moved)`;
  const parts = [
    sql`moved AS (
      UPDATE head SET sequence = ${lastSequence + transactions.length}
      WHERE sequence = ${lastSequence} AND pg_backend_pid() = ${backend} RETURNING 1)`,
  ];
  // Only what there is to write, because an INSERT of nothing costs the server as much as one of a few rows.
  if (tokens.length > 0)
    parts.push(sql`, new_tokens AS (INSERT INTO tokens (address, symbol, decimals) ${tokenRows(sql, tokens)} ${held})`);
  if (pools.length > 0) parts.push(sql`, new_pools AS (INSERT INTO pools ${poolRows(sql, pools)} ${held})`);
  if (transactions.length > 0)
    parts.push(sql`, new_journal AS (INSERT INTO journal ${transactionRows(sql, transactions, receipts)} ${held})`);
  if (balances.length > 0)
    parts.push(sql`, new_balances AS (
      INSERT INTO balances ${balanceRows(sql, balances)} ${held}
      ON CONFLICT (account, token) DO UPDATE SET amount = excluded.amount)`);
  if (replies.length > 0)
    parts.push(sql`, new_replies AS (INSERT INTO replies ${replyRows(sql, replies.map(toRecord))} ${held})`);
  const [row] = await sql<{ moved: number }[]>`WITH ${parts} SELECT count(*)::int AS moved FROM moved`.execute();
  return row?.moved === 1;
}

const toRecord = ({ actor, key, fingerprint, outcome }: Reply): ReplyRecord => ({
  actor,
  key,
  fingerprint,
  sequence: 'posted' in outcome ? outcome.posted.sequence : null,
  rejection: 'rejection' in outcome ? outcome.rejection : null,
});

/** Whether a settlement is in the database, by its first transaction or, if it has none, its first reply. */
export async function landed(sql: Connection, { transactions, replies }: Settlement): Promise<boolean> {
  const [transaction] = transactions;
  if (transaction) {
    const { sequence, id } = transaction;
    return (await sql`SELECT FROM journal WHERE sequence = ${sequence} AND id = ${id}`.execute()).count === 1;
  }
  const [reply] = replies;
  if (!reply) return true;
  const { actor, key, fingerprint } = reply;
  return (
    (await sql`SELECT FROM replies WHERE actor = ${actor} AND key = ${key} AND fingerprint = ${fingerprint}`.execute())
      .count === 1
  );
}
