// POST /setPoolStatus
import * as declared from '../../../contract/listing.ts';
import { changeOf } from '../../call.ts';
import { changedPoolRecord } from '../../fields/pool-terms.ts';
import { addressesOf, readBodyPair } from '../../fields/read-fields.ts';

export const setPoolStatus = changeOf(declared.setPoolStatus, {
  async read({ venue, input }) {
    const pair = await readBodyPair(venue, input);
    return { command: { kind: 'setPoolStatus', ...addressesOf(pair), status: input.status } };
  },
  answer: (done) => ({ ...changedPoolRecord(done), before: done.receipt.before, after: done.receipt.after }),
});
