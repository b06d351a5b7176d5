// The file with the key that signs the public log.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { newKeyFile, signingKey } from '../log/keys.ts';

/** Creates a key that only this user can read. False if there is a file of this name, which is not changed. */
export function createKeyFile(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, newKeyFile());
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return true;
}

/** The content of a key file; throws unless it is a key. */
export function readKeyFile(path: string): string {
  const text = readFileSync(path, 'utf8');
  signingKey(text, 'any', 'note');
  return text;
}
