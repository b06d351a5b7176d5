// The constant-product curve, with the order of operations and the rounding of STON.fi's pools; with the LP fee alone it equals Uniswap v2.
import { PPM } from '../amount.ts';
import { mulDivDown, mulDivUp, sqrtDown } from '../maths/rounding.ts';
import type { Curve } from './curve.ts';

export const constantProduct: Curve = {
  // Rounded down: the pool never pays more than the curve allows.
  baseOut: ({ reserveIn, reserveOut }, inScaled) => mulDivDown(inScaled, reserveOut, reserveIn * PPM + inScaled),

  inputFor: ({ reserveIn, reserveOut }, baseOut, lpFeePpm) =>
    mulDivUp(baseOut * reserveIn, PPM, (reserveOut - baseOut) * (PPM - lpFeePpm)),

  impact: ({ reserveIn }, inScaled) => ({ numerator: inScaled, denominator: reserveIn * PPM + inScaled }),

  spot: ({ reserveIn, reserveOut }) => ({ numerator: reserveOut, denominator: reserveIn }),

  keeps: (before, after) => after.reserveIn * after.reserveOut >= before.reserveIn * before.reserveOut,

  // In units of 2^-64, so that small pools are measured precisely too.
  liquidity: ({ reserveIn, reserveOut }) => sqrtDown((reserveIn * reserveOut) << 128n),

  numeric({ reserveIn, reserveOut }, kept) {
    const [depthIn, depthOut] = [Number(reserveIn), Number(reserveOut)];
    return { alpha: (kept.in * kept.out * depthOut) / depthIn, beta: kept.in / depthIn };
  },
};
