// The state file of a watcher or witness: the key of the log, the last checkpoint of it that was checked, that of each day, and those in doubt.
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openCheckpoint } from '../format/evidence.ts';
import { parseVkey, type VerifierKey, vkeyOf } from '../format/keys.ts';
import { type DayCheckpoint, withDay } from './days.ts';

/** The state cannot be written at the moment; what was kept is unchanged. */
export class StateUnkept extends Error {
  override name = 'StateUnkept';
}

/** Another process writes to the same file: each could overwrite what the other has seen or cosigned. */
export class StateTaken extends Error {
  override name = 'StateTaken';
}

export type WatchedLog = {
  readonly vkey: string;
  /** A signed note. */
  readonly checkpoint?: string;
  /** Written by `WatchState` with each new checkpoint. */
  readonly days?: readonly DayCheckpoint[];
  /** Checkpoints that the log has signed, and that were sent to the witness without a proof that they continue the last one. */
  readonly doubts?: readonly string[];
  /** The last list of what the exchange owes. */
  readonly list?: { readonly sequence: number; readonly hash: string };
};

export class WatchState {
  readonly #file: string;
  readonly #nowMs: () => number;
  #kept: WatchedLog;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(file: string, kept: WatchedLog, nowMs: () => number = Date.now) {
    this.#file = file;
    this.#kept = kept;
    this.#nowMs = nowMs;
  }

  /** The same object until something else is kept. */
  get kept(): WatchedLog {
    return this.#kept;
  }

  get key(): VerifierKey {
    return parseVkey(this.#kept.vkey);
  }

  /** Runs one change after another. What `decide` wants to keep is on disk before the promise resolves with its result. */
  change<Result>(
    decide: (kept: WatchedLog) => { readonly keep?: WatchedLog | undefined; readonly result: Result },
  ): Promise<Result> {
    const changed = this.#changing.then(async () => {
      const { keep: changed, result } = decide(this.#kept);
      if (changed) {
        const keep = this.#withDay(changed);
        await this.#refuseTaken();
        await write(this.#file, `${JSON.stringify(keep, null, 2)}\n`).catch((error: NodeJS.ErrnoException) => {
          throw new StateUnkept(`${this.#file} cannot be written (${error.code})`);
        });
        this.#kept = keep;
      }
      return result;
    });
    this.#changing = changed.catch(() => {});
    return changed;
  }

  #withDay(kept: WatchedLog): WatchedLog {
    const { checkpoint: note } = kept;
    if (note === undefined || note === this.#kept.checkpoint) return kept;
    return { ...kept, days: withDay(this.#kept.days ?? [], { note, key: this.key, nowMs: this.#nowMs() }) };
  }

  async #refuseTaken(): Promise<void> {
    const found = await readKept(this.#file).catch(({ message }: Error) => {
      throw new StateUnkept(`${this.#file}: ${message}`);
    });
    if (found && found.checkpoint !== this.#kept.checkpoint)
      throw new StateTaken(`${this.#file} was changed by another process: give each process a --state of its own`);
  }

  /** Resolves when no change is under way. */
  async settled(): Promise<void> {
    await this.#changing;
  }
}

/** Undefined if there is no such file; throws, with a reason in words, if it is not a state file. */
export async function readKept(file: string): Promise<WatchedLog | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`it cannot be read (${error.code})`);
  });
  if (text === undefined) return undefined;
  try {
    const { vkey, checkpoint, days = [], doubts = [], list }: WatchedLog = JSON.parse(text);
    const key = parseVkey(vkey);
    for (const note of [...doubts, ...(checkpoint === undefined ? [] : [checkpoint])]) openCheckpoint(note, key);
    // The signatures of earlier days are checked when they are needed: the file is read before each change.
    if (days.some(({ day, checkpoint }) => typeof day !== 'string' || typeof checkpoint !== 'string'))
      throw new Error('a day has no checkpoint');
    return {
      vkey: vkeyOf(key),
      ...(checkpoint !== undefined && { checkpoint }),
      ...(days.length > 0 && { days }),
      ...(doubts.length > 0 && { doubts }),
      ...(list && { list }),
    };
  } catch (error) {
    throw new Error(`it is not a state file of millpond watch (${(error as Error).message})`);
  }
}

/** Written to another file first and then renamed, so that a crash or a power failure leaves the old or the new state. */
async function write(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
