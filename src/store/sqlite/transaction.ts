// SQLite transactions: they take the write lock at the start, and commit as a whole or not at all.
import type { DatabaseSync } from 'node:sqlite';
import { OutcomeUnknown } from '../../ports/store.ts';

/** Rethrows the error of the work or the commit after a rollback; throws `OutcomeUnknown` if a failed COMMIT may still take effect. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  begin(db);
  try {
    const result = work();
    commit(db);
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** Throws unless the file can be written now; changes nothing. */
export function tryToWrite(db: DatabaseSync): void {
  begin(db);
  try {
    db.exec('UPDATE head SET sequence = sequence');
  } finally {
    rollBack(db);
  }
}

/** How long transactions wait for the write lock, for connections on which `begin` waits instead of SQLite. */
const lockWaits = new WeakMap<DatabaseSync, number>();
const SHORT_WAIT_MS = 0.2;
/** After this time, each pause is a hundredth of the time waited so far, so that a long wait does not keep a core busy. */
const LONG_WAIT_MS = 20;
const neverSet = new Int32Array(new SharedArrayBuffer(4));

/**
 * Makes transactions of this connection wait for the write lock in short steps. SQLite sleeps for 1, 2, 5, 10 ms and longer between
 * its attempts, so a lock that another connection holds for 9 ms would cost 18.
 */
export function waitInShortSteps(db: DatabaseSync, busyTimeoutMs: number): void {
  db.exec('PRAGMA busy_timeout = 0');
  lockWaits.set(db, busyTimeoutMs);
}

function begin(db: DatabaseSync): void {
  const startMs = performance.now();
  for (;;) {
    try {
      db.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      const waitedMs = performance.now() - startMs;
      if (!isBusy(error) || waitedMs >= (lockWaits.get(db) ?? 0)) throw error;
      Atomics.wait(neverSet, 0, 0, waitedMs < LONG_WAIT_MS ? SHORT_WAIT_MS : waitedMs / 100);
    }
  }
}

function commit(db: DatabaseSync): void {
  try {
    db.exec('COMMIT');
  } catch (error) {
    throw mayYetCommit(error) ? new OutcomeUnknown((error as Error).message) : error;
  }
}

/** Errors are ignored: the first failure decides the outcome, and without a COMMIT nothing takes effect. */
function rollBack(db: DatabaseSync): void {
  try {
    if (db.isTransaction) db.exec('ROLLBACK');
  } catch {}
}

const BUSY = 5;
const IOERR = 10;
const IOERR_WRITE = 778;

/**
 * True if a failed COMMIT may still take effect: if only the sync after its last write failed, the transaction is complete in the log.
 * No open connection sees it, but the recovery after a crash finds it.
 */
const mayYetCommit = (error: unknown): boolean => primaryCodeOf(error) === IOERR && codeOf(error) !== IOERR_WRITE;

const isBusy = (error: unknown): boolean => primaryCodeOf(error) === BUSY;

/** SQLite's result code; 0 for another error. */
const codeOf = (error: unknown): number => (error as { readonly errcode?: number }).errcode ?? 0;
const primaryCodeOf = (error: unknown): number => codeOf(error) & 0xff;
