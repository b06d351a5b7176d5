// GET /getTransactionProof
import * as declared from '../../../contract/log.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { rowProofRecord } from '../../fields/row-proof.ts';
import { visibleTransaction } from '../../fields/visible-transaction.ts';
import { signedIn } from '../../log.ts';

export const getTransactionProof = questionOf(declared.getTransactionProof, async ({ venue, log, input, caller }) => {
  const { sequence, transactionId, receipt } = await visibleTransaction(venue, input.transactionId, caller);
  if (receipt.kind === 'matchOrders' && caller.role !== 'operator')
    throw new ApiError(
      'forbidden',
      'The row of a match names the account of the other order, so only operators get its proof; ask the operator to check it for you.',
    );
  await signedIn(log);
  const proof = await log.proof(sequence);
  if (!proof)
    throw new ApiError('not_logged_yet', `Transaction ${sequence} is in no checkpoint yet; ask again in some seconds.`);
  return { transactionId, ...rowProofRecord(proof) };
});
