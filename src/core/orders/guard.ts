// The guard of recurring orders and stops: a fill must pay what the reference of the last minute would, less the slippage that the owner
// allows.
import { PPM, type Ppm, ppm } from '../amount.ts';
import { mulDivUp } from '../maths/rounding.ts';
import type { Pool } from '../pool.ts';
import type { OrderTerms } from './order.ts';
import { paymentOf } from './reference.ts';
import { type Evidence, FRESH_MS, type TriggerTerms, windowStart } from './trigger.ts';

/**
 * The average price of the reference for the filled amount, and its depth: on average, or now if that is more. Both are of the single pool
 * that trades like its pools.
 */
export type GuardEvidence = Evidence & { readonly depth: bigint };

export const GUARD_WINDOW_MS = 60_000;
/** The allowed slippage of recurring orders and stops that set none. */
export const DEFAULT_SLIPPAGE = { recurring: ppm(10_000n), stop: ppm(30_000n) };

/** How much less than the average a fill may pay; undefined for orders without a guard: limit orders, and orders that allow 100 %. */
export function guardOf({ schedule, trigger, maxSlippagePpm }: Guarded): Ppm | undefined {
  if (!schedule && !trigger) return undefined;
  const slippagePpm = maxSlippagePpm ?? (schedule ? DEFAULT_SLIPPAGE.recurring : DEFAULT_SLIPPAGE.stop);
  return slippagePpm === PPM ? undefined : slippagePpm;
}

type Guarded = Pick<OrderTerms, 'schedule' | 'maxSlippagePpm'> & { readonly trigger?: TriggerTerms };

/** True if the evidence covers the guard's window and was computed recently, before the fill. The average is checked by the audit. */
export const isGuardEvidence = ({ fromMs, toMs, asOf, depth, average }: GuardEvidence, at: Moment): boolean =>
  asOf < at.sequence &&
  toMs <= at.nowMs &&
  at.nowMs - toMs <= FRESH_MS &&
  fromMs === windowStart(GUARD_WINDOW_MS, toMs) &&
  depth > 0n &&
  average.numerator > 0n &&
  average.denominator > 0n;

type Moment = { readonly sequence: number; readonly nowMs: number };

type Guard = Pick<GuardEvidence, 'average' | 'depth'>;
type Fees = Pick<Pool, 'lpFeePpm' | 'protocolFeePpm'>;

/**
 * The least payment for a fill: what the reference would pay for the same amount, after the fees of its pools and its own impact, less
 * the allowed slippage. It is compared unrounded, so that rounding counts as slippage. All that is due cannot be made larger to lose less
 * to rounding: for that, one unit less is enough, or what the reference pays if pools round each of its amounts. A fill that pays as much
 * for less than is due is enough, too.
 */
export function leastForFill(
  units: bigint,
  guard: Guard,
  pools: readonly Fees[],
  { slippagePpm, due }: { readonly slippagePpm: Ppm; readonly due: bigint },
): bigint {
  const unrounded = (sold: bigint) => {
    const { numerator, denominator } = paymentOf(sold, guard, pools);
    return mulDivUp(numerator, PPM - slippagePpm, denominator * PPM);
  };
  const least = unrounded(due);
  let rounded = roundedBase(due, guard, pools);
  for (const { protocolFeePpm } of pools) rounded -= mulDivUp(rounded, protocolFeePpm, PPM);
  const asRounded = mulDivUp(rounded, PPM - slippagePpm, PPM);
  const forDue = asRounded < least ? asRounded : least > 0n ? least - 1n : 0n;
  const own = units === due ? forDue : unrounded(units);
  return own < forDue ? own : forDue;
}

/** The payment before protocol fees, which pools round up to whole units; rounded down like that of a pool. */
function roundedBase(units: bigint, guard: Guard, pools: readonly Fees[]): bigint {
  const free = pools.map(({ lpFeePpm }) => ({ lpFeePpm, protocolFeePpm: 0n }));
  const { numerator, denominator } = paymentOf(units, guard, free);
  return numerator / denominator;
}

/**
 * The least payment for an amount that another order fills: the reference's price after the fees of its pools. A match moves no price,
 * so it has neither impact nor slippage.
 */
export function matchedMinimum(units: bigint, guard: Guard, pools: readonly Fees[]): bigint {
  const { numerator, denominator } = paymentOf(units, guard, pools, true);
  return mulDivUp(numerator, 1n, denominator);
}
