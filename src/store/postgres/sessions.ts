// The sessions of browsers in a PostgreSQL database.
import type { SessionRecord } from '../../ports/records.ts';
import type { Store } from '../../ports/store.ts';
import { SESSION_COLUMNS, type SessionRow, toSession } from '../rows/rows.ts';
import type { Connection, Statements } from './connection.ts';
import { NOW_MS } from './projection/leases.ts';

export async function readClock(sql: Connection): Promise<number> {
  const [{ now }] = await sql<[{ now: number }]>`SELECT ${sql.unsafe(NOW_MS)} AS now`;
  return now;
}

export async function readSession(sql: Connection, hash: string) {
  const [row] = await sql<SessionRow[]>`
    SELECT ${sql.unsafe(SESSION_COLUMNS)} FROM sessions JOIN keys ON keys.id = key_id WHERE sessions.hash = ${hash}`;
  return row && toSession(row);
}

/** One statement. Skips rows that another node is deleting, since two could deadlock. */
export const addSession = (
  sql: Statements,
  ...[{ hash, keyId, expiresAtMs, begunAtMs, device }, { nowMs, mostOfKey }]: Parameters<Store['addSession']>
) => sql`
  WITH forgotten AS (
    DELETE FROM sessions WHERE hash IN (
      SELECT hash FROM sessions WHERE expires_at_ms <= ${nowMs} OR hash IN (
        SELECT hash FROM sessions WHERE key_id = ${keyId} ORDER BY expires_at_ms DESC, hash OFFSET ${mostOfKey - 1})
      FOR UPDATE SKIP LOCKED))
  INSERT INTO sessions (hash, key_id, expires_at_ms, begun_at_ms, device)
  VALUES (${hash}, ${keyId}, ${expiresAtMs}, ${begunAtMs}, ${device})`;

export async function readSessions(
  sql: Connection,
  { account, after, limit, nowMs }: Parameters<Store['sessionsOf']>[0],
): Promise<readonly SessionRecord[]> {
  const rows = await sql<SessionRow[]>`
    SELECT ${sql.unsafe(SESSION_COLUMNS)} FROM keys JOIN sessions ON key_id = keys.id
    WHERE account COLLATE "C" = ${account} AND revoked_at_ms IS NULL AND expires_at_ms > ${nowMs}
      AND sessions.hash COLLATE "C" > ${after}
    ORDER BY sessions.hash COLLATE "C" LIMIT ${limit}`;
  return rows.map((row) => {
    const { key: _, ...session } = toSession(row);
    return session;
  });
}

/** The hashes of the ended sessions. */
export async function endOtherSessions(sql: Statements, account: string, but: string): Promise<readonly string[]> {
  const ended = await sql<{ hash: string }[]>`
    DELETE FROM sessions
    WHERE key_id IN (SELECT id FROM keys WHERE account COLLATE "C" = ${account}) AND hash <> ${but}
    RETURNING hash`;
  return ended.map(({ hash }) => hash);
}

export const endSession = (sql: Statements, hash: string) => sql`DELETE FROM sessions WHERE hash = ${hash}`;
