// The sessions of browsers in a PostgreSQL database.
import type { Store } from '../../ports/store.ts';
import { SESSION_COLUMNS, type SessionRow, toSession } from '../rows/rows.ts';
import type { Connection } from './connection.ts';

export async function readSession(sql: Connection, hash: string) {
  const [row] = await sql<SessionRow[]>`
    SELECT ${sql.unsafe(SESSION_COLUMNS)} FROM sessions JOIN keys ON keys.id = key_id WHERE sessions.hash = ${hash}`;
  return row && toSession(row);
}

/** In one statement. What another node forgets at this moment is left to it, since two would wait for each other. */
export const addSession = (
  sql: Connection,
  ...[{ hash, keyId, expiresAtMs }, { nowMs, mostOfKey }]: Parameters<Store['addSession']>
) => sql`
  WITH forgotten AS (
    DELETE FROM sessions WHERE hash IN (
      SELECT hash FROM sessions WHERE expires_at_ms <= ${nowMs} OR hash IN (
        SELECT hash FROM sessions WHERE key_id = ${keyId} ORDER BY expires_at_ms DESC, hash OFFSET ${mostOfKey - 1})
      FOR UPDATE SKIP LOCKED))
  INSERT INTO sessions (hash, key_id, expires_at_ms) VALUES (${hash}, ${keyId}, ${expiresAtMs})`;

export const endSession = (sql: Connection, hash: string) => sql`DELETE FROM sessions WHERE hash = ${hash}`;
