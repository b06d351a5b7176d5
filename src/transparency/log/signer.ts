// Signs checkpoints, and keeps the last one in a file beside the key, so that a restored database cannot make it sign another history.

import type { DatabaseState } from '../../ports/public-log.ts';
import { checkpointText, parseCheckpoint } from '../format/checkpoint.ts';
import { type SigningKey, signingKey, vkeyOf } from '../format/keys.ts';
import { openNote, signNote } from '../format/note.ts';
import { DamagedLast, LastFile, type LastKnown } from './last-file.ts';

/** A signed checkpoint of the log with this number; the root is in base64. */
export type Signed = { readonly log: number; readonly size: number; readonly root: string; readonly note: string };
export type KnownLast = Signed & Pick<LastKnown, 'database'>;
type ToSign = { readonly origin: string; readonly size: number; readonly root: string };

export interface Signer {
  /** The public key under which a log of this origin is signed. */
  vkeyOf(origin: string): string;
  /** Throws `UnkeptLast` if the checkpoint cannot be kept, unless it `mayBeUnkept`. */
  sign(
    checkpoint: ToSign,
    options?: { readonly database?: DatabaseState | null; readonly mayBeUnkept?: boolean },
  ): Promise<{ readonly note: string; readonly vkey: string }>;
  /**
   * The last checkpoint that this node knows, if it is of this log or of a later one of the same exchange, as after a restored backup;
   * undefined if none is known. Throws `DamagedLast`.
   */
  last(log: number, origin: string): Promise<KnownLast | undefined>;
  /** Keeps a checkpoint that another node signed with the same key; throws if it is not signed with it. */
  keep(note: string, database: DatabaseState | null): Promise<void>;
}

/** `keyText` is the content of the key file; `lastFile` keeps the last checkpoint. */
export class FileSigner implements Signer {
  readonly #keyText: string;
  readonly #file: LastFile;
  readonly #onUnkept: (error: Error) => void;
  #key: SigningKey | undefined;

  /** `onUnkept` is called if a checkpoint that may be unkept could not be kept. */
  constructor(keyText: string, lastFile: string, onUnkept: (error: Error) => void = () => {}) {
    this.#keyText = keyText;
    this.#file = new LastFile(lastFile);
    this.#onUnkept = onUnkept;
  }

  vkeyOf(origin: string): string {
    return vkeyOf(this.#keyOf(origin));
  }

  async sign(
    { origin, size, root }: ToSign,
    { database = null, mayBeUnkept = false }: NonNullable<Parameters<Signer['sign']>[1]> = {},
  ) {
    const text = checkpointText({ origin, size, root: Buffer.from(root, 'base64') });
    const key = this.#keyOf(origin);
    const note = signNote(text, key);
    // Kept before anybody sees it: after a crash, this node knows every checkpoint that it may have published.
    await this.#write({ checkpoint: note, database }, { origin, size }).catch((error) => {
      if (!mayBeUnkept) throw error;
      this.#onUnkept(error);
    });
    return { note, vkey: vkeyOf(key) };
  }

  async last(log: number, origin: string): Promise<KnownLast | undefined> {
    const last = await this.#file.read();
    if (!last) return undefined;
    const { origin: signed, size, root } = parseCheckpoint(this.#opened(last.checkpoint).text);
    const signedLog = logNumber(signed, nameIn(origin, log));
    if (signedLog === undefined || signedLog < log) return undefined;
    const { checkpoint: note, database } = last;
    return { log: signedLog, size, root: Buffer.from(root).toString('base64'), note, database };
  }

  async keep(note: string, database: DatabaseState | null): Promise<void> {
    const { origin, size } = parseCheckpoint(openNote(note, [this.#keyOf(originIn(note))]).text);
    await this.#write({ checkpoint: note, database }, { origin, size });
  }

  #opened(note: string) {
    try {
      return openNote(note, [this.#keyOf(originIn(note))]);
    } catch (error) {
      throw new DamagedLast(
        this.#file.path,
        `its checkpoint is not signed with this key; a new key needs a file of another name: ${(error as Error).message}`,
      );
    }
  }

  #keyOf(origin: string): SigningKey {
    if (this.#key?.name !== origin) this.#key = signingKey(this.#keyText, origin, 'note');
    return this.#key;
  }

  async #write(last: LastKnown, { origin, size }: Pick<ToSign, 'origin' | 'size'>): Promise<void> {
    const known = await this.#file.read();
    if (known) this.#opened(known.checkpoint);
    const [knownOrigin, knownSize] = known?.checkpoint.split('\n', 2) ?? [];
    // Another process of this machine has signed more since this one lost the lease.
    if (knownOrigin === origin && Number(knownSize) > size) return;
    await this.#file.write(last);
  }
}

/** The first line of a checkpoint. */
export const originIn = (note: string): string => note.slice(0, note.indexOf('\n'));

/** The origin of the log with a number, from 1: the first has the name itself. */
export const originOf = (name: string, log: number): string => (log === 1 ? name : `${name}/${log}`);

/** The name in the origin of the log with a number. */
export const nameIn = (origin: string, log: number): string =>
  log === 1 ? origin : origin.slice(0, -`/${log}`.length);

/** The inverse of `originOf`; undefined if the log is of another exchange. */
export function logNumber(origin: string, name: string): number | undefined {
  if (origin === name) return 1;
  const number = origin.startsWith(`${name}/`) ? Number(origin.slice(name.length + 1)) : 0;
  return number > 1 && originOf(name, number) === origin ? number : undefined;
}
