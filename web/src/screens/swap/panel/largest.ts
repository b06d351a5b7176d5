// Finds about the largest amount whose effect (the total cost of a swap) is within a limit, by bisecting with a few real quotes.
import { unitsOf } from '../../../exact/amount.ts';

type Search = {
  /** An amount in base units whose effect is over the limit. */
  readonly over: bigint;
  readonly overEffect: string;
  readonly limit: string;
  /** The effect of an amount according to a real quote; null if the amount cannot be quoted. */
  ask(units: bigint): Promise<string | null>;
};

const MOST_QUOTES = 16;
const DIGITS = 18;

/** Null if no amount within the limit was found. */
export async function largestWithin({ over, overEffect, limit, ask }: Search): Promise<bigint | null> {
  const allowed = unitsOf(limit, DIGITS);
  let [within, beyond] = [0n, over];
  let next = guess(over, unitsOf(overEffect, DIGITS), allowed);
  for (let quotes = 0; quotes < MOST_QUOTES; quotes++) {
    const probe = neat(next);
    if (probe <= within || probe >= beyond) break;
    const effect = await ask(probe);
    if (effect === null || unitsOf(effect, DIGITS) > allowed) beyond = probe;
    else within = probe;
    // First tries near a good guess, then bisects.
    next = quotes === 0 && within > 0n ? within + within / 1000n : (within + beyond) / 2n;
    if (next >= beyond) next = (within + beyond) / 2n;
  }
  return within === 0n ? null : within;
}

/** The first guess, exact for a constant product pool with reserve R, where an amount x has the effect e = x ÷ (R + x). */
function guess(units: bigint, effect: bigint, allowed: bigint): bigint {
  const one = 10n ** BigInt(DIGITS);
  if (effect >= one || effect === 0n) return units / 2n;
  return (units * (one - effect) * allowed) / (effect * (one - allowed));
}

/** Rounds down to six significant digits, as a person would type the amount. */
function neat(units: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, String(units).length - 6));
  return (units / step) * step;
}
