// GET /getTransaction
import * as declared from '../../contract/activity.ts';
import { partiesOf } from '../../core/commands/command.ts';
import { refused } from '../../exchange/venue.ts';
import { transactionRecord } from '../activity-records.ts';
import { questionOf } from '../call.ts';
import { ApiError } from '../errors.ts';

export const getTransaction = questionOf(declared.getTransaction, async ({ venue, input, caller }) => {
  const { transactionId, sequence } = input;
  if ((transactionId === undefined) === (sequence === undefined)) {
    throw new ApiError('invalid_request', 'Send either transactionId or sequence.');
  }
  const id = transactionId ?? Number(sequence);
  const done = await venue.transaction(id);
  const concerned = [done.actor, ...partiesOf(done)];
  // What does not concern the caller is answered like what is not there, so that ids give nothing away.
  if (!concerned.includes(caller.account) && caller.role !== 'operator') {
    return refused({ code: 'unknown_transaction', id });
  }
  return transactionRecord(venue, done);
});
