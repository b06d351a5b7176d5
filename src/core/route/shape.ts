// A route by itself: an ordered list of hops, each with its share of what the route holds of a token.
import type { TokenAddress } from '../amount.ts';
import type { Pair } from '../pool.ts';

/** Through the pool of two tokens, of which there is one. */
export type RouteHop = {
  readonly tokenIn: TokenAddress;
  readonly tokenOut: TokenAddress;
  /** In 2^-30: of what the route has of tokenIn; where the output is exact, of what it needs of tokenOut. */
  readonly share: number;
};

export const WHOLE_SHARE = 2 ** 30;
export const MAX_HOPS = 64;

/** What is wrong with a route whatever its pools hold. */
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
 * A route has one to 64 hops and no pool twice, leads from tokenA to tokenB without a loop or a loose end, and the shares
 * of each token are one whole.
 */
export function faultOfRoute(
  route: readonly RouteHop[],
  { tokenA, tokenB }: Pair,
  exact: 'in' | 'out',
): RouteFault | undefined {
  if (route.length === 0) return 'no_hops';
  if (route.length > MAX_HOPS) return 'too_many_hops';
  const pairs = new Set<string>();
  const [entered, left] = [new Set<TokenAddress>(), new Set<TokenAddress>()];
  const shares = new Map<TokenAddress, number>();
  for (const { tokenIn, tokenOut, share } of route) {
    if (!Number.isSafeInteger(share) || share < 1 || share > WHOLE_SHARE) return 'bad_share';
    if (tokenOut === tokenA) return 'into_token_a';
    if (tokenIn === tokenB) return 'out_of_token_b';
    // Also what would lead back to a token, through however many pools.
    if (left.has(tokenOut) || tokenIn === tokenOut) return 'out_of_order';
    const pair = `${tokenIn} ${tokenOut}`;
    if (pairs.has(pair)) return 'pool_twice';
    pairs.add(pair);
    if (tokenIn !== tokenA && !entered.has(tokenIn)) return 'dangling';
    entered.add(tokenOut);
    left.add(tokenIn);
    const shared = exact === 'in' ? tokenIn : tokenOut;
    shares.set(shared, (shares.get(shared) ?? 0) + share);
  }
  for (const token of entered) if (token !== tokenB && !left.has(token)) return 'dangling';
  if (!entered.has(tokenB)) return 'dangling';
  return [...shares.values()].every((sum) => sum === WHOLE_SHARE) ? undefined : 'shares_do_not_add_up';
}
