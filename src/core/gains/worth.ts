// What an amount was worth on a day: at the volume-weighted average of the pool of its token and the quote token.
import type { TokenAddress } from '../amount.ts';
import { mulDivDown } from '../maths/rounding.ts';

/** What was traded in a pool on a UTC day: the average price is `quoteVolume` ÷ `volume`. */
export type DayAverage = { readonly volume: bigint; readonly quoteVolume: bigint };

/** Averages of the day; null if there is none. `own` is of the exchange's quote token in the chosen one. */
export type DayAverages = {
  of(token: TokenAddress): DayAverage | null;
};

/** The tokens that amounts are valued in. */
export type Valuing = {
  /** The quote token of the exchange, in which the averages of all other tokens are. */
  readonly own: TokenAddress;
  /** The token that everything is expressed in: `own`, or a chosen one. */
  readonly unit: TokenAddress;
};

/** Null if there is no average. `isThin`: less than a hundredth of the amount was traded that day. */
export type Worth = { readonly amount: bigint; readonly isAverage: boolean; readonly isThin: boolean } | null;

const THIN_PART = 100n;

/** Rounded down at each average: the worth is never overstated. */
export function worthOf(units: bigint, token: TokenAddress, { own, unit }: Valuing, averages: DayAverages): Worth {
  if (token === unit) return { amount: units, isAverage: false, isThin: false };
  const inOwn = token === own ? { amount: units, isAverage: false, isThin: false } : at(units, averages.of(token));
  if (inOwn === null || unit === own) return inOwn;
  const chosen = at(inOwn.amount, averages.of(own));
  return chosen && { ...chosen, isThin: chosen.isThin || inOwn.isThin };
}

function at(units: bigint, average: DayAverage | null): Worth {
  if (average === null || average.volume === 0n) return null;
  const amount = mulDivDown(units, average.quoteVolume, average.volume);
  return { amount, isAverage: true, isThin: average.volume * THIN_PART < units };
}

type Side = { readonly token: TokenAddress; readonly amount: bigint };

/** The worth of an exchange: the exact amount of the unit or of the own quote token if it is one of both, otherwise what was given. */
export function worthOfExchange(given: Side, got: Side, valuing: Valuing, averages: DayAverages): Worth {
  const { own, unit } = valuing;
  const named = [unit, own].flatMap((token) => [given, got].filter((side) => side.token === token));
  const { token, amount } = named[0] ?? given;
  return worthOf(amount, token, valuing, averages);
}
