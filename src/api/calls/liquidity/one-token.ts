// Liquidity of one token, as calls ask for it: the swap that is part of it needs what any swap needs.
import type { Caller } from '../../../access/keys.ts';
import type { DecimalInput } from '../../../contract/fields.ts';
import { type Amount, ZERO } from '../../../core/amount.ts';
import type { PairSide } from '../../../core/commands/inner-swap.ts';
import type { Token, TokenPair } from '../../../core/pool.ts';
import { refusalOfScope } from '../../door/caller.ts';
import { ApiError } from '../../errors.ts';
import { readAmount, readToken } from '../../fields/read-fields.ts';

/** A key that may not swap may not do so in passing. */
export function mustTrade(caller: Caller): void {
  const refusal = refusalOfScope(caller, 'trade');
  if (refusal) throw refusal;
}

/** One of two amounts; the one that is omitted is nothing. */
export const readOffered = (input: DecimalInput | undefined, token: Token, field: string): Amount =>
  input === undefined ? ZERO : readAmount(input, token, field);

/** Which of the two tokens everything is to be returned in. */
export function readOnly(text: string, { tokenA, tokenB }: TokenPair): PairSide {
  const token = readToken(text, 'only');
  if (token === tokenA.address) return 'A';
  if (token === tokenB.address) return 'B';
  throw new ApiError('invalid_request', 'only must be jetton0 or jetton1.');
}
