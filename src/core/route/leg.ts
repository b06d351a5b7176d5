// The parts of a plan: the pools that a swap passes through, and the trade in each.
import type { Amount } from '../amount.ts';
import type { Fraction, Reserves } from '../curves/curve.ts';
import type { Fill } from '../maths/fill.ts';
import type { ListedToken, Pool } from '../pool.ts';

export type ExactAmount = { readonly in: Amount } | { readonly out: Amount };

/** A hop of a route, with its pool's record and reserves. */
export type Leg = {
  readonly tokenIn: ListedToken;
  readonly tokenOut: ListedToken;
  readonly pool: Pool;
  readonly reserves: Reserves;
  readonly share: number;
};

/** A leg with the trade that the plan makes in its pool. */
export type Hop = Leg & { readonly fill: Fill };

export type RoutePlan = {
  readonly amountIn: Amount;
  readonly amountOut: Amount;
  /** How much less the swap pays than at the prices before it, after the same fees, as a fraction. */
  readonly priceImpact: Fraction;
  /**
   * Set if `priceImpact` is measured against a benchmark (another route, within the price impact limit) and the reference of the pair:
   * the better mid price of both.
   */
  readonly midPrice?: Fraction;
  /** In route order, without hops for which rounding leaves no amount. */
  readonly hops: readonly Hop[];
};
