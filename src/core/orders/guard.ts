// The guard of a fill that nobody watches: it pays no less than the average of the last minute would, but for a part that the owner allows.
import { PPM, type Ppm, ppm } from '../amount.ts';
import { mulDivUp, sqrtDown } from '../maths/rounding.ts';
import type { Pool } from '../pool.ts';
import type { OrderTerms } from './order.ts';
import { type Evidence, FRESH_MS, windowStart } from './trigger.ts';

/** The average price of the deepest way, and its depth: the product of what one pool would have held that trades like all of them in a row. */
export type GuardEvidence = Evidence & { readonly depth: bigint };

export const GUARD_WINDOW_MS = 60_000;
/** Recurring orders, and stops, that do not say how much less they may be paid. */
export const DEFAULT_SLIPPAGE = { recurring: ppm(10_000n), stop: ppm(30_000n) };

/** How much less than the average a fill may pay; undefined if nothing is asked: the owner of a limit order has named his price. */
export function guardOf({ schedule, trigger, maxSlippagePpm }: Guarded): Ppm | undefined {
  if (!schedule && !trigger) return undefined;
  const slippagePpm = maxSlippagePpm ?? (schedule ? DEFAULT_SLIPPAGE.recurring : DEFAULT_SLIPPAGE.stop);
  return slippagePpm === PPM ? undefined : slippagePpm;
}

type Guarded = Pick<OrderTerms, 'schedule' | 'trigger' | 'maxSlippagePpm'>;

/** Whether it is of the right window, computed not long ago and before the fill. That it is true, the audit computes from the journal. */
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
 * What an amount must be paid at least: what a pool of constant product with the average price and depth of the way would pay
 * for it, less the fees of the way's pools and the slippage that is allowed. What the pool would pay is rounded down, and so is
 * the rest after each protocol fee, since pools round that fee up; the slippage that is allowed is rounded down too.
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
  // The pool holds so much of what is sold; of what it pays, that times the price.
  const reserve = sqrtDown((depth * denominator) / numerator);
  let paid = (numerator * units * keptIn * reserve) / (denominator * (reserve * whole + units * keptIn));
  for (const { protocolFeePpm } of pools) paid -= mulDivUp(paid, protocolFeePpm, PPM);
  return mulDivUp(paid, PPM - slippagePpm, PPM);
}
