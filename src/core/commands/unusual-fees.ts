// Fees that need a confirmation: usually an operator's mistake, and costly for everyone who swaps.
import { PPM, type TokenAddress } from '../amount.ts';
import { powerOfTen, printDecimal, printRatioDown } from '../maths/decimal.ts';
import type { Rates, Token, TokenPair } from '../pool.ts';
import { type Refused, refuse } from '../refusal.ts';

/** From here on fees need a confirmation: all rates together, or what rounding makes of them for one whole token. */
const UNUSUAL_PPM = 50_000n;

/** The token of a pair whose base unit is too valuable to round a fee up to; null if neither is. Absent if their values are unknown. */
export type Coarse = TokenAddress | null;

/** Undefined if no confirmation is needed. */
export function checkUsual(rates: Rates, { tokenA, tokenB }: TokenPair, coarse?: Coarse): Refused | undefined {
  const sumPpm = rates.lpFeePpm + rates.protocolFeePpm + rates.refFeePpm;
  if (sumPpm >= UNUSUAL_PPM) return refuse({ code: 'unusual_fees', percent: printRatioDown(sumPpm, 10_000n, 4) });
  // Each of these two fees is rounded up to a unit of the bought token.
  const units = BigInt([rates.protocolFeePpm, rates.refFeePpm].filter((rate) => rate > 0n).length);
  const isCoarse = ({ address, decimals }: Token) =>
    coarse === undefined ? isCoarseByDecimals(units, decimals) : address === coarse;
  const found = units > 0n ? [tokenA, tokenB].find(isCoarse) : undefined;
  if (!found) return undefined;
  const { symbol, decimals } = found;
  return refuse({ code: 'unusual_fees', symbol, decimals, least: printDecimal(units, decimals) });
}

/** True if this many base units are a noticeable fraction of one whole token. */
export const isCoarseByDecimals = (units: bigint, decimals: number): boolean =>
  units * PPM >= UNUSUAL_PPM * powerOfTen(decimals);

/** The same fraction of one quote token, given the worth of `units` in base units of the quote token. */
export const isCoarseByWorth = (worth: bigint, units: bigint, quote: Pick<Token, 'decimals'>): boolean =>
  worth * PPM >= UNUSUAL_PPM * powerOfTen(quote.decimals) * units;
