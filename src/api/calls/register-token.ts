// POST /registerToken
import * as declared from '../../contract/operator.ts';
import { parseDecimal } from '../../core/decimal.ts';
import { accountName } from '../../exchange/address.ts';
import { changeOf } from '../call.ts';
import { ApiError } from '../errors.ts';
import { textOf } from '../exact-json.ts';
import { readToken } from '../read-fields.ts';
import { tokenRecord } from '../records.ts';

const MAX_DECIMALS = 30n;

export const registerToken = changeOf(declared.registerToken, {
  async read({ input }) {
    const decimals = typeof input.decimals === 'string' ? null : parseDecimal(textOf(input.decimals), 0, MAX_DECIMALS);
    if (typeof decimals !== 'bigint') {
      throw new ApiError('invalid_request', `decimals must be a whole number from 0 to ${MAX_DECIMALS}.`);
    }
    const token = {
      address: readToken(input.address, 'address'),
      symbol: readSymbol(input.symbol),
      decimals: Number(decimals),
    };
    return { command: { kind: 'registerToken', token } };
  },
  answer: (_done, { command }) => tokenRecord(command.token),
});

function readSymbol(text: string): string {
  // What may name an account may name a token to the eye: printable, without spaces.
  const symbol = accountName(text);
  if (symbol === null)
    throw new ApiError('invalid_request', 'symbol must be 1 to 32 printable characters without spaces.');
  return text;
}
