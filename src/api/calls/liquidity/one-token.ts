// Parses requests that provide or withdraw liquidity in one token, which includes a swap and so needs the right to trade.
import type { Caller } from '../../../access/keys.ts';
import type { DecimalInput } from '../../../contract/fields.ts';
import { type Amount, ZERO } from '../../../core/amount.ts';
import type { PairSide } from '../../../core/commands/inner-swap.ts';
import type { Token, TokenPair } from '../../../core/pool.ts';
import { refusalOfScope } from '../../door/caller.ts';
import { ApiError } from '../../errors.ts';
import { readAmount, readToken } from '../../fields/read-fields.ts';

/** Refuses a key that may not swap. */
export function mustTrade(caller: Caller): void {
  const refusal = refusalOfScope(caller, 'trade');
  if (refusal) throw refusal;
}

/** An amount, or zero if it is omitted. */
export const readOffered = (input: DecimalInput | undefined, token: Token, field: string): Amount =>
  input === undefined ? ZERO : readAmount(input, token, field);

/** The side of the pair in whose token everything is to be returned. */
export function readOnly(text: string, { tokenA, tokenB }: TokenPair): PairSide {
  const token = readToken(text, 'only');
  if (token === tokenA.address) return 'A';
  if (token === tokenB.address) return 'B';
  throw new ApiError('invalid_request', 'only must be jetton0 or jetton1.');
}
