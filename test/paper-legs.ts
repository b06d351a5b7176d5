// Route legs in memory: pools with given reserves, and plans over them.
import { amount, type PoolAddress, ppm, type TokenAddress } from '../src/core/amount.ts';
import { CONSTANT_PRODUCT, type Shape } from '../src/core/curves/curves.ts';
import type { ListedToken, Rates } from '../src/core/pool.ts';
import { Refused } from '../src/core/refusal.ts';
import type { ExactAmount, Leg, RoutePlan } from '../src/core/route/leg.ts';
import { planLegs } from '../src/core/route/plan.ts';
import { WHOLE_SHARE } from '../src/core/route/shape.ts';

export const listed = (name: string, decimals = 6): ListedToken => ({
  address: name as TokenAddress,
  symbol: name.toUpperCase(),
  decimals,
  status: 'listed',
});

export const FREE: Rates = { lpFeePpm: ppm(0n), protocolFeePpm: ppm(0n), refFeePpm: ppm(0n) };

export type Depth = readonly [reserveIn: bigint, reserveOut: bigint];
/** The share is a fraction of one; by default the leg takes all. */
type Own = { readonly share?: number; readonly rates?: Rates; readonly shape?: Shape };

export const leg = (
  tokenIn: ListedToken,
  tokenOut: ListedToken,
  [reserveIn, reserveOut]: Depth,
  { share = 1, rates = FREE, shape = CONSTANT_PRODUCT }: Own = {},
): Leg => ({
  tokenIn,
  tokenOut,
  share: WHOLE_SHARE * share,
  reserves: { reserveIn: amount(reserveIn), reserveOut: amount(reserveOut) },
  pool: {
    ...rates,
    ...shape,
    number: 1,
    address: `${tokenIn.symbol}${tokenOut.symbol}` as PoolAddress,
    token0: tokenIn.address,
    token1: tokenOut.address,
    protocolFeeAddress: null,
    status: 'listed',
  },
});

export function planOf(legs: readonly Leg[], exact: ExactAmount, referred = false): RoutePlan {
  const plan = planLegs(legs, exact, referred);
  if (plan instanceof Refused) throw new Error(JSON.stringify(plan.refusal));
  return plan;
}
