// A trade with one pool: its curve, and the fees in the order in which STON.fi's pools charge them.
import { type Amount, amount, PPM, type Ppm } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Curve, Fraction, Reserves } from '../curves/curve.ts';
import { mulDivUp } from './rounding.ts';

export type SwapRates = {
  readonly lpFeePpm: Ppm;
  readonly protocolFeePpm: Ppm;
  /** Zero when the swap names no referrer. */
  readonly refFeePpm: Ppm;
};

export type Fill = {
  readonly amountIn: Amount;
  /** The swapper receives this: `baseOut` less protocol and referrer fees. */
  readonly amountOut: Amount;
  /** The amount that leaves the pool's reserve. */
  readonly baseOut: Amount;
  /** The part of `amountIn` that stays in the pool for its providers. */
  readonly lpFee: Amount;
  readonly protocolFee: Amount;
  readonly refFee: Amount;
  /** The price impact as an exact fraction, without fees. */
  readonly priceImpact: Fraction;
  readonly after: Reserves;
};

/** Swaps exactly `amountIn`; null if nothing would come out. */
export function swapExactIn(curve: Curve, reserves: Reserves, rates: SwapRates, amountIn: Amount): Fill | null {
  if (reserves.reserveIn === 0n) return null;
  const inScaled = amountIn * (PPM - rates.lpFeePpm);
  const baseOut = curve.baseOut(reserves, inScaled);
  return netOf(baseOut, rates) > 0n ? fillOf(curve, reserves, rates, amountIn, baseOut) : null;
}

/** The output of `swapExactIn` alone, without the rest of its result; zero or negative if nothing would come out. */
export function amountOutFor(curve: Curve, reserves: Reserves, rates: SwapRates, amountIn: Amount): bigint {
  return netOf(curve.baseOut(reserves, amountIn * (PPM - rates.lpFeePpm)), rates);
}

/**
 * Pays exactly `amountOut`, for the smallest input with which `swapExactIn` would pay at least as much; null if no input does. If
 * that input would buy more than `amountOut`, the excess stays with the pool.
 */
export function swapExactOut(
  curve: Curve,
  reserves: Reserves,
  rates: SwapRates,
  amountOut: Amount,
  maxIn: bigint,
): Fill | 'input_too_large' | null {
  const { reserveOut } = reserves;
  const netPpm = PPM - rates.protocolFeePpm - rates.refFeePpm;
  assert(netPpm > 0n && rates.lpFeePpm < PPM, 'the fees leave something of every swap');
  // `baseOut` is the output before fees. No smaller one leaves `amountOut`, but two fees are rounded up and may take a unit more each.
  let baseOut = mulDivUp(amountOut, PPM, netPpm);
  while (netOf(baseOut, rates) < amountOut) baseOut += 1n;
  const paid = baseOut;
  while (baseOut < reserveOut) {
    const amountIn = curve.inputFor(reserves, baseOut, rates.lpFeePpm);
    if (amountIn > maxIn) return 'input_too_large';
    const reached = curve.baseOut(reserves, amountIn * (PPM - rates.lpFeePpm));
    if (netOf(reached, rates) >= amountOut) return fillOf(curve, reserves, rates, amount(amountIn), paid);
    // One more unit of input can buy several more units, and a larger output can leave less after rounded fees: try the next larger output.
    baseOut = reached + 1n;
  }
  return null;
}

function fillOf(curve: Curve, reserves: Reserves, rates: SwapRates, amountIn: Amount, baseOut: bigint): Fill {
  const after = {
    reserveIn: amount(reserves.reserveIn + amountIn),
    reserveOut: amount(reserves.reserveOut - baseOut),
  };
  assert(curve.keeps(reserves, after), 'the invariant never falls through a swap');
  const [protocolFee, refFee] = [feeOf(baseOut, rates.protocolFeePpm), feeOf(baseOut, rates.refFeePpm)];
  return {
    amountIn,
    amountOut: amount(baseOut - protocolFee - refFee),
    baseOut: amount(baseOut),
    lpFee: amount(feeOf(amountIn, rates.lpFeePpm)),
    protocolFee: amount(protocolFee),
    refFee: amount(refFee),
    priceImpact: curve.impact(reserves, amountIn * (PPM - rates.lpFeePpm), baseOut),
    after,
  };
}

/** The pool's output less protocol and referrer fees. */
export const netOf = (baseOut: bigint, { protocolFeePpm, refFeePpm }: SwapRates): bigint =>
  baseOut - feeOf(baseOut, protocolFeePpm) - feeOf(baseOut, refFeePpm);

/** Rounded up: a fee is never understated. */
const feeOf = (units: bigint, ratePpm: Ppm): bigint => (ratePpm === 0n ? 0n : mulDivUp(units, ratePpm, PPM));
