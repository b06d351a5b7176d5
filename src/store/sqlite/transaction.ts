// SQLite transactions: they take the write lock at the start, and commit as a whole or not at all.
import type { DatabaseSync } from 'node:sqlite';
import { OutcomeUnknown } from '../../ports/store.ts';

/** Rethrows the error of the work or the commit after a rollback; throws `OutcomeUnknown` if a failed COMMIT may still take effect. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
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
  db.exec('BEGIN IMMEDIATE');
  try {
    db.exec('UPDATE head SET sequence = sequence');
  } finally {
    rollBack(db);
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

const IOERR = 10;
const IOERR_WRITE = 778;

/**
 * True if a failed COMMIT may still take effect: once its last write is done, a failed sync leaves it complete
 * in the log, hidden from every open connection, but found by the recovery after a crash.
 */
function mayYetCommit(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === IOERR && errcode !== IOERR_WRITE;
}
