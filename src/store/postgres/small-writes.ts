// Single-statement writes beside the journal: keys and sessions. Each is a transaction, so that its outcome can be found.
import type { Store } from '../../ports/store.ts';
import type { Connection, Transaction } from './connection.ts';
import { keyRows } from './inserts.ts';
import { addSession, endOtherSessions, endSession } from './sessions.ts';
import { type Ask, transactOnce } from './transact-once.ts';

type SmallWrites = Pick<Store, 'addKey' | 'revokeKey' | 'addSession' | 'endSession' | 'endOtherSessions'>;

export function postgresSmallWrites({ ask, transact }: { readonly ask: Ask; readonly transact: Ask }): SmallWrites {
  /** `look` finds a row if the write was committed, or finds none if `isRemoval`. */
  const once = <T>(
    write: (sql: Transaction) => Promise<T>,
    look: (sql: Connection, result: T) => PromiseLike<{ readonly count: number }>,
    { isRemoval = false } = {},
  ): Promise<T> =>
    transactOnce(transact, write, async (result) => {
      const { count } = await ask((sql) => look(sql, result));
      return isRemoval ? count === 0 : count > 0;
    });

  return {
    addKey: (key) =>
      once(
        async (sql) => void (await sql`INSERT INTO keys ${keyRows(sql, [key])}`),
        (sql) => sql`SELECT FROM keys WHERE id = ${key.id}`,
      ),

    revokeKey: (id, revokedAtMs) =>
      once(
        async (sql) => {
          const { count } = await sql`
            UPDATE keys SET revoked_at_ms = ${revokedAtMs} WHERE id = ${id} AND revoked_at_ms IS NULL`;
          return count === 1;
        },
        (sql) => sql`SELECT FROM keys WHERE id = ${id} AND revoked_at_ms IS NULL`,
        { isRemoval: true },
      ),

    addSession: (session, bounds) =>
      once(
        async (sql) => void (await addSession(sql, session, bounds)),
        (sql) => sql`SELECT FROM sessions WHERE hash = ${session.hash}`,
      ),

    endSession: (hash) =>
      once(
        async (sql) => void (await endSession(sql, hash)),
        (sql) => sql`SELECT FROM sessions WHERE hash = ${hash}`,
        { isRemoval: true },
      ),

    endOtherSessions: async (account, but) => {
      const ended = await once(
        (sql) => endOtherSessions(sql, account, but),
        (sql, hashes) => sql`SELECT FROM sessions WHERE hash = ANY(${hashes})`,
        { isRemoval: true },
      );
      return ended.length;
    },
  };
}
