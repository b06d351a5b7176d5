// The parts of a plan: the pools that a swap passes through, and the trade in each.
import type { Amount } from '../amount.ts';
import type { Fraction, Reserves } from '../curves/curve.ts';
import type { Fill } from '../maths/fill.ts';
import type { ListedToken, Pool } from '../pool.ts';

export type Exact = { readonly in: Amount } | { readonly out: Amount };

/** A hop with its pool's record and reserves. */
export type Leg = {
  readonly tokenIn: ListedToken;
  readonly tokenOut: ListedToken;
  readonly pool: Pool;
  readonly reserves: Reserves;
  readonly share: number;
};

/** A leg with its trade. */
export type Hop = Leg & { readonly fill: Fill };

export type Plan = {
  readonly amountIn: Amount;
  readonly amountOut: Amount;
  /** How far the trade moves its own price: how much less it pays than the prices before it, after the same fees. */
  readonly priceImpact: Fraction;
  /** The mid price of the benchmark route, if the impact is measured against one. */
  readonly midPrice?: Fraction;
  /** Only hops that carry an amount, in route order. */
  readonly hops: readonly Hop[];
};
