// How many decimals the prices of a symbol have: those of six significant digits.

const DIGITS = 6;
/** 10^15 is the highest power of ten that a chart, which counts in doubles, multiplies prices by exactly. */
const MOST_DECIMALS = 15;
/** A price leaves its power of ten by this factor before the number of decimals changes, so that it does not jump to and fro. */
const MARGIN = 3;

/**
 * The first day whose price counts: 1 January of last year. A day that is the same for months keeps the decimals the same: with a
 * day that moves, the margin would be counted from another price every day.
 */
export const firstDayForScale = (now: Date): string => new Date(Date.UTC(now.getUTCFullYear() - 1, 0)).toISOString();

/** The number of decimals after these prices, oldest first. */
export function decimalsAfter(prices: readonly number[]): number {
  const [first = 1] = prices;
  let power = powerOf(first);
  for (const price of prices)
    if (price < 10 ** power / MARGIN || price > 10 ** (power + 1) * MARGIN) power = powerOf(price);
  return Math.min(MOST_DECIMALS, Math.max(0, DIGITS - 1 - power));
}

/** The power of ten at or below a price. */
const powerOf = (price: number): number => Number(price.toExponential().split('e')[1]);
