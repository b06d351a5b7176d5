// A small in-memory file system that can be filled up or made read-only.
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryDirectory } from './process.ts';

/** Mounts such a file system and returns its path; skips the test if this user may not mount. */
export function mountSmall(sizeKib: number, context: TestContext): string {
  const path = temporaryDirectory();
  try {
    system('mount', '-t', 'tmpfs', '-o', `size=${sizeKib}k`, 'tmpfs', path);
  } catch (error) {
    skip(context, `this user may not mount a file system (${(error as Error).message.split('\n')[0]})`);
  }
  onTestFinished(() => {
    system('umount', path);
  });
  return path;
}

export const makeReadOnly = (path: string) => system('mount', '-o', 'remount,ro', path);

/** Writes a file until no further byte fits; returns a function that makes room again. */
export function fill(path: string): () => void {
  const file = join(path, 'filler');
  const handle = openSync(file, 'w');
  for (const size of [65_536, 4096, 1]) {
    const chunk = Buffer.alloc(size);
    try {
      for (;;) writeSync(handle, chunk);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(handle);
  return () => rmSync(file);
}

export function skip(context: TestContext, reason: string): never {
  console.warn(`skipped "${context.task.name}": ${reason}`);
  return context.skip(reason);
}

export const system = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
