// Notices if the open database file is deleted or replaced: commits would still succeed, but be gone after a restart.
import { statSync } from 'node:fs';
import { OutcomeUnknown, StoreUnavailable } from '../../ports/store.ts';

/** The file and its write-ahead log by device and inode, which no other file can get while they are open. */
export type FileIdentity = { readonly file: string | undefined; readonly log: string | undefined };

export const identityOf = (path: string): FileIdentity => ({ file: inodeOf(path), log: inodeOf(`${path}-wal`) });

/** Throws unless the path still names the open file. */
export function refuseLost(path: string, open: FileIdentity): void {
  const lost = lossOf(path, open.file) ?? lossOf(`${path}-wal`, open.log);
  if (lost !== undefined) throw new StoreUnavailable('lost', lost);
}

/** Pause between two checks of a file that is there, so that they do not slow commits down. */
const LOOK_EVERY_MS = 100;

/** Checks that a written file is still where it was opened. */
export class FileGuard {
  readonly #path: string;
  readonly #open: FileIdentity;
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** Must be created once the file and its log are open. */
  constructor(path: string) {
    this.#path = path;
    this.#open = identityOf(path);
  }

  /** To be called before a write: throws if the file is lost. While it is lost, every call checks again. */
  before(): void {
    if (performance.now() - this.#lookedMs < LOOK_EVERY_MS) return;
    refuseLost(this.#path, this.#open);
    this.#lookedMs = performance.now();
  }

  /** To be called after a commit: if the file was lost meanwhile, the outcome is unknown, since the operator may still rescue the file. */
  after(): void {
    try {
      this.before();
    } catch (error) {
      throw new OutcomeUnknown((error as Error).message);
    }
  }
}

/** How often `watchFile` checks, so that the loss is also reported while nothing is written. */
const WATCH_EVERY_MS = 500;

/** Calls `tell` with the reason when the file is lost, and with undefined when it is back. */
export function watchFile(path: string, open: FileIdentity, tell: (why: string | undefined) => void): NodeJS.Timeout {
  let told: string | undefined;
  const look = () => {
    const why = whyLost(path, open);
    if (why !== told) tell(why);
    told = why;
  };
  return setInterval(look, WATCH_EVERY_MS).unref();
}

function whyLost(path: string, open: FileIdentity): string | undefined {
  try {
    refuseLost(path, open);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function inodeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** Why a file is lost; undefined if it is not, or did not exist at the start: a database that was never written may have no log. */
function lossOf(path: string, open: string | undefined): string | undefined {
  const what = open === undefined ? undefined : changeOf(path, open);
  return (
    what &&
    `${path}: ${what} while it was in use; nothing is saved until it is back (see "A deleted file" in docs/incidents.md)`
  );
}

function changeOf(path: string, open: string): string | undefined {
  try {
    const found = inodeOf(path);
    if (found === open) return undefined;
    return found === undefined ? 'it was deleted or moved' : 'another file was put in its place';
  } catch (error) {
    // If this process cannot reach the file, a restarted one could not either.
    return `it can no longer be found (${(error as Error).message})`;
  }
}
