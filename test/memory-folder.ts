// Keeps the tests' files in memory if there is enough: they do not test the disk, and those about syncing make the call itself fail.
import { chmodSync, globSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';

const SHARED_MEMORY = '/dev/shm';
const FOLDER = `${SHARED_MEMORY}/millpond-tests`;
/** Several times what a whole run needs at once. */
const ENOUGH_BYTES = 4 * 2 ** 30;
const DAY_MS = 86_400_000;

/** For `TMPDIR`; undefined to use the default folder. */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < ENOUGH_BYTES || process.availableMemory() < 2 * ENOUGH_BYTES) return undefined;
    mkdirSync(FOLDER, { recursive: true });
    // PostgreSQL runs as another user.
    chmodSync(FOLDER, 0o1777);
    // Removes the remains of aborted runs.
    for (const left of globSync(`${FOLDER}/*`))
      if (Date.now() - statSync(left).mtimeMs > DAY_MS) rmSync(left, { recursive: true, force: true });
    return FOLDER;
  } catch {
    return undefined;
  }
}
