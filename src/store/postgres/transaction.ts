// Runs a transaction of several statements that locks rows: the server ends it if this node is paused or cut off in the middle of it.
import { type Connection, isLost, type Transaction } from './connection.ts';
import { LOCK_HELD_MS } from './frozen-peers.ts';
import { OLDEST, refuseNewer } from './schema.ts';

/** The transaction may be in the middle of a statement, and so not idle: the second limit, which PostgreSQL has from version 17 on, ends it then. */
const ENDS_IF_PAUSED = `SELECT ${OLDEST}, set_config(name, CASE name WHEN 'transaction_timeout' THEN '${3 * LOCK_HELD_MS}' ELSE '${LOCK_HELD_MS}' END, true)
  FROM pg_settings WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Throws if a newer program has upgraded the schema, so that this one may not write any more. */
export const transact = <T>(sql: Connection, work: (one: Transaction) => Promise<T>) =>
  sql.begin('isolation level read committed', (one) =>
    one
      .unsafe<[{ oldest: number }]>(ENDS_IF_PAUSED)
      .then(([{ oldest }]) => {
        refuseNewer(oldest);
        return work(one);
      })
      .catch(unlessLost),
  );

/**
 * After an error, the driver sends ROLLBACK. If the server is closing the connection, the driver would then write to a socket that it no
 * longer has, which ends the process; so the error is kept from it, and it reports the loss when the connection is closed.
 */
function unlessLost(error: unknown): Promise<never> {
  if (isLost(error)) return new Promise(() => {});
  throw error;
}
