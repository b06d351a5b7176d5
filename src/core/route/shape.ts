// A route: an ordered list of hops, each with its share of a token's amount.
import type { TokenAddress } from '../amount.ts';
import type { Pair } from '../pool.ts';

/** A hop names two tokens instead of a pool, since a pair has only one pool. */
export type RouteHop = {
  readonly tokenIn: TokenAddress;
  readonly tokenOut: TokenAddress;
  /** In units of 2^-30: this hop's share of all tokenIn that the route sells or, if the output is exact, of all tokenOut that it buys. */
  readonly share: number;
};

export const WHOLE_SHARE = 2 ** 30;
export const MAX_HOPS = 64;

/** Faults of a route that do not depend on pool reserves. */
export type RouteFault =
  | 'no_hops'
  | 'too_many_hops'
  | 'bad_share'
  | 'pool_twice'
  | 'into_token_a'
  | 'out_of_token_b'
  | 'dangling'
  | 'out_of_order'
  | 'shares_do_not_add_up';

/**
 * A valid route has 1 to 64 hops, uses no pool twice, leads from tokenA to tokenB without loops or loose ends, and the shares
 * of each token add up to one.
 */
export function faultOfRoute(
  route: readonly RouteHop[],
  { tokenA, tokenB }: Pair,
  exact: 'in' | 'out',
): RouteFault | undefined {
  if (route.length === 0) return 'no_hops';
  if (route.length > MAX_HOPS) return 'too_many_hops';
  const entered = new Set<TokenAddress>();
  /** By token that a hop sells: what is bought for it. */
  const left = new Map<TokenAddress, TokenAddress[]>();
  const shares = new Map<TokenAddress, number>();
  for (const { tokenIn, tokenOut, share } of route) {
    if (!Number.isSafeInteger(share) || share < 1 || share > WHOLE_SHARE) return 'bad_share';
    if (tokenOut === tokenA) return 'into_token_a';
    if (tokenIn === tokenB) return 'out_of_token_b';
    // No hop may buy a token that an earlier hop sold. This also rejects loops through any number of pools.
    if (left.has(tokenOut) || tokenIn === tokenOut) return 'out_of_order';
    const bought = left.get(tokenIn);
    if (bought?.includes(tokenOut)) return 'pool_twice';
    if (tokenIn !== tokenA && !entered.has(tokenIn)) return 'dangling';
    entered.add(tokenOut);
    if (bought) bought.push(tokenOut);
    else left.set(tokenIn, [tokenOut]);
    const shared = exact === 'in' ? tokenIn : tokenOut;
    shares.set(shared, (shares.get(shared) ?? 0) + share);
  }
  for (const token of entered) if (token !== tokenB && !left.has(token)) return 'dangling';
  if (!entered.has(tokenB)) return 'dangling';
  return [...shares.values()].every((sum) => sum === WHOLE_SHARE) ? undefined : 'shares_do_not_add_up';
}
