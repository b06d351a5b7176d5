// Checks the receipt of a transaction by itself, step by step, and compares its checkpoint with the one that this browser has kept.
import type { GetTransactionOutput, GetTransactionProofOutput } from '#client';
import { ProofRefused, type ProofStep, verifyTransactionProof } from '#client/proof';
import { server } from '../server.ts';
import { type Difference, differencesOf, tokensIn } from './differences.ts';
import { type Compared, canVerify, proven } from './look.ts';
import { keepProofs } from './own-proofs.ts';
import type { Reading } from './recorded.ts';

/** In the order of the check. */
export const STEPS = ['signature', 'entry', 'leaf', 'path', 'root', 'row'] as const;
export type StepName = (typeof STEPS)[number];
/** A leaf follows from an entry, so that it cannot fail. */
type FailedStep = Exclude<StepName, 'leaf'>;

export type Check = {
  readonly proof: GetTransactionProofOutput;
  /** The key of the log that the proof was checked with. */
  readonly vkey: string;
  /** The values computed so far. */
  readonly steps: readonly ProofStep[];
  /** The step that failed, with the verifier's own words; null if none did. */
  readonly failed: { readonly step: FailedStep; readonly why: string } | null;
  /** Fields in which the page and the record differ. */
  readonly differences: readonly Difference[];
  /** Null if the exchange has not answered for the comparison. */
  readonly history: Compared | null;
};

/** Null if this browser cannot verify signatures. Rejects with `MillpondError` if the exchange gives no proof. */
export async function checkTransaction(shown: GetTransactionOutput, viewer: string | null): Promise<Check | null> {
  if (!(await canVerify())) return null;
  const ask = () => server.getTransactionProof({ transactionId: shown.transactionId });
  const { proof, key, history } = await proven(ask, (found) => found);
  const { tokens } = await server.getTokens({ token: tokensIn(shown) });
  // A token that the page does not show is a difference by itself.
  const decimalsOf = (token: string) => tokens.find(({ address }) => address === token)?.decimals ?? 0;
  const check = await verified(proof, key, shown, { viewer, decimalsOf });
  // An operator sees the transactions of others, which are not theirs to keep.
  if (viewer !== null && viewer === shown.account && check.failed === null)
    keepProofs(viewer, [{ vkey: key, transaction: proof }]);
  return { proof, vkey: key, history, ...check };
}

/** Runs the verifier, and compares the proven row with what is shown. */
export async function verified(
  proof: GetTransactionProofOutput,
  key: string,
  shown: GetTransactionOutput,
  reading: Reading,
): Promise<Pick<Check, 'steps' | 'failed' | 'differences'>> {
  try {
    const found = await verifyTransactionProof(proof, { key });
    const differences = differencesOf(found, shown, reading);
    const failed = differences.length === 0 ? null : { step: 'row' as const, why: '' };
    return { steps: found.steps, failed, differences };
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    return { steps: error.steps, failed: { step: failedStep(error.steps), why: error.message }, differences: [] };
  }
}

/** The verifier checks the signature first, and tells each step once it is done; the root is told before it is compared. */
function failedStep(steps: readonly ProofStep[]): FailedStep {
  const done = new Set(steps.map(({ step }) => step));
  if (done.has('root')) return 'root';
  return (['signature', 'entry'] as const).find((step) => !done.has(step)) ?? 'path';
}
