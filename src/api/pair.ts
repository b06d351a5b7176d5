// From the names of two tokens in a request to their records.
import { orderPair, type Token } from '../core/pool.ts';
import { type Exchange, RefusedError } from '../exchange/exchange.ts';
import { type PairInput, readToken } from './fields.ts';

export type TokenPair = { readonly tokenA: Token; readonly tokenB: Token };

/** The pair of a body (`Pair.tokenA`, `Pair.tokenB`). */
export const findPair = (exchange: Exchange, { tokenA, tokenB }: PairInput): Promise<TokenPair> =>
  findTokens(exchange, ['Pair.tokenA', tokenA], ['Pair.tokenB', tokenB]);

type Named = readonly [field: string, address: string];

/** Two different tokens, each by the name of the field that held its address. */
export async function findTokens(exchange: Exchange, first: Named, second: Named): Promise<TokenPair> {
  const [a, b] = [readToken(first[1], first[0]), readToken(second[1], second[0])];
  const [tokenA, tokenB] = [await exchange.token(a), await exchange.token(b)];
  if (a === b) throw new RefusedError({ code: 'same_token', token: tokenA.symbol });
  return { tokenA, tokenB };
}

export const addressesOf = ({ tokenA, tokenB }: TokenPair) => ({ tokenA: tokenA.address, tokenB: tokenB.address });

export const poolAddressOf = (exchange: Exchange, { tokenA, tokenB }: TokenPair) =>
  exchange.addresses.pool(...orderPair(tokenA.address, tokenB.address));
