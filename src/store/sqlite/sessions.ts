// The sessions of browsers in an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../../ports/store.ts';
import { SESSION_COLUMNS, type SessionRow, toSession } from '../rows/rows.ts';
import { inTransaction } from './transaction.ts';

export function sessionReader(db: DatabaseSync) {
  const session = db.prepare(`
    SELECT ${SESSION_COLUMNS} FROM sessions JOIN keys ON keys.id = key_id WHERE sessions.hash = ?`);
  return (hash: string) => {
    const row = session.get(hash) as SessionRow | undefined;
    return row && toSession(row);
  };
}

export const addSession = (db: DatabaseSync, ...[session, { nowMs, mostOfKey }]: Parameters<Store['addSession']>) =>
  inTransaction(db, () => {
    db.prepare('DELETE FROM sessions WHERE expires_at_ms <= ?').run(nowMs);
    db.prepare(`
      DELETE FROM sessions WHERE hash IN (
        SELECT hash FROM sessions WHERE key_id = ? ORDER BY expires_at_ms DESC, hash LIMIT -1 OFFSET ?)`).run(
      session.keyId,
      mostOfKey - 1,
    );
    db.prepare('INSERT INTO sessions (hash, key_id, expires_at_ms) VALUES (?, ?, ?)').run(
      session.hash,
      session.keyId,
      session.expiresAtMs,
    );
  });

export const endSession = (db: DatabaseSync, hash: string) =>
  db.prepare('DELETE FROM sessions WHERE hash = ?').run(hash);
