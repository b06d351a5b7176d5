// Replaces one SQLite file by another, while nobody has it open.
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '../../ports/store.ts';
import { explain } from './connection.ts';

/** Throws if another program has the file open, since its journal mode cannot be changed then. Otherwise copies the log into the file. */
export const refuseOpen = (path: string): void => alone(path, () => {});

/** Atomic: even if the process is killed, `path` is one of the two files, complete and without the log of the other. */
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
    // From here on no other process can read or write the file.
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
