// Checks by itself that a balance is counted in what the exchange owes, and compares it with the public list and with the account's own activity.
import { type GetBalanceProofOutput, MillpondError } from '#client';
import { ProofRefused, type ProofStep, type VerifiedBalance, verifyBalanceProof } from '#client/proof';
import { unitsOf } from '../../exact/amount.ts';
import { server } from '../server.ts';
import { keepAbsence } from './keep-own.ts';
import { type Compared, canVerify, proven } from './look.ts';
import { keepProofs } from './own-proofs.ts';

/** The balance that the page shows. */
export type Holding = {
  readonly account: string;
  /** The address of the token, or of the pool for its LP token. */
  readonly token: string;
  readonly isLp: boolean;
  readonly decimals: number;
};

/** In the order of the check. */
export const COUNT_STEPS = ['signature', 'statement', 'list', 'line', 'leaf', 'path'] as const;
export type CountStep = (typeof COUNT_STEPS)[number];
/** A leaf follows from the proof alone, so that it cannot fail. */
type FailedCount = Exclude<CountStep, 'leaf'>;

/** `newer`: the exchange has stated other totals for more than a minute, and proves none of them. */
export type TotalsSeen = 'same' | 'other' | 'newer';

export type Counted = Verdict & {
  readonly proof: GetBalanceProofOutput;
  /** The key of the log that the proof was checked with. */
  readonly vkey: string;
  /** Null if the exchange has not answered for the comparison. */
  readonly history: Compared | null;
};

type Verdict = {
  /** The values computed so far. */
  readonly steps: readonly ProofStep[];
} & (Failure | { readonly failed: null; readonly found: VerifiedBalance; readonly compared: Comparisons });

/** The step that failed, with the verifier's own words. */
type Failure = { readonly failed: { readonly step: FailedCount; readonly why: string } };

/** The proven balance against all else that the browser can learn. */
type Comparisons = {
  /** False if the proof is about another account or token. */
  readonly isYours: boolean;
  /** Whether the public list has the same totals; null if the exchange did not answer. */
  readonly told: TotalsSeen | null;
  /** The balance in base units that the account's own activity adds up to; null if that is not known. */
  readonly own: bigint | null;
};

/** False if anything contradicts the proof, or if it was refused. */
export const isCounted = (counted: Counted): boolean => {
  if (counted.failed !== null || counted.history?.is === 'alarm') return false;
  const { isYours, told, own } = counted.compared;
  return (
    !counted.found.isOld &&
    isYours &&
    told !== 'other' &&
    told !== 'newer' &&
    (own === null || own === counted.found.amount)
  );
};

/** The exchange says that the account had none of the token. */
export type NotCounted = { readonly sequence: number; readonly timeMs: number; readonly own: bigint | null };

/** A list that was just stated is in a checkpoint within seconds: so long, and this often, the proof for it is asked for. */
const [LOG_WITHIN_MS, AGAIN_MS] = [60_000, 3000];

/** Null if this browser cannot verify signatures. Rejects with `MillpondError` if the exchange gives no proof, or has stated nothing yet. */
export async function checkBalance(holding: Holding): Promise<Counted | NotCounted | null> {
  if (!(await canVerify())) return null;
  try {
    const ask = () => server.getBalanceProof({ token: holding.token });
    for (const endMs = performance.now() + LOG_WITHIN_MS; ; ) {
      const { proof, key, history } = await proven(ask, ({ transaction }) => transaction);
      const verdict = await verifiedBalance(proof, key, holding);
      const isNewer = verdict.failed === null && verdict.compared.told === 'newer';
      if (!isNewer || performance.now() > endMs) {
        if (verdict.failed === null) keepProofs(holding.account, [{ vkey: key, balance: proof }]);
        return { proof, vkey: key, history, ...verdict };
      }
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  } catch (error) {
    if (!(error instanceof MillpondError) || error.code !== 'balance_not_counted') throw error;
    await keepAbsence(holding.account, error);
    const { sequence, at, checkpoint } = await server.getLiabilities({ limit: 1 });
    // Newer totals than those in which the balance is missing say nothing about it.
    const own = checkpoint === null ? null : await balanceByActivity(holding.token, sequence).catch(() => null);
    return { sequence, timeMs: Date.parse(at), own };
  }
}

async function verifiedBalance(
  proof: GetBalanceProofOutput,
  key: string,
  { account, token, isLp, decimals }: Holding,
): Promise<Verdict> {
  try {
    const found = await verifyBalanceProof(proof, { key });
    const [told, own] = await Promise.all([
      lineOfPublicList(found, proof.line.text, token).catch(() => null),
      balanceWithOrders(token, decimals, found).catch(() => null),
    ]);
    const isYours = found.account === account && found.token === (isLp ? `LP ${token}` : token);
    return { steps: found.steps, failed: null, found, compared: { isYours, told, own } };
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    return { steps: error.steps, failed: { step: failedCount(error.steps), why: error.message } };
  }
}

/** The first step that the verifier did not finish. It tells a hash before it compares it, and leaf and root three times: of the log, the list and the token. */
function failedCount(steps: readonly ProofStep[]): FailedCount {
  const count = (name: ProofStep['step']) => steps.filter(({ step }) => step === name).length;
  if (count('signature') === 0) return 'signature';
  if (count('list') === 0) return 'statement';
  if (count('leaf') < 2) return 'list';
  return count('leaf') < 3 ? 'line' : 'path';
}

/** Compares the verified line of the token with that of the public list, which anybody gets without signing in. */
async function lineOfPublicList({ sequence }: VerifiedBalance, line: string, token: string): Promise<TotalsSeen> {
  const answer = await server.getLiabilities({ limit: 1, token });
  if (answer.sequence > sequence) return 'newer';
  return answer.sequence === sequence && answer.tokens[0]?.line === line ? 'same' : 'other';
}

/**
 * The balance by the account's own activity, with what is in its open orders. Null if the two do not make the counted amount and orders may be the reason: how much
 * was in them at that time is not known.
 */
async function balanceWithOrders(
  token: string,
  decimals: number,
  { sequence, amount }: VerifiedBalance,
): Promise<bigint | null> {
  const own = await balanceByActivity(token, sequence, amount);
  if (own === null || own === amount) return own;
  const { orders } = await server.getOrders({ limit: 200 });
  const selling = orders.filter((order) => order.tokenA === token);
  if (selling.length === 0 && orders.length < 200) return own;
  const waiting = selling.reduce((sum, { left }) => sum + unitsOf(left, decimals), 0n);
  return own + waiting === amount ? amount : null;
}

/** A long history is not waited for: the reader can compare it as well. */
const PATIENCE_MS = 20_000;

/**
 * Adds up the account's own activity to the balance that it had after a transaction, in base units. Activity is filtered by time: null if
 * the sum is not the expected one and later activity in the same millisecond may be the reason.
 */
async function balanceByActivity(token: string, sequence: number, expected = 0n): Promise<bigint | null> {
  const options = { signal: AbortSignal.timeout(PATIENCE_MS) };
  const { activity, nextCursor } = await server.getActivity({ cursor: String(sequence + 1), limit: 1 }, options);
  const [last] = activity;
  if (last === undefined) return nextCursor === null ? 0n : null;
  const range = { from: last.createdAt, to: new Date(Date.parse(last.createdAt) + 1).toISOString() };
  const { tokens } = await server.getActivityTotals({ to: range.to }, options);
  const moved = tokens.find((one) => one.token === token);
  const own = moved ? unitsOf(moved.in, moved.decimals) - unitsOf(moved.out, moved.decimals) : 0n;
  if (own === expected) return own;
  const atOnce = await server.getActivity({ ...range, limit: 200 }, options);
  return atOnce.nextCursor !== null || atOnce.activity.some((one) => one.sequence > sequence) ? null : own;
}
