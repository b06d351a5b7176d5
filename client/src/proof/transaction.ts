// Proofs that a transaction is in the log.
import { fromHex, list, sha256, toHex, wholeNumber } from './bytes.ts';
import { type Trust, type VerifiedCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { hashJoin, rootOfPath } from './merkle.ts';
import { ProofRefused, type ProofStep } from './refused.ts';
import { entryOf, openedRow, type Row, type RowContents, readRow } from './row.ts';

/** The answer of getTransactionProof. Hashes and the nonce are in hex. */
export type TransactionProof = RowContents & {
  /** The number of the leaf: the sequence less one. */
  readonly index: number;
  /** From the sibling of the leaf to the child of the root. */
  readonly path: readonly string[];
  /** The signed note, as `/checkpoint` answers it. */
  readonly checkpoint: string;
};

export type VerifiedTransaction = Row & {
  readonly checkpoint: VerifiedCheckpoint;
  readonly steps: readonly ProofStep[];
};

/** Resolves if the row is in the log that the checkpoint describes; rejects with `ProofRefused` otherwise. */
export async function verifyTransactionProof(proof: TransactionProof, trust: Trust): Promise<VerifiedTransaction> {
  const checkpoint = await verifyCheckpoint(proof.checkpoint, trust);
  const steps = [...checkpoint.steps];
  try {
    return { ...(await includedRow(proof, checkpoint, steps)), checkpoint, steps };
  } catch (error) {
    throw error instanceof ProofRefused ? new ProofRefused(error.message, steps) : error;
  }
}

async function includedRow(proof: TransactionProof, checkpoint: VerifiedCheckpoint, steps: ProofStep[]): Promise<Row> {
  const row = readRow(proof.row);
  const index = wholeNumber(proof.index, 'The index');
  if (index !== row.sequence - 1) {
    throw new ProofRefused(
      `The proof is about leaf ${index}, but transaction ${row.sequence} is leaf ${row.sequence - 1}.`,
    );
  }
  const path = list(proof.path, 'The path').map((hash) => fromHex(hash, 'A hash of the path'));
  const entry = await entryOf(proof);
  steps.push({ step: 'entry', hash: toHex(entry) });
  const leaf = await sha256(Uint8Array.of(0), entry);
  steps.push({ step: 'leaf', hash: toHex(leaf) });
  const root = toHex(await rootOfPath(leaf, index, checkpoint.size, path, hashJoin(steps)));
  steps.push({ step: 'root', hash: root });
  if (root === checkpoint.root) return openedRow(row, proof);
  throw new ProofRefused(
    `Transaction ${row.sequence} is not in the log as it is written here: it leads to the root ${root}, and the signed one is ${checkpoint.root}. Keep this proof and ask the exchange.`,
  );
}
