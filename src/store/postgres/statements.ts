// The statements that commit a batch: each takes all its values as arrays, so that one statement is enough for a batch of any size.
// Each is sent when its function is called, so that they reach the server in the order of the calls.
import type { TokenAddress } from '../../core/amount.ts';
import type { Symbolled } from '../../core/commands/kind.ts';
import type { ListedToken, Pool } from '../../core/pool.ts';
import type { Settlement } from '../../core/settle/settle.ts';
import type { BalanceKey } from '../../core/settle/transfer.ts';
import type { JournalMark } from '../../ports/records.ts';
import { movementsIn, partiesIn } from '../rows/activity.ts';
import { INSTEAD_OF_REFUSAL } from '../rows/refusals.ts';
import { MOVEMENTS, PARTIES, POOLS, REPLIES, replyRecord, TOKEN_COLUMNS, TOKENS } from '../rows/rows.ts';
import type { EncodedSettlement } from '../writer/wire.ts';
import type { Connection } from './connection.ts';
import { balanceRows, poolChanges, rowsOf, tokenChanges, transactionRows } from './inserts.ts';
import { refuseNewer } from './schema.ts';

/** The journal's last transaction, and the id of the server process that holds the journal's lock for this connection. */
export type WrittenFrom = { readonly last: JournalMark; readonly backend: number };

/** The journal's head, read under its lock, and the server's time after the lock was taken. */
type LockedHead = WrittenFrom & { readonly listingSequence: number; readonly clockMs: number };

/** Begins a transaction that locks the journal; the server ends it if this node then sends nothing for `holdMs`. */
export async function lockHead(
  sql: Connection,
  { waitMs, holdMs }: { waitMs: number; holdMs: number },
): Promise<LockedHead> {
  // Every statement of a batch looks up keys, so one plan serves all values: planning anew took a sixth of the server's CPU for small
  // batches. The plan is kept, so it must not scan a table that was small when it was made.
  // A transaction that waits in the middle of a statement is not idle: only `transaction_timeout`, new in PostgreSQL 17, ends it.
  const [, rows] = await Promise.all([
    // Names the isolation level, since the server's default may be another.
    sql.unsafe('BEGIN ISOLATION LEVEL READ COMMITTED').execute(),
    // The server computes `limits` before it locks the row, so the limits apply to the wait for the lock. Expressions in the SELECT
    // with FOR UPDATE would be computed before that wait, so the time is selected from `locked`, after the wait.
    sql<[{ sequence: number; last_transaction: string | null; listed: number; backend: number; clock_ms: number }]>`
      WITH limits AS MATERIALIZED (
        SELECT set_config('lock_timeout', ${`${waitMs}ms`}, true),
               set_config('jit', 'off', true),
               set_config('plan_cache_mode', 'force_generic_plan', true),
               set_config('enable_seqscan', 'off', true),
               set_config('idle_in_transaction_session_timeout', ${`${holdMs}ms`}, true),
               CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL
                 THEN set_config('transaction_timeout', ${`${waitMs + holdMs}ms`}, true) END),
      locked AS MATERIALIZED (
        SELECT sequence, last_transaction, listed FROM limits, head WHERE id = 1 FOR UPDATE OF head)
      SELECT sequence, last_transaction, listed, pg_backend_pid() AS backend,
        floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock_ms FROM locked`.execute(),
  ]);
  const [{ sequence, last_transaction: id, listed: listingSequence, backend, clock_ms: clockMs }] = rows;
  return { last: { sequence, id }, listingSequence, backend, clockMs };
}

/**
 * The ids of the transactions at these marks. Read by a statement after `lockHead`: what the statement that waits for the lock reads
 * from other tables may be from before the wait. Throws if a newer program has upgraded the schema meanwhile.
 */
export async function readIds(sql: Connection, marks: readonly JournalMark[]): Promise<ReadonlyMap<number, string>> {
  const sequences = marks.map(({ sequence }) => sequence);
  const rows = await sql<{ sequence: number | null; id: string; oldest: number }[]>`
    SELECT sequence, id, oldest FROM schema_version
    LEFT JOIN journal ON sequence = ANY(${sequences}::bigint[])`.execute();
  refuseNewer(rows[0]?.oldest ?? 0);
  return new Map(rows.flatMap(({ sequence, id }) => (sequence === null ? [] : [[sequence, id]])));
}

/** Not prepared: if the server no longer had the statement, the driver would repeat it, and take the resulting ROLLBACK for success. */
export const commit = (sql: Connection) => sql.unsafe('COMMIT').execute();

export async function readTokens(sql: Connection, addresses: readonly TokenAddress[]): Promise<readonly ListedToken[]> {
  return sql<ListedToken[]>`
    SELECT ${sql.unsafe(TOKEN_COLUMNS)} FROM tokens WHERE address = ANY(${[...addresses]}::text[])`.execute();
}

export async function readSymbols(sql: Connection): Promise<readonly Symbolled[]> {
  return sql<Symbolled[]>`SELECT address, symbol FROM tokens WHERE status <> 'hidden'`.execute();
}

export async function readPools(
  sql: Connection,
  pairs: readonly (readonly [string, string])[],
): Promise<readonly Pool[]> {
  const rows = await sql`
    SELECT ${sql.unsafe(POOLS.list)} FROM pools
    JOIN unnest(${pairs.map(([a]) => a)}::text[], ${pairs.map(([, b]) => b)}::text[]) AS named (token0, token1)
      USING (token0, token1)`.execute();
  return rows.map(POOLS.recordOf);
}

/** Every named balance, by `balanceKey`; zero if it is not stored. */
export async function readBalances(
  sql: Connection,
  named: ReadonlyMap<string, BalanceKey>,
): Promise<Map<string, bigint>> {
  const [names, keys] = [[...named.keys()], [...named.values()]];
  // A subquery makes the server look up each key by its index; for a join it might read the whole table.
  const rows = await sql<{ balance: string | null }[]>`
    SELECT (SELECT balance FROM balances WHERE balances.account = named.account AND balances.token = named.token)
    FROM unnest(${keys.map(({ account }) => account)}::text[], ${keys.map(({ token }) => token)}::text[])
      WITH ORDINALITY AS named (account, token, place) ORDER BY place`.execute();
  return new Map(rows.map(({ balance }, place) => [names[place] as string, BigInt(balance ?? 0)]));
}

/**
 * Writes a settlement if this connection still holds the journal's lock, and returns whether it did. If the driver has reconnected
 * within the transaction, the new connection has no lock, and its write could be committed after `landed` did not find it.
 */
export async function write(
  sql: Connection,
  settlement: EncodedSettlement,
  { last, backend }: WrittenFrom,
): Promise<boolean> {
  const { transactions, receipts, tokens, pools, changedTokens, changedPools, balances, replies } = settlement;
  const { sequence, id } = transactions.at(-1) ?? last;
  const held = sql`WHERE EXISTS (SELECT FROM moved)`;
  const parts = [
    sql`moved AS (
      UPDATE head SET sequence = ${sequence}, last_transaction = ${id},
        listed = coalesce(${settlement.listingSequence ?? null}::bigint, listed)
      WHERE id = 1 AND sequence = ${last.sequence} AND pg_backend_pid() = ${backend} RETURNING 1)`,
  ];
  // Leaves out empty parts, because an INSERT of nothing costs the server as much as one of a few rows.
  if (tokens.length > 0) parts.push(sql`, new_tokens AS (INSERT INTO tokens ${rowsOf(sql, TOKENS, tokens)} ${held})`);
  if (pools.length > 0) parts.push(sql`, new_pools AS (INSERT INTO pools ${rowsOf(sql, POOLS, pools)} ${held})`);
  const stillHeld = sql`AND EXISTS (SELECT FROM moved)`;
  if (changedTokens.length > 0)
    parts.push(sql`, changed_tokens AS (UPDATE ${tokenChanges(sql, changedTokens)} ${stillHeld})`);
  if (changedPools.length > 0)
    parts.push(sql`, changed_pools AS (UPDATE ${poolChanges(sql, changedPools)} ${stillHeld})`);
  if (transactions.length > 0)
    parts.push(sql`, new_journal AS (INSERT INTO journal ${transactionRows(sql, transactions, receipts)} ${held})`);
  const [parties, movements] = [partiesIn(transactions), movementsIn(transactions)];
  if (parties.length > 0)
    parts.push(sql`, new_parties AS (INSERT INTO parties ${rowsOf(sql, PARTIES, parties)} ${held})`);
  if (movements.length > 0)
    parts.push(sql`, new_movements AS (INSERT INTO movements ${rowsOf(sql, MOVEMENTS, movements)} ${held})`);
  if (balances.length > 0)
    parts.push(sql`, new_balances AS (
      INSERT INTO balances ${balanceRows(sql, balances)} ${held}
      ON CONFLICT (account, token) DO UPDATE SET balance = excluded.balance)`);
  if (replies.length > 0)
    parts.push(sql`, new_replies AS (
      INSERT INTO replies ${rowsOf(sql, REPLIES, replies.map(replyRecord))} ${held} ${sql.unsafe(INSTEAD_OF_REFUSAL)})`);
  const [row] = await sql<{ moved: number }[]>`WITH ${parts} SELECT count(*)::int AS moved FROM moved`.execute();
  return row?.moved === 1;
}

/** True if the settlement is in the journal. Always false without transactions: refusals under its keys may be another node's. */
export async function landed(sql: Connection, { transactions }: Settlement): Promise<boolean> {
  const [transaction] = transactions;
  if (!transaction) return false;
  const { sequence, id } = transaction;
  return (await sql`SELECT FROM journal WHERE sequence = ${sequence} AND id = ${id}`.execute()).count === 1;
}
