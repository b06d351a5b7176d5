// The price of the next unit after a plan, in floats and without rounding.
import type { TokenAddress } from '../core/amount.ts';
import type { NumericCurve } from '../core/curves/curve.ts';
import { curveOf } from '../core/curves/curves.ts';
import type { Hop, RoutePlan } from '../core/route/leg.ts';
import { endsOf } from '../core/route/plan.ts';
import { slopeAt } from '../router/evaluate.ts';

/** Base units of the last token for one more unit of the first, split like the plan. */
export function marginalPrice({ hops }: RoutePlan): number {
  const { tokenIn, tokenOut } = endsOf({ hops });
  const taken = new Map<TokenAddress, number>();
  for (const {
    tokenIn: { address },
    fill,
  } of hops) {
    taken.set(address, (taken.get(address) ?? 0) + Number(fill.amountIn));
  }
  const worth = new Map<TokenAddress, number>([[tokenOut.address, 1]]);
  // Backwards: every hop out of a token comes after all hops into it.
  for (const hop of hops.toReversed()) {
    const units = Number(hop.fill.amountIn);
    const part = units / (taken.get(hop.tokenIn.address) as number);
    const price = slopeAt(curveIn(hop), units) * (worth.get(hop.tokenOut.address) as number);
    worth.set(hop.tokenIn.address, (worth.get(hop.tokenIn.address) ?? 0) + part * price);
  }
  return worth.get(tokenIn.address) as number;
}

/** The pool's curve before the trade, after fees. */
function curveIn({ pool, tokenIn, tokenOut, reserves }: Hop): NumericCurve {
  const kept = { in: 1 - Number(pool.lpFeePpm) / 1e6, out: 1 - Number(pool.protocolFeePpm) / 1e6 };
  return curveOf(pool, tokenIn.decimals, tokenOut.decimals).numeric(reserves, kept);
}
