// How far a swap over several pools moves its own price.
import { type Amount, PPM, type TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import { mulDivUp } from '../rounding.ts';
import type { Hop } from './plan.ts';

/** Amounts at the prices before the trade are carried with so many binary places. */
const PLACES = 64n;

/** What the same parts would pay at the prices before the trade, and how much less of that is paid. */
export function impactOf(hops: readonly Hop[], amountIn: Amount, amountOut: Amount): Fraction {
  const [first] = hops as readonly [Hop];
  const to = (hops.at(-1) as Hop).tokenOut.address;
  const taken = new Map<TokenAddress, bigint>();
  for (const { tokenIn, fill } of hops) taken.set(tokenIn.address, (taken.get(tokenIn.address) ?? 0n) + fill.amountIn);
  const held = new Map([[first.tokenIn.address, amountIn << PLACES]]);
  for (const hop of hops) {
    const { tokenIn, tokenOut, fill } = hop;
    const all = held.get(tokenIn.address) ?? 0n;
    const part = mulDivUp(all, fill.amountIn, taken.get(tokenIn.address) ?? 1n);
    held.set(tokenOut.address, (held.get(tokenOut.address) ?? 0n) + atSpot(hop, part, fill.refFee > 0n));
  }
  const atPricesBefore = held.get(to) ?? 1n;
  return { numerator: atPricesBefore - (amountOut << PLACES), denominator: atPricesBefore };
}

/** What a part would pay if it did not move the price, fees alike. */
function atSpot({ tokenIn, tokenOut, pool, reserves }: Hop, part: bigint, referred: boolean): bigint {
  const { numerator, denominator } = curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
  const netPpm = PPM - pool.protocolFeePpm - (referred ? pool.refFeePpm : 0n);
  // Up: an impact is never understated.
  return mulDivUp(part * (PPM - pool.lpFeePpm) * netPpm, numerator, PPM * PPM * denominator);
}
