// From the names of two tokens in a request to their records.
import type { TokenAddress } from '../core/amount.ts';
import { orderPair, type Token } from '../core/pool.ts';
import { type Exchange, RefusedError } from '../exchange/exchange.ts';
import { type PairInput, readToken } from './fields.ts';

export type TokenPair = { readonly tokenA: Token; readonly tokenB: Token };

/** The pair of a body (`Pair.tokenA`, `Pair.tokenB`). */
export const findPair = (exchange: Exchange, { tokenA, tokenB }: PairInput): Promise<TokenPair> =>
  findTokens(exchange, { 'Pair.tokenA': tokenA, 'Pair.tokenB': tokenB });

/** Two different tokens, each by the name of the field that held its address. */
export async function findTokens(exchange: Exchange, fields: Readonly<Record<string, string>>): Promise<TokenPair> {
  const [a, b] = Object.entries(fields).map(([field, text]) => readToken(text, field)) as [TokenAddress, TokenAddress];
  const [tokenA, tokenB] = [await exchange.token(a), await exchange.token(b)];
  if (a === b) throw new RefusedError({ code: 'same_token', token: tokenA.symbol });
  return { tokenA, tokenB };
}

export const addressesOf = ({ tokenA, tokenB }: TokenPair) => ({ tokenA: tokenA.address, tokenB: tokenB.address });

export const poolAddressOf = (exchange: Exchange, { tokenA, tokenB }: TokenPair) =>
  exchange.addresses.pool(...orderPair(tokenA.address, tokenB.address));
