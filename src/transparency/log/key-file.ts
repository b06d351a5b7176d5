// The file with the key that signs the public log.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { newKeyFile, signingKey } from '../format/keys.ts';

/** Creates a key that only this user can read. False if there is a file of this name, which is not changed. */
export function createKeyFile(path: string): boolean {
  if (existsSync(path)) return false;
  // Written under another name and then linked, so that a crash or a second process finds no key or a whole one.
  const draft = `${path}.${randomUUID()}`;
  synced(openSync(draft, 'wx', 0o600), (file) => writeSync(file, newKeyFile()));
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // A file system without links: there, a second process that starts at the same moment could replace the key.
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  // Windows opens no folders.
  if (process.platform !== 'win32') synced(openSync(dirname(path), 'r'));
  return true;
}

/** The content of a key file; throws unless it is a key. */
export function readKeyFile(path: string): string {
  const text = readFileSync(path, 'utf8');
  signingKey(text, 'any', 'note');
  return text;
}

/** A warning if other users of this machine may read the key. */
export function looseKeyMode(path: string): string | undefined {
  const mode = statSync(path).mode & 0o777;
  if (process.platform === 'win32' || (mode & 0o077) === 0) return undefined;
  return `others on this machine may read ${path} (${mode.toString(8)}), the key of the public log: chmod go-rwx keeps them out`;
}

function synced(file: number, write: (file: number) => void = () => {}): void {
  try {
    write(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
