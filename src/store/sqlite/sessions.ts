// The sessions of browsers in an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import type { SessionRecord } from '../../ports/records.ts';
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
    const { hash, keyId, expiresAtMs, begunAtMs, device } = session;
    db.prepare('INSERT INTO sessions (hash, key_id, expires_at_ms, begun_at_ms, device) VALUES (?, ?, ?, ?, ?)').run(
      hash,
      keyId,
      expiresAtMs,
      begunAtMs,
      device,
    );
  });

export const readSessions = (
  db: DatabaseSync,
  { account, after, limit, nowMs }: Parameters<Store['sessionsOf']>[0],
): readonly SessionRecord[] =>
  (
    db
      .prepare(`
        SELECT ${SESSION_COLUMNS} FROM keys JOIN sessions ON key_id = keys.id
        WHERE account = ? AND revoked_at_ms IS NULL AND expires_at_ms > ? AND sessions.hash > ?
        ORDER BY sessions.hash LIMIT ?`)
      .all(account, nowMs, after, limit) as unknown as SessionRow[]
  ).map((row) => {
    const { key: _, ...session } = toSession(row);
    return session;
  });

export const endOtherSessions = (db: DatabaseSync, account: string, but: string): number =>
  Number(
    db
      .prepare('DELETE FROM sessions WHERE key_id IN (SELECT id FROM keys WHERE account = ?) AND hash <> ?')
      .run(account, but).changes,
  );

export function endSession(db: DatabaseSync, hash: string): void {
  db.prepare('DELETE FROM sessions WHERE hash = ?').run(hash);
}
