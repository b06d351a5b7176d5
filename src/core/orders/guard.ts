// The guard of recurring orders and stops: a fill must pay the average price of the last minute, less the slippage that the owner allows.
import { PPM, type Ppm, ppm } from '../amount.ts';
import { mulDivUp, sqrtDown } from '../maths/rounding.ts';
import type { Pool } from '../pool.ts';
import type { OrderTerms } from './order.ts';
import { type Evidence, FRESH_MS, windowStart } from './trigger.ts';

/**
 * The average price along the deepest way (path of pools) between the order's tokens, and the depth of that way: the product of the
 * reserves of a single pool that would trade like all pools of the way in a row.
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

type Guarded = Pick<OrderTerms, 'schedule' | 'trigger' | 'maxSlippagePpm'>;

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

/**
 * The least payment for an amount: what a constant-product pool with the way's average price and depth would pay, less the fees of
 * the way's pools and the allowed slippage. The pool's payment is rounded down, and so is the rest after each protocol fee, since
 * pools round that fee up; the slippage is rounded down too.
 */
export function guardedMinimum(
  units: bigint,
  { average: { numerator, denominator }, depth }: Pick<GuardEvidence, 'average' | 'depth'>,
  pools: readonly Pick<Pool, 'lpFeePpm' | 'protocolFeePpm'>[],
  slippagePpm: Ppm,
): bigint {
  let [keptIn, whole] = [1n, 1n];
  for (const { lpFeePpm } of pools) {
    keptIn *= PPM - lpFeePpm;
    whole *= PPM;
  }
  // The imagined pool's reserve of the sold token; its other reserve is this times the price.
  const reserve = sqrtDown((depth * denominator) / numerator);
  let paid = (numerator * units * keptIn * reserve) / (denominator * (reserve * whole + units * keptIn));
  for (const { protocolFeePpm } of pools) paid -= mulDivUp(paid, protocolFeePpm, PPM);
  return mulDivUp(paid, PPM - slippagePpm, PPM);
}
