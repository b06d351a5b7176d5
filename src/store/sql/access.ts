// API keys, and the sessions of browsers that signed in by a key.
import type { KeyRecord, SessionRecord } from '../../ports/records.ts';
import type { Store } from '../../ports/store.ts';
import { places } from '../rows/fields.ts';
import { KEYS, SESSIONS } from '../rows/rows.ts';
import type { CommitCheck, Database, Statement, Transact } from './database.ts';

export type Access = Pick<
  Store,
  | 'key'
  | 'keysAfter'
  | 'liveKeys'
  | 'addKey'
  | 'revokeKey'
  | 'session'
  | 'sessionsOf'
  | 'addSession'
  | 'endSession'
  | 'endOtherSessions'
>;

const SESSION_AND_KEY = `${SESSIONS.list}, ${KEYS.list}`;

/** `whenThere` is an ON CONFLICT clause for a key that already exists. */
export const insertKey = (key: KeyRecord, whenThere = ''): Statement => ({
  text: `INSERT INTO keys (${KEYS.list}) VALUES (${places(KEYS)}) ${whenThere}`,
  values: KEYS.valuesOf(key),
});

/** Returns no row if there is no such key or it was already revoked. */
export const revokeKey = (id: string, revokedAtMs: number): Statement => ({
  text: 'UPDATE keys SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL RETURNING id',
  values: [revokedAtMs, id],
});

export function accessIn({ ask, unlocked }: Database, transact: Transact): Access {
  /** Runs one statement in a transaction. The text of its proof is the part after SELECT 1 FROM. */
  const change = async ({ text, values }: Statement, proof: CommitCheck) =>
    (await transact([{ text, values }], () => ({ ...proof, text: `SELECT 1 FROM ${proof.text}` })))?.[0] ?? [];
  return {
    async key(id) {
      const [row] = await ask(`SELECT ${KEYS.list} FROM keys WHERE id = ?`, id);
      return row && KEYS.recordOf(row);
    },

    async keysAfter({ account, after, limit }) {
      const from = after?.id ?? '';
      const rows =
        account === undefined
          ? await ask(
              `SELECT ${KEYS.list} FROM keys WHERE (account, id) > (?, ?)
               ORDER BY account, id LIMIT ?`,
              ...[after?.account ?? '', from, limit],
            )
          : await ask(
              `SELECT ${KEYS.list} FROM keys WHERE account = ? AND id > ?
               ORDER BY id LIMIT ?`,
              ...[account, from, limit],
            );
      return rows.map(KEYS.recordOf);
    },

    async liveKeys(account) {
      const of = `account = ? AND revoked_at_ms IS NULL AND secret_hash <> ''`;
      const [row] = await ask<{ count: number }>(`SELECT count(*) AS count FROM keys WHERE ${of}`, account);
      return Number(row?.count);
    },

    async addKey(key) {
      await change(insertKey(key), { text: 'keys WHERE id = ?', values: [key.id] });
    },

    async revokeKey(id, revokedAtMs) {
      const proof = { text: 'keys WHERE id = ? AND revoked_at_ms IS NULL', values: [id], isRemoval: true };
      return (await change(revokeKey(id, revokedAtMs), proof)).length === 1;
    },

    async session(hash) {
      const [row] = await ask(
        `SELECT ${SESSION_AND_KEY} FROM sessions JOIN keys ON keys.id = key_id WHERE sessions.hash = ?`,
        hash,
      );
      return row && { ...SESSIONS.recordOf(row), key: KEYS.recordOf(row) };
    },

    async sessionsOf({ account, after, limit, nowMs }): Promise<readonly SessionRecord[]> {
      const rows = await ask(
        `SELECT ${SESSION_AND_KEY} FROM keys JOIN sessions ON key_id = keys.id
         WHERE account = ? AND revoked_at_ms IS NULL AND expires_at_ms > ? AND sessions.hash > ?
         ORDER BY sessions.hash LIMIT ?`,
        ...[account, nowMs, after, limit],
      );
      return rows.map(SESSIONS.recordOf);
    },

    async addSession(session, { nowMs, mostOfKey }) {
      const forget = {
        text: `DELETE FROM sessions WHERE hash IN (
          SELECT hash FROM sessions WHERE expires_at_ms <= ? OR hash IN (
            SELECT hash FROM sessions WHERE key_id = ? ORDER BY expires_at_ms DESC, hash LIMIT 1000000 OFFSET ?) ${unlocked})`,
        values: [nowMs, session.keyId, mostOfKey - 1],
      };
      const add = {
        text: `INSERT INTO sessions (${SESSIONS.list}) VALUES (${places(SESSIONS)})`,
        values: SESSIONS.valuesOf(session),
      };
      await transact([forget, add], () => ({ text: 'SELECT 1 FROM sessions WHERE hash = ?', values: [session.hash] }));
    },

    async endSession(hash) {
      const one = 'sessions WHERE hash = ?';
      await change({ text: `DELETE FROM ${one}`, values: [hash] }, { text: one, values: [hash], isRemoval: true });
    },

    async endOtherSessions(account, but) {
      const others = `sessions WHERE key_id IN (SELECT id FROM keys WHERE account = ?) AND hash <> ?`;
      const end = { text: `DELETE FROM ${others} RETURNING hash`, values: [account, but] };
      const [ended = []] =
        (await transact([end], ([hashes = []]) => ({
          text: `SELECT 1 FROM sessions WHERE hash IN (${hashes.map(() => '?').join(', ') || "''"})`,
          values: hashes.map(({ hash }) => hash as string),
          isRemoval: true,
        }))) ?? [];
      return ended.length;
    },
  };
}
