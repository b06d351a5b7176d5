// From the names of two tokens in a request to their records.
import { orderPair, type Token } from '../core/pool.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { type PairInput, readToken } from './fields.ts';

export type TokenPair = { readonly tokenA: Token; readonly tokenB: Token };

/** The pair of a body (`Pair.tokenA`, `Pair.tokenB`). */
export const findPair = (exchange: Exchange, { tokenA, tokenB }: PairInput): Promise<TokenPair> =>
  findTokens(exchange, ['Pair.tokenA', tokenA], ['Pair.tokenB', tokenB]);

type Named = readonly [field: string, address: string];

/** Two different tokens, each by the name of the field that held its address. */
export const findTokens = (exchange: Exchange, first: Named, second: Named): Promise<TokenPair> =>
  exchange.pair(readToken(first[1], first[0]), readToken(second[1], second[0]));

export const addressesOf = ({ tokenA, tokenB }: TokenPair) => ({ tokenA: tokenA.address, tokenB: tokenB.address });

export const poolAddressOf = (exchange: Exchange, { tokenA, tokenB }: TokenPair) =>
  exchange.addresses.pool(...orderPair(tokenA.address, tokenB.address));
