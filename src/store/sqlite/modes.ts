// File permissions: an exchange's files are readable by their owner only.
import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates the file for its owner only, before SQLite opens it: SQLite gives its log and index the same mode. */
export function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file exists already, or SQLite will report better why it cannot be created.
  }
}

/** Creates missing parents too: Node's own recursive mkdir loops for ever where no directory can be created, such as in /proc. */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created the directory just now.
    if (!existsSync(path)) throw error;
  }
}

/** A warning that names the files of an exchange, and their folder, that other users of this machine may access. */
export function looseModes(path: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const loose = [dirname(path), path, `${path}-wal`, `${path}-shm`].flatMap((name) => {
    const mode = (statSync(name, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${name} (${mode.toString(8)})`];
  });
  return loose.length === 0
    ? undefined
    : `others on this machine may read or enter ${loose.join(', ')}: chmod go-rwx keeps them out`;
}
