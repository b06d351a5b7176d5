// POST /registerToken
import { parseDecimal } from '../../core/decimal.ts';
import { accountName } from '../../exchange/address.ts';
import { TokenRecord, tokenRecord } from '../answers.ts';
import { defineCall } from '../call.ts';
import { ApiError } from '../errors.ts';
import { Address, Decimal, Fields, readToken, Text } from '../fields.ts';
import { textOf } from '../json.ts';

const MAX_DECIMALS = 30n;

export const registerToken = defineCall({
  name: 'registerToken',
  method: 'POST',
  who: 'operator',
  changes: true,
  tag: 'Operator',
  summary: 'Add a supported token',
  description: 'A token is registered once and never changes.',
  body: Fields({
    address: Address('Address of the token.', 'GOLD'),
    symbol: Text('Symbol to show.', 'GOLD', 32),
    decimals: Decimal('Number of decimal places, 0 to 30.', 9),
  }),
  answer: TokenRecord,
  async handle({ exchange, body, caller, idempotencyKey }) {
    const decimals = typeof body.decimals === 'string' ? null : parseDecimal(textOf(body.decimals), 0, MAX_DECIMALS);
    if (typeof decimals !== 'bigint') {
      throw new ApiError('invalid_request', `decimals must be a whole number from 0 to ${MAX_DECIMALS}.`);
    }
    const token = {
      address: readToken(body.address, 'address'),
      symbol: readSymbol(body.symbol),
      decimals: Number(decimals),
    };
    await exchange.execute(caller.account, { kind: 'registerToken', token }, idempotencyKey);
    return tokenRecord(token);
  },
});

function readSymbol(text: string): string {
  // What may name an account may name a token to the eye: printable, without spaces.
  const symbol = accountName(text);
  if (symbol === null)
    throw new ApiError('invalid_request', 'symbol must be 1 to 32 printable characters without spaces.');
  return text;
}
