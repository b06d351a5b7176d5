// What a swap costs in all against the price before it: price impact, every fee and every rounding together.
import type { TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import type { Hop, Plan } from './plan.ts';

/** What goes out of a token at a price in base units of the last token. */
type Part = { readonly price: Fraction; readonly amount: bigint };

/**
 * The mid price of a swap: base units of what is received for one of what is paid, by the spot prices before it and without
 * fees. Of a token that is split it is the price at which the larger half of it goes, so that a pool which carries little
 * cannot move it.
 */
export function midPriceOf(hops: readonly Hop[]): Fraction {
  const [first] = hops as readonly [Hop];
  const parts = new Map<TokenAddress, Part[]>();
  const worth = new Map<TokenAddress, Fraction>();
  const worthOf = (token: TokenAddress): Fraction => {
    const known = worth.get(token) ?? medianOf(parts.get(token) ?? []);
    worth.set(token, known);
    return known;
  };
  // From the end: every hop out of a token stands behind every hop into it.
  for (const { tokenIn, tokenOut, pool, reserves, fill } of hops.toReversed()) {
    const spot = curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
    const part = { price: times(spot, worthOf(tokenOut.address)), amount: fill.amountIn };
    const known = parts.get(tokenIn.address);
    if (known) known.push(part);
    else parts.set(tokenIn.address, [part]);
  }
  return worthOf(first.tokenIn.address);
}

/** What is received less than the mid price would pay, as a part of that; never below 0. */
export function costOf({ amountIn, amountOut }: Omit<Plan, 'hops'>, { numerator, denominator }: Fraction): Fraction {
  const atMid = amountIn * numerator;
  const lost = atMid - amountOut * denominator;
  return { numerator: lost > 0n ? lost : 0n, denominator: atMid };
}

const ONE: Fraction = { numerator: 1n, denominator: 1n };

const times = (a: Fraction, b: Fraction): Fraction =>
  b === ONE ? a : { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };

/** The highest price at which, or above which, half of the amount goes: a cost is never understated. */
function medianOf(parts: readonly Part[]): Fraction {
  if (parts.length <= 1) return parts[0]?.price ?? ONE;
  const dearest = parts.toSorted((a, b) => compare(b.price, a.price));
  const whole = parts.reduce((sum, { amount }) => sum + amount, 0n);
  let gone = 0n;
  const middle = dearest.find(({ amount }) => {
    gone += amount;
    return gone * 2n >= whole;
  });
  return (middle as Part).price;
}

function compare(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
