// The guard of an unattended fill: it must pay the average of the last minute, less the slippage that the owner allows.
import { PPM, type Ppm, ppm } from '../amount.ts';
import { mulDivUp, sqrtDown } from '../maths/rounding.ts';
import type { Pool } from '../pool.ts';
import type { OrderTerms } from './order.ts';
import { type Evidence, FRESH_MS, windowStart } from './trigger.ts';

/** The average price of the deepest way, and its depth: the product of the reserves of one pool that trades like all of its pools in a row. */
export type GuardEvidence = Evidence & { readonly depth: bigint };

export const GUARD_WINDOW_MS = 60_000;
/** For recurring orders and stops that set no slippage. */
export const DEFAULT_SLIPPAGE = { recurring: ppm(10_000n), stop: ppm(30_000n) };

/** How much less than the average a fill may pay; undefined without a guard: a limit order has its own price. */
export function guardOf({ schedule, trigger, maxSlippagePpm }: Guarded): Ppm | undefined {
  if (!schedule && !trigger) return undefined;
  const slippagePpm = maxSlippagePpm ?? (schedule ? DEFAULT_SLIPPAGE.recurring : DEFAULT_SLIPPAGE.stop);
  return slippagePpm === PPM ? undefined : slippagePpm;
}

type Guarded = Pick<OrderTerms, 'schedule' | 'trigger' | 'maxSlippagePpm'>;

/** True if the evidence covers the right window and was computed recently, before the fill. The audit recomputes the average itself. */
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
  // The reserve of the sold token; the other reserve is this times the price.
  const reserve = sqrtDown((depth * denominator) / numerator);
  let paid = (numerator * units * keptIn * reserve) / (denominator * (reserve * whole + units * keptIn));
  for (const { protocolFeePpm } of pools) paid -= mulDivUp(paid, protocolFeePpm, PPM);
  return mulDivUp(paid, PPM - slippagePpm, PPM);
}
