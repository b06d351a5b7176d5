// Liquidity of one token: which part of it is swapped in the same pool, so that the rest and what it brings mint the most.
//
// Let s be the part that is swapped, y(s) what it brings, and rIn(s), rOut(s) the reserves after it. The rest mints
// ⌊(x − s)·S/rIn(s)⌋, which falls with s; what it brings mints ⌊y(s)·S/rOut(s)⌋, which rises with it. The lesser of both counts, so
// it is largest where they cross: at the first s at which what was bought suffices for the rest, or at the one before. Of all
// parts that mint as much, the smallest is taken: no more is bought than that needs, and whatever is left is what was offered.
import { type Amount, amount, PPM } from '../amount.ts';
import type { Curve, Reserves } from '../curves/curve.ts';
import { type Fill, netOf, type SwapRates, swapExactIn } from './fill.ts';
import { mintFor } from './liquidity.ts';
import { mulDivDown } from './rounding.ts';

/** A swap and then a mint; `In` is the token that is offered. */
export type OneSidedMint = {
  readonly fill: Fill;
  readonly takenIn: Amount;
  readonly takenOut: Amount;
  readonly minted: bigint;
};

/** Null where it is too little to mint anything. The pool is not empty. */
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

/** After so many turns the bracket is halved, so that no function takes more than a turn for each bit. */
const MOST_GUESSES = 40;

/**
 * The smallest n from 1 to `to` with f(n) ≥ 0, of a function that never falls, with f(0) < 0 ≤ f(to). Regula falsi in integers (Illinois):
 * where the line between both ends crosses zero is looked at next; of an end that stays, the value is halved.
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
