// GET /getSwap
import * as declared from '../../../contract/swaps.ts';
import { refused } from '../../../ports/venue.ts';
import { questionOf } from '../../call.ts';
import { swapRecord } from '../../fields/records.ts';

export const getSwap = questionOf(declared.getSwap, async ({ venue, input, caller }) => {
  const swap = await venue.swap(input.transactionId);
  // A swap of another account is answered like a missing one, so that ids reveal nothing.
  if (swap.receipt.account !== caller.account && caller.role !== 'operator') {
    return refused({ code: 'not_found', what: 'swap', id: input.transactionId });
  }
  return swapRecord(venue, swap);
});
