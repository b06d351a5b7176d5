// The constant-product curve: order and rounding of STON.fi's pools, and of Uniswap v2 when only the LP fee is set.
import { PPM } from '../amount.ts';
import { mulDivDown, mulDivUp, sqrtDown } from '../maths/rounding.ts';
import type { Curve } from './curve.ts';

export const constantProduct: Curve = {
  // Down: the pool never pays a fraction of a unit more than the curve allows.
  baseOut: ({ reserveIn, reserveOut }, inScaled) => mulDivDown(inScaled, reserveOut, reserveIn * PPM + inScaled),

  inputFor: ({ reserveIn, reserveOut }, baseOut, lpFeePpm) =>
    mulDivUp(baseOut * reserveIn, PPM, (reserveOut - baseOut) * (PPM - lpFeePpm)),

  impact: ({ reserveIn }, inScaled) => ({ numerator: inScaled, denominator: reserveIn * PPM + inScaled }),

  spot: ({ reserveIn, reserveOut }) => ({ numerator: reserveOut, denominator: reserveIn }),

  keeps: (before, after) => after.reserveIn * after.reserveOut >= before.reserveIn * before.reserveOut,

  // In 2^-64, so that a small pool is measured as well as a large one.
  liquidity: ({ reserveIn, reserveOut }) => sqrtDown((reserveIn * reserveOut) << 128n),

  numeric({ reserveIn, reserveOut }, kept) {
    const [depthIn, depthOut] = [Number(reserveIn), Number(reserveOut)];
    return { alpha: (kept.in * kept.out * depthOut) / depthIn, beta: kept.in / depthIn };
  },
};
