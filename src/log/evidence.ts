// Evidence against a log: what its own signatures prove to anybody who has the key, without asking the log.
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { MalformedLogText } from './format.ts';
import type { VerifierKey } from './keys.ts';
import { openNote, Unverified } from './note.ts';
import { rootsOf } from './verify.ts';

/**
 * Two signed checkpoints of one log, the smaller first. Of two sizes, the hashes lead to the root that was signed for the larger, and for the
 * smaller to another than was signed. Hashes are in hex.
 */
export type ForkEvidence = {
  readonly kind: 'fork';
  readonly checkpoints: readonly [string, string];
  readonly hashes: readonly string[];
};

export type Evidence = ForkEvidence;

/** The evidence does not convict: it is damaged, of another key, or both checkpoints are parts of one history. */
export class Unproven extends Error {
  override readonly name = 'Unproven';
}

/** What the evidence proves, in words. Throws `Unproven` if it proves nothing. */
export const provenBy = (evidence: Evidence, key: VerifierKey): string => provenFork(evidence, key);

function provenFork({ checkpoints, hashes }: ForkEvidence, key: VerifierKey): string {
  const [smaller, larger] = checkpoints.map((note) => openCheckpoint(note, key)) as [Checkpoint, Checkpoint];
  if (smaller.size === larger.size) {
    if (Buffer.from(smaller.root).equals(larger.root)) throw new Unproven('both checkpoints are the same');
    return `two checkpoints of ${larger.size} entries have different roots: history was changed`;
  }
  const roots = rootsOf(smaller.size, larger.size, hashes.map(fromHex));
  if (!roots?.now.equals(larger.root))
    throw new Unproven(`the hashes do not lead to the signed root of ${larger.size} entries`);
  if (roots.old.equals(smaller.root))
    throw new Unproven(`the ${smaller.size} entries are part of the ${larger.size}: both are one history`);
  return `the ${larger.size} entries of the log do not continue the ${smaller.size} that were signed: history was changed`;
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

function fromHex(hash: string): Buffer {
  if (/^[0-9a-f]{64}$/.test(hash)) return Buffer.from(hash, 'hex');
  throw new Unproven('a hash is not 64 hex digits');
}
