// Ends transactions of nodes that were frozen in the middle of a statement (SIGSTOP, a paused container) while other nodes wait for their locks.
// PostgreSQL itself ends a transaction that is idle, but before version 17 none that is in the middle of a statement.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, type ConnectionOptions, connect, inTime } from './connection.ts';

/** The longest time for which a transaction with locks may send nothing; then the server ends it if it is idle, and other nodes do if not. */
export const LOCK_HELD_MS = 10_000;
/** Pause between the two looks at a transaction: a client that is only slow has gone on meanwhile. */
const SECOND_LOOK_MS = 500;

/** Only while a client is awaited: a transaction that executes a statement, writes to disk or waits for a standby is never in this state. */
const AWAITS_CLIENT = `state = 'active' AND wait_event_type = 'Client' AND datname = current_database() AND usename = session_user`;

/** Waits for a table are left out: they may be for somebody who only reads, such as an audit, and may take long. */
const AWAITS_LOCK = `wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'advisory')`;

/**
 * Ends transactions of this role that others wait for, if the server has been waiting for the client of each for longer than this since its last
 * message. Returns the ids of their server processes. Needs no privilege: a role may end its own transactions.
 */
export async function endFrozen(sql: Connection, olderThanMs: number): Promise<readonly number[]> {
  const found = await sql<{ pid: number; since: string }[]>`
    SELECT pid, state_change::text AS since FROM pg_stat_activity
    WHERE ${sql.unsafe(AWAITS_CLIENT)} AND state_change <= clock_timestamp() - ${olderThanMs} * interval '1 ms'
      AND pid IN (SELECT unnest(pg_blocking_pids(waiting.pid)) FROM pg_stat_activity AS waiting WHERE ${sql.unsafe(AWAITS_LOCK)})`;
  if (found.length === 0) return [];
  await sleep(SECOND_LOOK_MS);
  // In the list of columns, which the server computes only for rows that meet every condition.
  const ended = await sql<{ pid: number; isEnded: boolean }[]>`
    SELECT pid, pg_terminate_backend(pid) AS "isEnded" FROM pg_stat_activity
      JOIN unnest(${found.map(({ pid }) => pid)}::int[], ${found.map(({ since }) => since)}::text[]) AS found (pid, since) USING (pid)
    WHERE ${sql.unsafe(AWAITS_CLIENT)} AND state_change::text = since`;
  return ended.flatMap(({ pid, isEnded }) => (isEnded ? [pid] : []));
}

/** The databases at which this thread is looking for frozen nodes. */
const lookingAt = new Set<string>();

/**
 * To be called when a statement takes long: it may wait for a lock of a frozen node. Returns at once, and uses a connection of its own, since all
 * others may be waiting. Ignores failures, since the next statement that takes long looks again.
 */
export function lookForFrozen(options: ConnectionOptions): void {
  const { url } = options;
  if (lookingAt.has(url)) return;
  lookingAt.add(url);
  look(options)
    .catch(() => {})
    .finally(() => lookingAt.delete(url));
}

async function look(options: ConnectionOptions): Promise<void> {
  const sql = connect(options, 1);
  try {
    const [ended] = await inTime(options.timeoutMs + SECOND_LOOK_MS, [endFrozen(sql, LOCK_HELD_MS)]);
    if (ended.length > 0) process.emitWarning(warning(ended), { type: 'FrozenNode' });
  } finally {
    await sql.end({ timeout: 0 });
  }
}

const warning = (pids: readonly number[]): string =>
  `another node was frozen in the middle of a statement for more than ${LOCK_HELD_MS / 1000} s and held a lock; its transaction was rolled back (PostgreSQL process ${pids.join(', ')})`;
