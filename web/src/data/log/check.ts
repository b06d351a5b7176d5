// Checks the receipt of a transaction by itself, step by step, and compares its checkpoint with the one that this browser has kept.
import type { GetTransactionProofOutput } from '#client';
import { ProofRefused, type ProofStep, type VerifiedTransaction, verifyTransactionProof } from '#client/proof';
import { server } from '../server.ts';
import { type Compared, canVerify, proven } from './look.ts';

/** The transaction that the page shows. */
export type ShownTransaction = {
  readonly transactionId: string;
  readonly sequence: number;
  readonly actor: string;
  readonly createdAt: string;
};

/** In the order of the check. */
export const STEPS = ['signature', 'entry', 'leaf', 'path', 'root', 'row'] as const;
export type StepName = (typeof STEPS)[number];
/** A leaf follows from an entry, so that it cannot fail. */
export type FailedStep = Exclude<StepName, 'leaf'>;

export type Check = {
  readonly proof: GetTransactionProofOutput;
  /** The values computed so far. */
  readonly steps: readonly ProofStep[];
  /** The step that failed, with the verifier's own words; null if none did. */
  readonly failed: { readonly step: FailedStep; readonly why: string } | null;
  /** Null if the exchange has not answered for the comparison. */
  readonly history: Compared | null;
};

/** Null if this browser cannot verify signatures. Rejects with `MillpondError` if the exchange gives no proof. */
export async function checkTransaction(shown: ShownTransaction): Promise<Check | null> {
  if (!(await canVerify())) return null;
  const ask = () => server.getTransactionProof({ transactionId: shown.transactionId });
  const { proof, key, history } = await proven(ask, (found) => found);
  return { proof, history, ...(await verified(proof, key, shown)) };
}

/** Runs the verifier, and compares the proven row with what is shown. */
export async function verified(
  proof: GetTransactionProofOutput,
  key: string,
  shown: ShownTransaction,
): Promise<Pick<Check, 'steps' | 'failed'>> {
  try {
    const found = await verifyTransactionProof(proof, { key });
    const failed = isShown(found, shown) ? null : { step: 'row' as const, why: proof.row };
    return { steps: found.steps, failed };
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    return { steps: error.steps, failed: { step: failedStep(error.steps), why: error.message } };
  }
}

/** The verifier checks the signature first, and tells each step once it is done; the root is told before it is compared. */
function failedStep(steps: readonly ProofStep[]): FailedStep {
  const done = new Set(steps.map(({ step }) => step));
  if (done.has('root')) return 'root';
  return (['signature', 'entry'] as const).find((step) => !done.has(step)) ?? 'path';
}

const isShown = (found: VerifiedTransaction, { transactionId, sequence, actor, createdAt }: ShownTransaction) =>
  found.id === transactionId &&
  found.sequence === sequence &&
  found.actor === actor &&
  found.createdAtMs === Date.parse(createdAt);
