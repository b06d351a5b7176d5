// Where tests keep their files: in memory, where there is plenty. What a commit waits for on a disk is no question that they ask;
// those that ask whether it was synced let the call itself fail.
import { chmodSync, globSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';

const SHARED_MEMORY = '/dev/shm';
const FOLDER = `${SHARED_MEMORY}/millpond-tests`;
/** Several times what a whole run keeps at once. */
const ENOUGH_BYTES = 4 * 2 ** 30;
const DAY_MS = 86_400_000;

/** For `TMPDIR`; undefined where the usual folder must do. */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < ENOUGH_BYTES || process.availableMemory() < 2 * ENOUGH_BYTES) return undefined;
    mkdirSync(FOLDER, { recursive: true });
    // PostgreSQL runs as somebody else.
    chmodSync(FOLDER, 0o1777);
    // What runs that were broken off have left.
    for (const left of globSync(`${FOLDER}/*`))
      if (Date.now() - statSync(left).mtimeMs > DAY_MS) rmSync(left, { recursive: true, force: true });
    return FOLDER;
  } catch {
    return undefined;
  }
}
