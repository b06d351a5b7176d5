// Fees that are asked back about: mostly a slip of an operator, and dear to everybody who swaps.
import { PPM } from '../amount.ts';
import { powerOfTen, printDecimal, printRatioDown } from '../maths/decimal.ts';
import type { Rates, TokenPair } from '../pool.ts';
import { type Refused, refuse } from '../refusal.ts';

/** From here on a fee is asked back about: all rates together, or what rounding makes of them for one whole token. */
const UNUSUAL_PPM = 50_000n;

/** Undefined where nobody needs to be asked. */
export function checkUsual(rates: Rates, { tokenA, tokenB }: TokenPair): Refused | undefined {
  const sumPpm = rates.lpFeePpm + rates.protocolFeePpm + rates.refFeePpm;
  if (sumPpm >= UNUSUAL_PPM) return refuse({ code: 'unusual_fees', percent: printRatioDown(sumPpm, 10_000n, 4) });
  // Each of these two is rounded up to a unit of the token that is bought.
  const units = BigInt([rates.protocolFeePpm, rates.refFeePpm].filter((ppm) => ppm > 0n).length);
  const coarse = [tokenA, tokenB].find(({ decimals }) => units * PPM >= UNUSUAL_PPM * powerOfTen(decimals));
  if (!coarse) return undefined;
  const { symbol, decimals } = coarse;
  return refuse({ code: 'unusual_fees', symbol, decimals, least: printDecimal(units, decimals) });
}
