// Checks what an exchange proves about its journal: receipts, checkpoints and balances. Trusts nothing but the keys it is given.
import { fromHex, list, toHex } from './bytes.ts';
import { type Trust, type VerifiedCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { hashJoin, rootsOfProof } from './merkle.ts';
import { ProofRefused } from './refused.ts';

export { type BalanceProof, type VerifiedBalance, verifyBalanceProof } from './balance.ts';
export { type Trust, type VerifiedCheckpoint, verifyCheckpoint } from './checkpoint.ts';
export {
  type Comparison,
  compareCheckpoints,
  type Evidence,
  type ForkEvidence,
  type ListsEvidence,
  type Proven,
  verifyEvidence,
} from './evidence.ts';
export { type NotCounted, verifyNotCounted } from './not-counted.ts';
export { type CheckedProof, type KeptProof, type ProofFile, proofFile, verifyProofFile } from './proof-file.ts';
export {
  compareReceipt,
  type ForkStatement,
  type LeafProof,
  type ReceiptOutcome,
  type SignedReceipt,
  type VerifiedReceipt,
  verifyReceipt,
} from './receipt.ts';
export { ProofRefused, type ProofStep } from './refused.ts';
export type { RowContents } from './row.ts';
export { consistencyHashes, type ReadTile } from './tiles.ts';
export { type TransactionProof, type VerifiedTransaction, verifyTransactionProof } from './transaction.ts';

/** Two checkpoints of one log, and the hashes that connect them, in hex. */
export type ConsistencyProof = { readonly old: string; readonly now: string; readonly proof: readonly string[] };

/** Resolves with the new checkpoint if its log contains everything that the old one contained, unchanged. */
export async function verifyConsistency(
  { old, now, proof }: ConsistencyProof,
  trust: Trust,
): Promise<VerifiedCheckpoint> {
  const before = await verifyCheckpoint(old, { key: trust.key });
  const after = await verifyCheckpoint(now, trust);
  const hashes = list(proof, 'The consistency proof').map((hash) => fromHex(hash, 'A hash of the consistency proof'));
  if (after.size < before.size) {
    throw new ProofRefused(
      `The checkpoint of ${after.size} entries is older than the one of ${before.size}, or entries are missing: that proves nothing yet. Ask again for a newer one.`,
    );
  }
  const steps = [...after.steps];
  if (before.size === 0) {
    if (hashes.length > 0) throw new ProofRefused('An empty log needs no consistency proof.');
    return { ...after, steps };
  }
  const roots = await rootsOfProof(fromHex(before.root, 'The old root'), before.size, after.size, hashes, hashJoin([]));
  steps.push({ step: 'root', hash: toHex(roots.old) }, { step: 'root', hash: toHex(roots.now) });
  if (toHex(roots.old) === before.root && toHex(roots.now) === after.root) return { ...after, steps };
  throw new ProofRefused(
    `The proof does not show that the log of ${after.size} entries continues the one of ${before.size}: its past was changed, or the proof is wrong. \`compareCheckpoints\` tells which.`,
    steps,
  );
}
