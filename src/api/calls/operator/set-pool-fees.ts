// POST /setPoolFees
import * as declared from '../../../contract/listing.ts';
import { changeOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { coarseOf } from '../../fields/coarse-tokens.ts';
import { changedPoolRecord, readForce, readTerms, termsRecord } from '../../fields/pool-terms.ts';
import { addressesOf, readBodyPair } from '../../fields/read-fields.ts';

export const setPoolFees = changeOf(declared.setPoolFees, {
  async read({ venue, market, input }) {
    const pair = await readBodyPair(venue, input);
    const terms = readTerms(input);
    if (Object.keys(terms).length === 0) {
      throw new ApiError('invalid_request', 'Send at least one of lpFee, protocolFee, refFee and protocolFeeAddress.');
    }
    const coarse = await coarseOf(pair, { venue, market });
    return { command: { kind: 'setPoolFees', ...addressesOf(pair), ...terms, ...readForce(input), coarse } };
  },
  answer: (done) => ({
    ...changedPoolRecord(done),
    before: termsRecord(done.receipt.before),
    after: termsRecord(done.receipt.after),
  }),
});
