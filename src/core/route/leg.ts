// What a plan is made of: the pools that a swap passes, and what it does in each.
import type { Amount } from '../amount.ts';
import type { Fraction, Reserves } from '../curves/curve.ts';
import type { Fill } from '../maths/fill.ts';
import type { ListedToken, Pool } from '../pool.ts';

export type Exact = { readonly in: Amount } | { readonly out: Amount };

/** A hop with what its pool is and holds. */
export type Leg = {
  readonly tokenIn: ListedToken;
  readonly tokenOut: ListedToken;
  readonly pool: Pool;
  readonly reserves: Reserves;
  readonly share: number;
};

/** A leg with what it does. */
export type Hop = Leg & { readonly fill: Fill };

export type Plan = {
  readonly amountIn: Amount;
  readonly amountOut: Amount;
  /** How far the trade moves its own price: what it pays less than the prices before it would, fees alike. */
  readonly priceImpact: Fraction;
  /** Where the impact is told against another way, the mid price of that one. */
  readonly midPrice?: Fraction;
  /** Those that carry anything, in order. */
  readonly hops: readonly Hop[];
};
