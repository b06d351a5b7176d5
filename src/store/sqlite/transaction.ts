// One SQLite transaction: under the write lock from its beginning, and whole or not at all.
import type { DatabaseSync } from 'node:sqlite';
import { OutcomeUnknown } from '../../ports/store.ts';

/** Throws what the work or the commit threw, having rolled back; a COMMIT that may come true throws `OutcomeUnknown`. */
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

/** What failed before says how it ended, whatever this meets; without a COMMIT it can only end in nothing. */
function rollBack(db: DatabaseSync): void {
  try {
    if (db.isTransaction) db.exec('ROLLBACK');
  } catch {}
}

const IOERR = 10;
const IOERR_WRITE = 778;

/**
 * Whether a COMMIT that failed may come true after all: once its last write is done, a failed sync leaves it complete
 * in the log, hidden from every open connection, but found again by the recovery after a crash.
 */
function mayYetCommit(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === IOERR && errcode !== IOERR_WRITE;
}
