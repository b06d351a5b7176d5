// Decides whether the stored tree continues everything that was ever signed under the log's name. The database may have been rolled back, so
// its own checkpoints are not enough: a node needs the file beside its key, or a witness.

import type { DatabaseState, LogIdentity, LogStore, StoredCheckpoint } from '../../ports/public-log.ts';
import { parseCheckpoint } from '../format/checkpoint.ts';
import { parseVkey } from '../format/keys.ts';
import { hasSignature, openNote } from '../format/note.ts';
import { DamagedLast } from './last-file.ts';
import { type KnownLast, nameIn, originIn, type Signed, type Signer } from './signer.ts';
import { rootAt } from './stored-tree.ts';
import type { Vouching, Witnesses } from './witnesses.ts';

/**
 * Why a new log begins: the journal, which now has `head` rows, does not continue the checkpoint `signed`, or it may lack later ones since
 * another server of the database has taken over, or another key signed: a log has one key.
 */
export type Fork = {
  readonly signed: Signed;
  readonly head: number;
  readonly why: 'rolled back' | 'moved' | 'rekeyed';
  /** The largest size up to which signed checkpoints of that log are known to agree with the journal. */
  readonly shared: number;
};

export type Verdict =
  /** `newest` is undefined before the first checkpoint; only a witness knows it if `isVouched`. */
  | { readonly newest: Signed | undefined; readonly stored: StoredCheckpoint | undefined; readonly isVouched: boolean }
  | { readonly forked: Fork }
  /** Nothing may be signed, with the reason: nobody outside the database says what was signed last. */
  | { readonly unsure: string };

type ContinuityStore = Pick<LogStore, 'checkpoints' | 'lastCheckpoint' | 'logTiles' | 'databaseState'>;

type Options = {
  readonly signer: Signer;
  readonly witnesses?: Pick<Witnesses, 'vouch'> | undefined;
  /** Called once if the database refuses to say which server and timeline it is. */
  readonly onUnidentified: () => void;
};

/** How long unreachable witnesses are asked again before a new log begins, after a failover that may have lost transactions. */
const WITNESS_PATIENCE_MS = 60_000;

export class Continuity {
  readonly #store: ContinuityStore;
  readonly #options: Options;
  #isUnidentified = false;
  /** What was read last while another node signed: only what is signed after that is adopted from the database. */
  #seen: { readonly note: string | undefined; readonly database: DatabaseState | null } | undefined;
  #waitingSinceMs: number | undefined;

  constructor(store: ContinuityStore, options: Options) {
    this.#store = store;
    this.#options = options;
  }

  async databaseState(): Promise<DatabaseState | null> {
    const state = await this.#store.databaseState();
    if (state !== 'unknown') return state;
    if (!this.#isUnidentified) this.#options.onUnidentified();
    this.#isUnidentified = true;
    return null;
  }

  /** Keeps the newest checkpoint of another node, which signs. Returns whether this node now knows it. Throws `DamagedLast`. */
  async follow(): Promise<boolean> {
    const before = this.#seen;
    const [database, stored] = [await this.databaseState(), await this.#store.lastCheckpoint()];
    this.#seen = { note: stored?.note, database };
    if (!stored) return true;
    const { signer } = this.#options;
    const origin = originIn(stored.note);
    const known = await signer.last(1, nameIn(origin, stored.log));
    if (known && (known.log > stored.log || (known.log === stored.log && known.size >= stored.size))) return true;
    if (!before || textOf(before.note) === textOf(stored.note) || stored.vkey !== signer.vkeyOf(origin)) return false;
    // What does not continue the known checkpoint must not replace it: this node would then forget the evidence of a fork.
    if (known?.log === stored.log && !(await this.#fits(known, stored.size))) return false;
    // Of a checkpoint that was first seen after a failover, it is not known whether it was signed before.
    await signer.keep(stored.note, before.database);
    return true;
  }

  /** `size` is that of the stored tree. */
  async verdict({ number, origin }: LogIdentity, size: number): Promise<Verdict> {
    const { signer } = this.#options;
    const database = await this.databaseState();
    const last = await this.#store.lastCheckpoint();
    const stored = last?.log === number ? last : undefined;
    let known: KnownLast | undefined;
    try {
      await this.follow();
      known = await signer.last(number, origin);
    } catch (error) {
      if (error instanceof DamagedLast) return { unsure: error.message };
      throw error;
    }
    for (const signed of [stored, known])
      if (signed && !(signed.log === number && (await this.#fits(signed, size))))
        return this.#fork(signed, size, 'rolled back');
    if (stored && stored.vkey !== signer.vkeyOf(origin)) return this.#fork(stored, size, 'rekeyed');
    if (known && known.size >= (stored?.size ?? 0)) return this.#afterMove(known, stored, { database, size });
    if (!stored) return { newest: undefined, stored, isVouched: false };
    const { vouched, reasons } = await this.#vouch(stored);
    if (vouched) return { newest: signedOf(stored), stored, isVouched: true };
    const beside = known ? `the file beside the key knows only ${known.size}` : 'there is no checkpoint beside the key';
    return {
      unsure: `the database has a checkpoint of ${stored.size} transactions, but ${beside}, and no witness confirms that it was the last (${reasons}): millpond log recover decides`,
    };
  }

  /** After a failover, the transactions that the last checkpoint covers are there, but others may have been signed after it. */
  async #afterMove(
    known: KnownLast,
    stored: StoredCheckpoint | undefined,
    { database, size }: { readonly database: DatabaseState | null; readonly size: number },
  ): Promise<Verdict> {
    const newest = signedOf(known);
    const continues = { newest, stored, isVouched: false };
    if (!hasMoved(known.database, database) || known.database?.isSynchronous) return continues;
    const { vouched, disagrees, reasons } = await this.#vouch(newest);
    if (vouched) return continues;
    this.#waitingSinceMs ??= performance.now();
    const isWaiting = performance.now() - this.#waitingSinceMs < WITNESS_PATIENCE_MS;
    if (this.#options.witnesses && !disagrees && isWaiting)
      return { unsure: `another server of the database has taken over, and no witness answers yet (${reasons})` };
    this.#waitingSinceMs = undefined;
    return this.#fork(newest, size, 'moved');
  }

  async #fork(given: Signed, head: number, why: Fork['why']): Promise<Verdict> {
    const signed = signedOf(given);
    const vkey = this.#options.signer.vkeyOf(originIn(signed.note));
    const shared = await sharedSize(this.#store, signed, { treeSize: head, vkey });
    return { forked: { signed, head, why, shared } };
  }

  async #vouch(newest: Signed): Promise<Vouching> {
    return (
      (await this.#options.witnesses?.vouch(newest)) ?? { vouched: false, disagrees: false, reasons: 'there is none' }
    );
  }

  #fits(signed: Pick<Signed, 'size' | 'root'>, treeSize: number): Promise<boolean> {
    return fits(this.#store, signed, treeSize);
  }
}

const CHECKPOINTS_AT_ONCE = 1000;

/**
 * The largest size up to which checkpoints of a log agree with the stored tree. The database does not vouch for itself: a checkpoint counts
 * by its signature.
 */
export async function sharedSize(
  store: Pick<LogStore, 'checkpoints' | 'logTiles'>,
  last: Signed,
  { treeSize, vkey }: { readonly treeSize: number; readonly vkey: string },
): Promise<number> {
  if (await fits(store, last, treeSize)) return last.size;
  const notes: string[] = [];
  for (let after = { log: 0, size: 0 }; ; ) {
    const page = await store.checkpoints({ after, limit: CHECKPOINTS_AT_ONCE });
    for (const { log, size, note } of page) if (log === last.log && size <= treeSize) notes.push(note);
    const end = page.at(-1);
    if (!end || end.size > treeSize) break;
    after = end;
  }
  // A part of those that agree is a prefix of them, so that halving finds its end.
  let [low, high, shared] = [0, notes.length, 0];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const signed = opened(notes[middle] as string, vkey);
    if (signed && (await fits(store, signed, treeSize))) [low, shared] = [middle + 1, signed.size];
    else high = middle;
  }
  return shared;
}

/** Undefined if the note is not signed with this key. */
function opened(note: string, vkey: string): Pick<Signed, 'size' | 'root'> | undefined {
  const key = parseVkey(vkey);
  if (!hasSignature(note, key)) return undefined;
  const { size, root } = parseCheckpoint(openNote(note, [key]).text);
  return { size, root: Buffer.from(root).toString('base64') };
}

async function fits(
  store: Pick<LogStore, 'logTiles'>,
  { size, root }: Pick<Signed, 'size' | 'root'>,
  treeSize: number,
): Promise<boolean> {
  return size <= treeSize && (await rootAt(store, size)).toString('base64') === root;
}

const signedOf = ({ log, size, root, note }: Signed): Signed => ({ log, size, root, note });

/** The part that is signed: cosignatures make no new checkpoint. */
const textOf = (note: string | undefined): string | undefined => note?.slice(0, note.lastIndexOf('\n\n'));

const hasMoved = (then: DatabaseState | null, now: DatabaseState | null): boolean =>
  then !== null && now !== null && (then.system !== now.system || then.timeline !== now.timeline);
