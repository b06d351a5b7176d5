// POST /registerToken
import * as declared from '../../../contract/operator.ts';
import { parseDecimal } from '../../../core/maths/decimal.ts';
import { refused } from '../../../ports/venue.ts';
import { changeOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readNewToken } from '../../fields/read-fields.ts';
import { readShownLooks, readSymbol } from '../../fields/read-token-fields.ts';
import { tokenEntryRecord } from '../../fields/records.ts';
import { textOf } from '../../json/exact-json.ts';

export const MAX_DECIMALS = 30n;

export const registerToken = changeOf(declared.registerToken, {
  async read({ venue, images, input }) {
    const decimals = typeof input.decimals === 'string' ? null : parseDecimal(textOf(input.decimals), 0, MAX_DECIMALS);
    if (typeof decimals !== 'bigint') {
      throw new ApiError('invalid_request', `decimals must be a whole number from 0 to ${MAX_DECIMALS}.`);
    }
    const token = {
      address: readNewToken(input.address, 'address'),
      symbol: readSymbol(input.symbol),
      decimals: Number(decimals),
      ...(await readShownLooks(images, input)),
    };
    if (await venue.makes(token.address)) return refused({ code: 'address_reserved', token: token.address });
    return { command: { kind: 'registerToken', token, ...(input.force && { force: input.force }) } };
  },
  answer: (_done, { command }) => tokenEntryRecord({ name: '', logo: '', status: 'listed', ...command.token }),
});
