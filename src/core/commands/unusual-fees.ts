// Fees that are asked back about: mostly a slip of an operator, and dear to everybody who swaps.
import { PPM, type TokenAddress } from '../amount.ts';
import { powerOfTen, printDecimal, printRatioDown } from '../maths/decimal.ts';
import type { Rates, Token, TokenPair } from '../pool.ts';
import { type Refused, refuse } from '../refusal.ts';

/** From here on a fee is asked back about: all rates together, or what rounding makes of them for one whole token. */
const UNUSUAL_PPM = 50_000n;

/** The token of a pair whose base unit is too dear to round a fee up to; `null` if neither is. Absent if nobody knows what they are worth. */
export type Coarse = TokenAddress | null;

/** Undefined where nobody needs to be asked. */
export function checkUsual(rates: Rates, { tokenA, tokenB }: TokenPair, coarse?: Coarse): Refused | undefined {
  const sumPpm = rates.lpFeePpm + rates.protocolFeePpm + rates.refFeePpm;
  if (sumPpm >= UNUSUAL_PPM) return refuse({ code: 'unusual_fees', percent: printRatioDown(sumPpm, 10_000n, 4) });
  // Each of these two is rounded up to a unit of the token that is bought.
  const units = BigInt([rates.protocolFeePpm, rates.refFeePpm].filter((rate) => rate > 0n).length);
  const isCoarse = ({ address, decimals }: Token) =>
    coarse === undefined ? isCoarseByDecimals(units, decimals) : address === coarse;
  const found = units > 0n ? [tokenA, tokenB].find(isCoarse) : undefined;
  if (!found) return undefined;
  const { symbol, decimals } = found;
  return refuse({ code: 'unusual_fees', symbol, decimals, least: printDecimal(units, decimals) });
}

/** Whether so many units are a noticeable part of one whole token. */
export const isCoarseByDecimals = (units: bigint, decimals: number): boolean =>
  units * PPM >= UNUSUAL_PPM * powerOfTen(decimals);

/** The same part of one quote token: whether a unit is worth as much, by what so many units are worth in base units of the quote token. */
export const isCoarseByWorth = (worth: bigint, units: bigint, quote: Pick<Token, 'decimals'>): boolean =>
  worth * PPM >= UNUSUAL_PPM * powerOfTen(quote.decimals) * units;
