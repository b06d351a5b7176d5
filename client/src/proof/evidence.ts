// Compares two checkpoints of a log, and checks evidence that a log has signed two histories. Evidence convinces without asking the log again.
import { type Bytes, fromHex, list, sha256, toHex } from './bytes.ts';
import { type Trust, type VerifiedCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { isPowerOfTwo, type Join, rootsOfProof } from './merkle.ts';
import { ProofRefused } from './refused.ts';
import { memberOf } from './row.ts';
import { connectingHashes, type ReadTile } from './tiles.ts';
import { type TransactionProof, type VerifiedTransaction, verifyTransactionProof } from './transaction.ts';

/**
 * Two signed checkpoints of one log, the smaller first, and hashes in hex. Of two sizes, the hashes lead to the root that was signed for the
 * larger, and for the smaller to another than was signed.
 */
export type ForkEvidence = {
  readonly kind: 'fork';
  readonly checkpoints: readonly [string, string];
  readonly hashes: readonly string[];
};

/**
 * Two rows of one log that state different lists of what is owed after the same list. The proof of the smaller checkpoint is the first; the
 * hashes connect it with the larger, as those of a fork do, and are none for one checkpoint.
 */
export type ListsEvidence = {
  readonly kind: 'lists';
  readonly proofs: readonly [TransactionProof, TransactionProof];
  readonly hashes: readonly string[];
};

export type Evidence = ForkEvidence | ListsEvidence;

/** `old`: the second checkpoint is smaller, and part of the same history: the answer of a cache, or of a server that lags behind. */
export type Comparison =
  | { readonly is: 'same' | 'continued' | 'old' }
  | { readonly is: 'fork'; readonly evidence: ForkEvidence };

type Checkpoints = readonly [smaller: VerifiedCheckpoint, larger: VerifiedCheckpoint];
export type Proven =
  | { readonly is: 'fork'; readonly checkpoints: Checkpoints }
  | {
      readonly is: 'lists';
      readonly checkpoints: Checkpoints;
      readonly transactions: readonly [VerifiedTransaction, VerifiedTransaction];
      /** The hash of the list that both name before them; null if both say that they are the first. */
      readonly previous: string | null;
    };

/** How often hashes are read that do not lead to the signed root. */
const READ_TRIES = 2;

/**
 * Tells how a checkpoint relates to one that was seen before. Rejects with `ProofRefused` if one is not signed, or if the hashes that `readTile`
 * reads do not lead to the signed root: then they cannot be compared, which proves nothing.
 */
export async function compareCheckpoints(
  before: string,
  shown: string,
  readTile: ReadTile,
  { key }: Pick<Trust, 'key'>,
): Promise<Comparison> {
  const [old, now] = [await verifyCheckpoint(before, { key }), await verifyCheckpoint(shown, { key })];
  const isOlder = now.size < old.size;
  const [smaller, larger] = isOlder ? [now, old] : [old, now];
  const fork = (hashes: readonly string[]): Comparison => ({
    is: 'fork',
    evidence: { kind: 'fork', checkpoints: isOlder ? [shown, before] : [before, shown], hashes },
  });
  if (smaller.size === larger.size) return smaller.root === larger.root ? { is: 'same' } : fork([]);
  if (smaller.size > 0) {
    const hashes = await hashesTo(larger, smaller.size, readTile);
    if ((await rootsOf(smaller.size, larger.size, hashes)).old !== smaller.root) return fork(hashes);
  }
  return { is: isOlder ? 'old' : 'continued' };
}

/** Resolves with what the evidence proves about whoever has the log's key; rejects with `ProofRefused` if that is nothing. */
export async function verifyEvidence(evidence: Evidence, { key }: Pick<Trust, 'key'>): Promise<Proven> {
  if (evidence?.kind === 'fork') return provenFork(evidence, { key });
  if (evidence?.kind === 'lists') return provenLists(evidence, { key });
  throw new ProofRefused('The evidence is of an unknown kind.');
}

async function provenFork(evidence: ForkEvidence, trust: Trust): Promise<Proven> {
  const [first, second] = list(evidence.checkpoints, 'The list of checkpoints');
  const checkpoints = [
    await verifyCheckpoint(first as string, trust),
    await verifyCheckpoint(second as string, trust),
  ] as const;
  if (!(await areOneHistory(checkpoints, evidence.hashes))) return { is: 'fork', checkpoints };
  throw new ProofRefused('Both checkpoints are of one history: that proves nothing.');
}

async function provenLists({ proofs, hashes }: ListsEvidence, trust: Trust): Promise<Proven> {
  const [first, second] = list(proofs, 'The list of proofs');
  const one = await verifyTransactionProof(first as TransactionProof, trust);
  const other = await verifyTransactionProof(second as TransactionProof, trust);
  const checkpoints = [one.checkpoint, other.checkpoint] as const;
  if (!(await areOneHistory(checkpoints, hashes)))
    throw new ProofRefused('The checkpoints are not one history: that is a fork, which needs evidence of its own.');
  const [{ hash, previous }, { hash: otherHash, previous: otherPrevious }] = [statedList(one), statedList(other)];
  if (hash === otherHash) throw new ProofRefused('Both lists are the same: that proves nothing.');
  if (previous === otherPrevious) return { is: 'lists', checkpoints, transactions: [one, other], previous };
  throw new ProofRefused('The lists name different ones before them: that proves nothing.');
}

/** The list of what is owed that a transaction states, and the one before it. */
function statedList({ sequence, kind, receipt }: VerifiedTransaction) {
  const [hash, previous] = [memberOf(receipt, 'hash'), memberOf(receipt, 'previous')];
  if (kind === 'liabilities' && typeof hash === 'string' && (typeof previous === 'string' || previous === null))
    return { hash, previous };
  throw new ProofRefused(`Transaction ${sequence} states no list of what is owed.`);
}

/** Throws unless the hashes lead to the root that was signed for the larger checkpoint. Two of one size need none. */
async function areOneHistory([smaller, larger]: Checkpoints, hashes: readonly string[]): Promise<boolean> {
  if (smaller.size === larger.size) return smaller.root === larger.root;
  const roots = await rootsOf(smaller.size, larger.size, list(hashes, 'The list of hashes'));
  if (roots.now === larger.root) return roots.old === smaller.root;
  throw new ProofRefused(`The hashes do not lead to the signed root of ${larger.size} entries: that proves nothing.`);
}

async function hashesTo({ size, root }: VerifiedCheckpoint, oldSize: number, readTile: ReadTile) {
  for (let tried = 1; tried <= READ_TRIES; tried++) {
    const hashes = await connectingHashes(oldSize, size, readTile);
    if ((await rootsOf(oldSize, size, hashes)).now === root) return hashes;
  }
  throw new ProofRefused(
    `The hashes that the exchange shows do not lead to the signed root of ${size} entries: the checkpoints cannot be compared. Try again later.`,
  );
}

/** In hex. */
async function rootsOf(oldSize: number, size: number, hashes: readonly string[]) {
  if (oldSize === 0 || oldSize > size) throw new ProofRefused('The smaller checkpoint must be the first.');
  const nodes = hashes.map((hash) => fromHex(hash, 'A hash'));
  const [first] = nodes;
  if (first === undefined) throw new ProofRefused('The hashes are missing.');
  // Without it, the proof of RFC 6962 begins with the old root where that is a node of the new tree.
  const proof = isPowerOfTwo(oldSize) ? nodes.slice(1) : nodes;
  const { old, now } = await rootsOfProof(first, oldSize, size, proof, join);
  return { old: toHex(old), now: toHex(now) };
}

const join: Join<Bytes> = (left, right) => sha256(Uint8Array.of(1), left, right);
