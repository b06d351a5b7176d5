// Lets one server at a time run on a file: others would each cache, batch and wait for the lock of the other.
import { realpathSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../ports/store.ts';
import { explain } from './connection.ts';
import { createPrivately } from './modes.ts';

export type ServerLock = { release(): void };

/** Of two that start at the same moment each may find the lock half taken by the other: both wait, so that one of them gets it. */
const PATIENCE_MS = 1000;

/**
 * Locks a file beside the database for as long as this process lives. It is the kernel's lock, taken by SQLite, so that nothing is left of it
 * after a kill. It is not the database itself that is locked: commands such as an audit or a backup work beside a server. A copy into the file does not.
 */
export function lockForServer(path: string, patienceMs = PATIENCE_MS): ServerLock {
  if (statSync(path).nlink > 1)
    throw new StoreUnavailable(
      'failed',
      `${path}: the file has another name (a hard link), under which SQLite would keep a second log of it and lose transactions; delete one of the names`,
    );
  // By its real path, since a symbolic link to the file is the same exchange.
  const beside = `${realpathSync(path)}.server-lock`;
  createPrivately(beside);
  let db: DatabaseSync | undefined;
  try {
    const lock = new DatabaseSync(beside, { timeout: patienceMs });
    db = lock;
    // Nothing is ever written to it, and so there is no journal that a kill would leave.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => lock.close() };
  } catch (error) {
    db?.close();
    const why = explain(error, beside);
    if (!(why instanceof StoreUnavailable) || why.reason !== 'busy') throw why;
    throw new StoreUnavailable(
      'busy',
      `${path}: a server already runs on this file; use that one, stop it first, or use PostgreSQL, on which several run at once (docs/running.md)`,
    );
  }
}
