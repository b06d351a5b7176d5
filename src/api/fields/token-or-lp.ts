// Tokens and LP tokens: by the address in a request, and by their name in the ledger.
import { poolOfLpToken } from '../../core/accounts.ts';
import type { PoolAddress, TokenAddress } from '../../core/amount.ts';
import { LP_DECIMALS } from '../../core/maths/liquidity.ts';
import type { Holding } from '../../ports/venue/accounts.ts';
import { RefusedError, type Venue } from '../../ports/venue.ts';
import { LP } from './read-fields.ts';

export type TokenOrLp = {
  readonly unit: Holding['token'];
  readonly named: { readonly token: TokenAddress } | { readonly pool: PoolAddress };
};

/** The token with this address or, if there is none, the LP token of the pool with this address. */
export async function tokenOrLp(venue: Venue, address: TokenAddress): Promise<TokenOrLp> {
  try {
    return { unit: await venue.token(address), named: { token: address } };
  } catch (error) {
    if (!(error instanceof RefusedError) || error.refusal.code !== 'unknown_token') throw error;
    const [pool] = await venue.poolsNamed([address as string as PoolAddress]);
    if (!pool) throw error;
    return { unit: { ...LP, address }, named: { pool: pool.address } };
  }
}

/** How a token of the ledger is shown; an LP token has the address of its pool. */
export async function unitOf(venue: Venue, token: TokenAddress) {
  const pool = poolOfLpToken(token);
  return pool === undefined ? venue.token(token) : { address: pool, symbol: 'LP', decimals: LP_DECIMALS };
}
