// GET /getTransactionProof
import * as declared from '../../../contract/log.ts';
import type { Account } from '../../../core/amount.ts';
import { kindFor } from '../../../ports/activity.ts';
import type { HistoryEntry } from '../../../ports/venue/accounts.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { rowProofRecord } from '../../fields/row-proof.ts';
import { visibleTransaction } from '../../fields/visible-transaction.ts';
import { signedIn } from '../../public-log/files.ts';

export const getTransactionProof = questionOf(declared.getTransactionProof, async ({ venue, log, input, caller }) => {
  const done = await visibleTransaction(venue, input.transactionId, caller);
  const { sequence, transactionId } = done;
  await signedIn(log);
  const proof = await log.proof(sequence);
  if (!proof)
    throw new ApiError('not_logged_yet', `Transaction ${sequence} is in no checkpoint yet; ask again in some seconds.`);
  const opened = proof.sealed.filter(({ name }) => caller.role === 'operator' || mayOpen(name, done, caller.account));
  return { transactionId, ...rowProofRecord(proof), opened };
});

/** Each owner of a matched order may read the part about it; the fee is the taker's. A referrer may read the own income only. */
function mayOpen(name: string, done: Pick<HistoryEntry, 'actor' | 'receipt'>, account: Account): boolean {
  const { receipt } = done;
  if (receipt.kind === 'swap') return name === 'referral' || kindFor(done, account) !== 'referral';
  if (receipt.kind !== 'matchOrders') return false;
  if (name === 'maker') return receipt.maker.account === account;
  return (name === 'taker' || name === 'fee') && receipt.taker.account === account;
}
