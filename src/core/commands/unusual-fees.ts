// Fees that need a confirmation: usually an operator's mistake, and costly for everyone who swaps.
import { PPM, type TokenAddress } from '../amount.ts';
import { powerOfTen, printDecimal, printRatioDown } from '../maths/decimal.ts';
import type { Rates, Token, TokenPair } from '../pool.ts';
import { type Refused, refuse } from '../refusal.ts';

/** Fees from 5 % on need a confirmation: the sum of all rates, or the base units that fees are rounded up to, relative to a whole token. */
const UNUSUAL_PPM = 50_000n;

/** The token of a pair whose base unit is too valuable to round a fee up to; null if neither is. If absent, the tokens' decimals decide. */
export type Coarse = TokenAddress | null;

/** Refuses fees that need a confirmation. */
export function checkUsual(rates: Rates, { tokenA, tokenB }: TokenPair, coarse?: Coarse): Refused | undefined {
  const sumPpm = rates.lpFeePpm + rates.protocolFeePpm + rates.refFeePpm;
  if (sumPpm >= UNUSUAL_PPM) return refuse({ code: 'unusual_fees', percent: printRatioDown(sumPpm, 10_000n, 4) });
  // The protocol and the referrer fee are each rounded up to a unit of the bought token.
  const units = BigInt([rates.protocolFeePpm, rates.refFeePpm].filter((rate) => rate > 0n).length);
  const isCoarse = ({ address, decimals }: Token) =>
    coarse === undefined ? isCoarseByDecimals(units, decimals) : address === coarse;
  const found = units > 0n ? [tokenA, tokenB].find(isCoarse) : undefined;
  if (!found) return undefined;
  const { symbol, decimals } = found;
  return refuse({ code: 'unusual_fees', symbol, decimals, least: printDecimal(units, decimals) });
}

/** True if this many base units are at least 5 % of one whole token. */
export const isCoarseByDecimals = (units: bigint, decimals: number): boolean =>
  units * PPM >= UNUSUAL_PPM * powerOfTen(decimals);

/** True if one base unit is worth at least 5 % of a quote token. `worth` is the value of `units`, in base units of the quote token. */
export const isCoarseByWorth = (worth: bigint, units: bigint, quote: Pick<Token, 'decimals'>): boolean =>
  worth * PPM >= UNUSUAL_PPM * powerOfTen(quote.decimals) * units;
