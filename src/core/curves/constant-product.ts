// The constant-product curve: order and rounding of STON.fi's pools, and of Uniswap v2 when only the LP fee is set.
import { type Amount, amount, PPM, type Ppm } from '../amount.ts';
import { assert } from '../assert.ts';
import { mulDivDown, mulDivUp } from '../rounding.ts';

export type SwapRates = {
  readonly lpFeePpm: Ppm;
  readonly protocolFeePpm: Ppm;
  /** Zero when the swap names no referrer. */
  readonly refFeePpm: Ppm;
};

export type Reserves = { readonly reserveIn: Amount; readonly reserveOut: Amount };

export type Fill = {
  readonly amountIn: Amount;
  /** What the swapper receives: `baseOut` less the protocol's and the referrer's fees. */
  readonly amountOut: Amount;
  /** What leaves the pool's reserve. */
  readonly baseOut: Amount;
  /** The part of `amountIn` that stays with the providers. */
  readonly lpFee: Amount;
  readonly protocolFee: Amount;
  readonly refFee: Amount;
  /** How far the trade moves its own price, as an exact fraction; fees are not counted. */
  readonly priceImpact: { readonly numerator: bigint; readonly denominator: bigint };
  readonly after: Reserves;
};

/** Swaps exactly `amountIn`; null when nothing would come out. */
export function swapExactIn(reserves: Reserves, rates: SwapRates, amountIn: Amount): Fill | null {
  const { reserveIn, reserveOut } = reserves;
  const inScaled = amountIn * (PPM - rates.lpFeePpm);
  const depthScaled = reserveIn * PPM + inScaled;
  if (depthScaled === 0n) return null;
  // Down: the pool never pays a fraction of a unit more than the curve allows.
  const baseOut = mulDivDown(inScaled, reserveOut, depthScaled);
  const { protocolFee, refFee, net } = feesOf(baseOut, rates);
  if (net <= 0n) return null;
  const after = { reserveIn: amount(reserveIn + amountIn), reserveOut: amount(reserveOut - baseOut) };
  assert(after.reserveIn * after.reserveOut >= reserveIn * reserveOut, 'k never falls through a swap');
  return {
    amountIn,
    amountOut: amount(net),
    baseOut: amount(baseOut),
    // Up: a fee is never understated.
    lpFee: amount(mulDivUp(amountIn, rates.lpFeePpm, PPM)),
    protocolFee: amount(protocolFee),
    refFee: amount(refFee),
    priceImpact: { numerator: inScaled, denominator: depthScaled },
    after,
  };
}

/** The fill of the smallest input whose exact-in result reaches `amountOut`; null when no input does. */
export function swapExactOut(
  reserves: Reserves,
  rates: SwapRates,
  amountOut: Amount,
  maxIn: bigint,
): Fill | 'input_too_large' | null {
  const { reserveIn, reserveOut } = reserves;
  const netPpm = PPM - rates.protocolFeePpm - rates.refFeePpm;
  assert(netPpm > 0n && rates.lpFeePpm < PPM, 'the fees leave something of every swap');
  // No smaller base can net `amountOut`, but two fees rounded up can cost a unit each: walk up until it is reached.
  let baseOut = mulDivUp(amountOut, PPM, netPpm);
  while (baseOut < reserveOut) {
    const amountIn = mulDivUp(baseOut * reserveIn, PPM, (reserveOut - baseOut) * (PPM - rates.lpFeePpm));
    if (amountIn > maxIn) return 'input_too_large';
    const fill = swapExactIn(reserves, rates, amount(amountIn));
    if (fill !== null && fill.amountOut >= amountOut) return fill;
    // An input can skip over bases; resume above the one it reached.
    baseOut = (fill?.baseOut ?? baseOut) + 1n;
  }
  return null;
}

function feesOf(baseOut: bigint, rates: SwapRates) {
  const protocolFee = mulDivUp(baseOut, rates.protocolFeePpm, PPM);
  const refFee = mulDivUp(baseOut, rates.refFeePpm, PPM);
  return { protocolFee, refFee, net: baseOut - protocolFee - refFee };
}
