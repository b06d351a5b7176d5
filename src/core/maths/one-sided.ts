// Adding liquidity with one token: how much of it to swap in the same pool, so that the rest and the bought tokens mint the most.
//
// Let x be the offer, S the LP supply, s the swapped part, y(s) what s buys, and rIn(s), rOut(s) the reserves after that. The rest mints
// ⌊(x − s)·S/rIn(s)⌋, which falls with s; the bought tokens mint ⌊y(s)·S/rOut(s)⌋, which rises with s. The smaller of both counts, so
// the mint is largest where they cross: at the first s for which the bought tokens suffice for the rest, or at the s before it.
// If several s mint the same, the smallest is swapped, so that the part which the mint does not take remains in the offered token.
import { type Amount, amount, PPM } from '../amount.ts';
import type { Curve, Reserves } from '../curves/curve.ts';
import { type Fill, netOf, type SwapRates, swapExactIn } from './fill.ts';
import { mintFor } from './liquidity.ts';
import { mulDivDown } from './rounding.ts';

/** A swap followed by a mint; `In` is the offered token. */
export type OneSidedMint = {
  readonly fill: Fill;
  readonly takenIn: Amount;
  readonly takenOut: Amount;
  readonly minted: bigint;
};

/** The swap and the mint that give the most LP tokens; null if the offer is too small to mint any. The pool must not be empty. */
export function mintFromOne(
  curve: Curve,
  { reserves, supply }: { readonly reserves: Reserves; readonly supply: Amount },
  rates: SwapRates,
  offered: Amount,
): OneSidedMint | null {
  const after = (swapped: bigint) => {
    const baseOut = curve.baseOut(reserves, swapped * (PPM - rates.lpFeePpm));
    return {
      bought: netOf(baseOut, rates),
      reserveIn: reserves.reserveIn + swapped,
      reserveOut: reserves.reserveOut - baseOut,
    };
  };
  const balanced = firstAbove(offered, (swapped) => {
    const { bought, reserveIn, reserveOut } = after(swapped);
    return bought * reserveIn - (offered - swapped) * reserveOut;
  });
  const [byBought, byRest] = [after(balanced - 1n), after(balanced)];
  const most = larger(
    mulDivDown(byBought.bought, supply, byBought.reserveOut),
    mulDivDown(offered - balanced, supply, byRest.reserveIn),
  );
  if (most === 0n) return null;
  const swapped = firstAbove(balanced, (part) => {
    const { bought, reserveOut } = after(part);
    return bought * supply - most * reserveOut;
  });
  const fill = swapExactIn(curve, reserves, rates, amount(swapped));
  const pool = fill && { reserve0: fill.after.reserveIn, reserve1: fill.after.reserveOut, supply };
  const mint = pool && mintFor(pool, amount(offered - swapped), fill.amountOut);
  return mint && fill ? { fill, takenIn: mint.taken0, takenOut: mint.taken1, minted: mint.minted } : null;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** After this many steps of regula falsi, `firstAbove` halves the interval instead, which bounds the number of steps. */
const MOST_GUESSES = 40;

/**
 * The smallest n from 1 to `to` with f(n) ≥ 0, for a non-decreasing f with f(0) < 0 ≤ f(to). Regula falsi in integers (Illinois
 * variant): the next n is where the line between both ends crosses zero, and the value of an end that stays twice is halved.
 */
export function firstAbove(to: bigint, f: (n: bigint) => bigint): bigint {
  let [low, high] = [0n, to];
  let [below, above] = [f(low), f(high)];
  let stayed: 'low' | 'high' | undefined;
  for (let turn = 0; high - low > 1n; turn++) {
    const width = high - low;
    const isGuessed = turn < MOST_GUESSES && above > below;
    const guess = isGuessed ? low - (width * below) / (above - below) : low + width / 2n;
    const next = guess <= low ? low + 1n : guess >= high ? high - 1n : guess;
    const value = f(next);
    if (value >= 0n) {
      [high, above] = [next, value];
      if (stayed === 'low') below /= 2n;
      stayed = 'low';
    } else {
      [low, below] = [next, value];
      if (stayed === 'high') above /= 2n;
      stayed = 'high';
    }
  }
  return high;
}
