// Evidence against a log: what its own signatures prove to anybody who has the key, without asking the log.
import { hash } from 'node:crypto';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { MalformedLogText } from './format.ts';
import { parseVkey, type VerifierKey } from './keys.ts';
import { openNote, Unverified } from './note.ts';
import { ROW_VERSION } from './row.ts';
import { leafHash } from './tree.ts';
import { isIncluded, rootsOf } from './verify.ts';

/**
 * Two signed checkpoints of one log, the smaller first. Of two sizes, the hashes lead to the root that was signed for the larger, and for the
 * smaller to another than was signed. Hashes are in hex.
 */
export type ForkEvidence = {
  readonly kind: 'fork';
  readonly checkpoints: readonly [string, string];
  readonly hashes: readonly string[];
};

/** Proof that a row is in the log. The path and the nonce are in hex. */
export type RowProof = {
  readonly row: string;
  readonly nonce: string;
  readonly index: number;
  readonly path: readonly string[];
  readonly checkpoint: string;
};

/**
 * Two different lists of what is owed, both in the log, that name the same list before them. The proof of the smaller checkpoint is the first;
 * the hashes connect it with the larger, as those of a fork do, and are none for one checkpoint.
 */
type ListsEvidence = {
  readonly kind: 'lists';
  readonly proofs: readonly [RowProof, RowProof];
  readonly hashes: readonly string[];
};

/**
 * A log states in its row `forked` that it shares the first entries with the log before, and has others: the hashes, in hex, lead to the root
 * of the proof's checkpoint, and for the size of `before` to another root than was signed.
 */
export type SharedEvidence = {
  readonly kind: 'shared';
  /** The key of the log before. It is believed because the row contains a checkpoint that it has signed. */
  readonly vkey: string;
  /** A checkpoint of the log before. */
  readonly before: string;
  readonly proof: RowProof;
  readonly hashes: readonly string[];
};

export type Evidence = ForkEvidence | ListsEvidence | SharedEvidence;

/** The evidence does not convict: it is damaged, of another key, or both checkpoints are parts of one history. */
export class Unproven extends Error {
  override readonly name = 'Unproven';
}

/** What the evidence proves, in words. Throws `Unproven` if it proves nothing. */
export function provenBy(evidence: Evidence, key: VerifierKey): string {
  if (evidence.kind === 'fork') return provenFork(evidence, key);
  if (evidence.kind === 'lists') return provenLists(evidence, key);
  if (evidence.kind === 'shared') return provenShared(evidence, key);
  throw new Unproven('the evidence is of an unknown kind');
}

function provenFork({ checkpoints, hashes }: ForkEvidence, key: VerifierKey): string {
  const [smaller, larger] = checkpoints.map((note) => openCheckpoint(note, key)) as [Checkpoint, Checkpoint];
  if (areOneHistory(smaller, larger, hashes))
    throw new Unproven(
      smaller.size === larger.size
        ? 'both checkpoints are the same'
        : `the ${smaller.size} entries are part of the ${larger.size}: both are one history`,
    );
  return smaller.size === larger.size
    ? `two checkpoints of ${larger.size} entries have different roots: history was changed`
    : `the ${larger.size} entries of the log do not continue the ${smaller.size} that were signed: history was changed`;
}

function provenLists({ proofs, hashes }: ListsEvidence, key: VerifierKey): string {
  const [one, other] = [listIn(proofs[0], key), listIn(proofs[1], key)];
  const [smaller, larger] = proofs.map(({ checkpoint }) => openCheckpoint(checkpoint, key)) as [Checkpoint, Checkpoint];
  if (!areOneHistory(smaller, larger, hashes)) throw new Unproven('the lists are not of one history: that is a fork');
  if (one.sequence === other.sequence || one.hash === other.hash) throw new Unproven('both lists are the same');
  if (one.previous !== other.previous) throw new Unproven('the lists name different ones before them');
  const [first, second] = [one.sequence, other.sequence].sort((a, b) => a - b);
  return `transactions ${first} and ${second} both state the list of what is owed that follows ${one.previous ?? 'none'}: there are two`;
}

/** Throws `Unproven` unless the hashes lead to the root that was signed for the larger checkpoint. Two of one size need none. */
function areOneHistory(smaller: Checkpoint, larger: Checkpoint, hashes: readonly string[]): boolean {
  if (smaller.size === larger.size) return Buffer.from(smaller.root).equals(larger.root);
  const roots = rootsOf(smaller.size, larger.size, hashes.map(fromHex));
  if (roots?.now.equals(larger.root)) return roots.old.equals(smaller.root);
  throw new Unproven(`the hashes do not lead to the signed root of ${larger.size} entries`);
}

function provenShared({ vkey, before, proof, hashes }: SharedEvidence, key: VerifierKey): string {
  const beforeKey = vkeyIn(vkey);
  const { sequence, shared, checkpoint } = forkIn(proof, key);
  openCheckpoint(checkpoint, beforeKey);
  const [smaller, larger] = [openCheckpoint(before, beforeKey), openCheckpoint(proof.checkpoint, key)];
  if (smaller.size > shared) throw new Unproven(`only the first ${shared} entries are said to be shared`);
  if (areOneHistory(smaller, larger, hashes))
    throw new Unproven(`the ${smaller.size} entries are shared, as it is stated`);
  return `transaction ${sequence} of ${key.name} states that its first ${shared} entries are those of ${beforeKey.name}, but they do not continue the ${smaller.size} that were signed: history was changed`;
}

/** The list that a row states. Throws `Unproven` unless the row is in the log. */
export function listIn(proof: RowProof, key: VerifierKey) {
  const { sequence, kind, receipt } = rowIn(proof, key);
  const { hash: listHash, previous, atMs, intervalMs } = kind === 'liabilities' ? receipt : {};
  if (typeof listHash !== 'string' || (typeof previous !== 'string' && previous !== null))
    throw new Unproven(`transaction ${sequence} states no list of what is owed`);
  return { sequence, hash: listHash, previous, atMs: Number(atMs), intervalMs: Number(intervalMs) };
}

/** What the first row of a log states about the log before, of which `checkpoint` is the last one. Throws `Unproven` unless the row is in the log. */
export function forkIn(proof: RowProof, key: VerifierKey) {
  const { sequence, kind, receipt } = rowIn(proof, key);
  const { checkpoint, shared } = kind === 'forked' ? receipt : {};
  if (typeof checkpoint !== 'string' || typeof shared !== 'number')
    throw new Unproven(`transaction ${sequence} states no fork`);
  return { sequence, shared, checkpoint };
}

/** The row of a proof, with its entry in hex. Throws `Unproven` unless the row is in the log. */
export function rowIn({ row, nonce, index, path, checkpoint }: RowProof, key: VerifierKey) {
  const head = openCheckpoint(checkpoint, key);
  const entry = Buffer.from(hash('sha256', Buffer.concat([fromHex(nonce), bytesOf(row)]), 'hex'), 'hex');
  const [version, sequence, , kind, , , ...receipt] = row.split('\n');
  const isRow = version === ROW_VERSION && sequence === String(index + 1);
  if (!isRow || !isIncluded(leafHash(entry), index, path.map(fromHex), head))
    throw new Unproven(`transaction ${index + 1} is not in the log as it is written here`);
  return { sequence: index + 1, kind, receipt: membersIn(receipt.join('\n')), entry: entry.toString('hex') };
}

export function membersIn(receipt: string): { readonly [name: string]: unknown } {
  try {
    return Object(JSON.parse(receipt));
  } catch {
    throw new Unproven('a receipt is not JSON');
  }
}

function vkeyIn(vkey: string): VerifierKey {
  try {
    return parseVkey(vkey);
  } catch (error) {
    if (error instanceof MalformedLogText) throw new Unproven(`the key of the log before: ${error.message}`);
    throw error;
  }
}

/** A checkpoint that the log has signed under its own name. */
export function openCheckpoint(note: string, key: VerifierKey): Checkpoint {
  try {
    const checkpoint = parseCheckpoint(openNote(note, [key]).text);
    if (checkpoint.origin === key.name) return checkpoint;
    throw new Unproven(`a checkpoint is of the log ${checkpoint.origin.slice(0, 200)}, not of ${key.name}`);
  } catch (error) {
    if (error instanceof MalformedLogText || error instanceof Unverified) throw new Unproven(error.message);
    throw error;
  }
}

export function fromHex(hash: string): Buffer {
  if (/^[0-9a-f]{64}$/.test(hash)) return Buffer.from(hash, 'hex');
  throw new Unproven('a hash is not 64 hex digits');
}

/** Of what a file calls a text: from an object, Buffer would make as many bytes as its `length` says. */
export function bytesOf(text: string): Buffer {
  if (typeof text !== 'string') throw new TypeError('a text is something else');
  return Buffer.from(text);
}
