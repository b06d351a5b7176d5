// Checks that several decisions share: each function `check…` returns a refusal, or undefined if there is none.
import { type Account, type Amount, MAX_AMOUNT } from '../amount.ts';
import { printDecimal } from '../maths/decimal.ts';
import type { ListedPair, Pair, Pool, Token, TokenPair } from '../pool.ts';
import { type Refused, refuse } from '../refusal.ts';
import type { CommandState } from './kind.ts';

/** The records of a pair's tokens, and its pool if there is one. */
export function findPair(
  named: Pair,
  state: Pick<CommandState, 'token' | 'pool'>,
): (ListedPair & { readonly pool: Pool | undefined }) | Refused {
  const tokenA = state.token(named.tokenA);
  if (!tokenA) return refuse({ code: 'unknown_token', token: named.tokenA });
  const tokenB = state.token(named.tokenB);
  if (!tokenB) return refuse({ code: 'unknown_token', token: named.tokenB });
  if (tokenA.address === tokenB.address) return refuse({ code: 'same_token', token: tokenA.symbol });
  return { tokenA, tokenB, pool: state.pool(tokenA.address, tokenB.address) };
}

/** Refuses trading with a paused token or pool. Not called for refunds of both tokens, withdrawals and fee collections. */
export function checkOpen({ tokenA, tokenB, pool }: ListedPair & { readonly pool: Pick<Pool, 'status'> | undefined }) {
  if (tokenA.status === 'paused') return refuse({ code: 'token_paused', token: tokenA.symbol });
  if (tokenB.status === 'paused') return refuse({ code: 'token_paused', token: tokenB.symbol });
  if (pool?.status !== 'paused') return undefined;
  return refuse({ code: 'pool_paused', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
}

export const unknownPool = ({ tokenA, tokenB }: TokenPair): Refused =>
  refuse({ code: 'unknown_pool', tokenA: tokenA.symbol, tokenB: tokenB.symbol });

export function checkFunds(account: Account, token: Token, needed: Amount, state: CommandState): Refused | undefined {
  const available = state.balanceOf(account, token.address);
  if (available >= needed) return undefined;
  return refuse({
    code: 'insufficient_funds',
    account,
    needed: whole(needed, token),
    available: whole(available, token),
    symbol: token.symbol,
  });
}

export function checkMinimum(
  actual: Amount,
  minimum: bigint | undefined,
  token: Omit<Token, 'address'>,
): Refused | undefined {
  if (minimum === undefined || actual >= minimum) return undefined;
  const { symbol } = token;
  return refuse({ code: 'below_minimum', actual: whole(actual, token), minimum: whole(minimum, token), symbol });
}

export function checkMaximum(actual: Amount, maximum: Amount | undefined, token: Token): Refused | undefined {
  if (maximum === undefined || actual <= maximum) return undefined;
  const { symbol } = token;
  return refuse({ code: 'above_maximum', actual: whole(actual, token), maximum: whole(maximum, token), symbol });
}

export const tooLarge = (token: Omit<Token, 'address'>): Refused =>
  refuse({ code: 'amount_too_large', symbol: token.symbol, max: whole(MAX_AMOUNT, token) });

/** Base units as exact text in whole tokens. */
export const whole = (base: bigint, token: Pick<Token, 'decimals'>): string => printDecimal(base, token.decimals);
