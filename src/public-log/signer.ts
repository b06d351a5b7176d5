// Signs checkpoints, and keeps the last one in a file beside the key, so that a restored database cannot make it sign another history.
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { checkpointText, parseCheckpoint } from '../log/checkpoint.ts';
import { type SigningKey, signingKey, vkeyOf } from '../log/keys.ts';
import { openNote, signNote } from '../log/note.ts';

/** A signed checkpoint of the log with this number; the root is in base64. */
export type Signed = { readonly log: number; readonly size: number; readonly root: string; readonly note: string };
type ToSign = { readonly origin: string; readonly size: number; readonly root: string };

export interface Signer {
  /** The public key under which a log of this origin is signed. */
  vkeyOf(origin: string): string;
  sign(checkpoint: ToSign): Promise<{ readonly note: string; readonly vkey: string }>;
  /**
   * The last checkpoint that was signed, if it is of this log or of a later one of the same exchange, as after a restored backup;
   * undefined if none is known.
   */
  last(log: number, origin: string): Promise<Signed | undefined>;
}

/** `keyText` is the content of the key file; `lastFile` keeps the last checkpoint. */
export class FileSigner implements Signer {
  readonly #keyText: string;
  readonly #lastFile: string;
  /** Not shared with another process, which may have taken over while this one was paused in the middle of a write. */
  readonly #draftFile: string;
  readonly #onUnkept: (error: Error) => void;
  #key: SigningKey | undefined;

  /** `onUnkept` is told if the last checkpoint cannot be kept, for example because the folder of the key is read-only. */
  constructor(keyText: string, lastFile: string, onUnkept: (error: Error) => void) {
    this.#keyText = keyText;
    this.#lastFile = lastFile;
    this.#draftFile = `${lastFile}.${randomUUID()}`;
    this.#onUnkept = onUnkept;
  }

  vkeyOf(origin: string): string {
    return vkeyOf(this.#keyOf(origin));
  }

  async sign({ origin, size, root }: ToSign) {
    const text = checkpointText({ origin, size, root: Buffer.from(root, 'base64') });
    const key = this.#keyOf(origin);
    const note = signNote(text, key);
    await this.#keep(note, origin, size).catch(this.#onUnkept);
    return { note, vkey: vkeyOf(key) };
  }

  async last(log: number, origin: string): Promise<Signed | undefined> {
    const note = await readFile(this.#lastFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (note === undefined) return undefined;
    const { origin: signed, size, root } = parseCheckpoint(this.#opened(note).text);
    const signedLog = logNumber(signed, nameIn(origin, log));
    if (signedLog === undefined || signedLog < log) return undefined;
    return { log: signedLog, size, root: Buffer.from(root).toString('base64'), note };
  }

  #opened(note: string) {
    try {
      return openNote(note, [this.#keyOf(note.slice(0, note.indexOf('\n')))]);
    } catch (error) {
      throw new Error(
        `${this.#lastFile} holds no checkpoint signed by this key (remove it if you have replaced the key): ${(error as Error).message}`,
      );
    }
  }

  #keyOf(origin: string): SigningKey {
    if (this.#key?.name !== origin) this.#key = signingKey(this.#keyText, origin, 'note');
    return this.#key;
  }

  /** Written to another file first and then renamed, so that a crash leaves the old or the new one. */
  async #keep(note: string, origin: string, size: number): Promise<void> {
    const file = await open(this.#draftFile, 'w', 0o600);
    try {
      await file.writeFile(note);
      await file.sync();
    } finally {
      await file.close();
    }
    const [kept, keptSize] = (await readFile(this.#lastFile, 'utf8').catch(() => '')).split('\n', 2);
    // Another process has signed more since this one lost the lease.
    if (kept === origin && Number(keptSize) > size) return rm(this.#draftFile);
    await rename(this.#draftFile, this.#lastFile);
  }
}

/** The origin of the log with a number, from 1: the first has the name itself. */
export const originOf = (name: string, log: number): string => (log === 1 ? name : `${name}/${log}`);

/** The name in the origin of the log with a number. */
export const nameIn = (origin: string, log: number): string =>
  log === 1 ? origin : origin.slice(0, -`/${log}`.length);

/** The inverse of `originOf`; undefined if the log is of another exchange. */
function logNumber(origin: string, name: string): number | undefined {
  if (origin === name) return 1;
  const number = origin.startsWith(`${name}/`) ? Number(origin.slice(name.length + 1)) : 0;
  return number > 1 && originOf(name, number) === origin ? number : undefined;
}
