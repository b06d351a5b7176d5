// Identifies the open file: if it is deleted or replaced, commits still succeed but are gone after a restart.
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

/** Seldom enough that no commit is slower for it. */
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

  /** Throws before anything is written to a lost file; once lost, checks every time. */
  before(): void {
    if (performance.now() - this.#lookedMs < LOOK_EVERY_MS) return;
    refuseLost(this.#path, this.#open);
    this.#lookedMs = performance.now();
  }

  /** A commit to a file that was lost meanwhile counts only if the operator rescues it. */
  after(): void {
    try {
      this.before();
    } catch (error) {
      throw new OutcomeUnknown((error as Error).message);
    }
  }
}

/** How soon the loss of an idle file is reported. */
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

/** A reader of a file that was never written may have no log. */
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
