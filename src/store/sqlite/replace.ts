// Putting one SQLite file in the place of another, which nobody may have open.
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../ports/store.ts';
import { explain } from './connection.ts';

/** Brings the log into the file. Throws where another program has it open, which only then keeps its log. */
export const refuseOpen = (path: string): void => alone(path, () => {});

/** At once: whoever looks, and whenever this is killed, finds either file whole, and no log of the other beside it. */
export function replaceFile(path: string, by: string): void {
  alone(by, () => {});
  alone(path, () => {
    renameSync(by, path);
    if (process.platform === 'win32') return;
    const folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  });
}

function alone(path: string, work: () => void): void {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = DELETE');
    // Nobody opens it from here on.
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    const why = explain(error, path);
    if (!(why instanceof StoreUnavailable) || why.reason !== 'busy') throw why;
    throw new StoreUnavailable('busy', `${path}: a server or another program has it open; stop it first`);
  }
  try {
    work();
  } finally {
    db.close();
  }
}
