// Which file is open: one that is deleted or replaced under its name goes on taking commits, which nobody finds after a restart.
import { statSync } from 'node:fs';
import { OutcomeUnknown, StoreUnavailable } from '../../ports/store.ts';

/** The file and its write-ahead log by device and inode, which no other file gets while they are open. */
export type FileIdentity = { readonly file: string | undefined; readonly log: string | undefined };

export const identityOf = (path: string): FileIdentity => ({ file: inodeOf(path), log: inodeOf(`${path}-wal`) });

/** Throws unless the path still names what is open. */
export function refuseLost(path: string, open: FileIdentity): void {
  const lost = lossOf(path, open.file) ?? lossOf(`${path}-wal`, open.log);
  if (lost !== undefined) throw new StoreUnavailable('lost', lost);
}

/** So seldom that no commit is slower for it. */
const LOOK_EVERY_MS = 100;

/** Looks whether a file that is written is still where it was opened. */
export class FileGuard {
  readonly #path: string;
  readonly #open: FileIdentity;
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** To be made once the file and its log are open. */
  constructor(path: string) {
    this.#path = path;
    this.#open = identityOf(path);
  }

  /** Throws before anything is written to a file that is gone; once it was seen to be, it looks every time. */
  before(): void {
    if (performance.now() - this.#lookedMs < LOOK_EVERY_MS) return;
    refuseLost(this.#path, this.#open);
    this.#lookedMs = performance.now();
  }

  /** What was written to a file that is gone by now counts only if the operator rescues it. */
  after(): void {
    try {
      this.before();
    } catch (error) {
      throw new OutcomeUnknown((error as Error).message);
    }
  }
}

/** How soon it is said that a file is gone which nobody writes to. */
const WATCH_EVERY_MS = 500;

/** Tells when it is gone, and with undefined when it is back. */
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

/** A reader of a file that nobody has written yet may have no log. */
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
    // Whatever keeps this process from its place keeps the next from finding it after a restart.
    return `it can no longer be found (${(error as Error).message})`;
  }
}
