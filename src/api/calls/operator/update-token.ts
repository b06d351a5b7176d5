// POST /updateToken
import * as declared from '../../../contract/listing.ts';
import { changeOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readToken } from '../../fields/read-fields.ts';
import { readShownLooks } from '../../fields/read-token-fields.ts';

export const updateToken = changeOf(declared.updateToken, {
  async read({ venue, images, input }) {
    const { address } = await venue.token(readToken(input.address, 'address'));
    const { status, force } = input;
    const change = { ...(await readShownLooks(images, input)), ...(status !== undefined && { status }) };
    if (Object.keys(change).length === 0) {
      throw new ApiError('invalid_request', 'Send at least one of name, logo and status.');
    }
    return { command: { kind: 'updateToken', token: address, ...change, ...(force && { force }) } };
  },
  answer({ transactionId, receipt: { kind: _, token: address, ...changed } }) {
    return { transactionId, address, ...changed };
  },
});
