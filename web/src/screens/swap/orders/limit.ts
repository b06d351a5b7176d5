// Limit prices: minimum amounts in exact units, and prices for the input field; no floats.
import type { TokenInfo } from '../../../data/token-info.ts';
import { addText, subtractText, textOf, unitsOf } from '../../../exact/amount.ts';
import { divide } from '../../../exact/figures.ts';

/** The most decimals a typed price may have. */
export const PRICE_DECIMALS = 24;
const FINE = 48;
const ONE = 10n ** BigInt(PRICE_DECIMALS);

export type Sides = {
  readonly pay: Pick<TokenInfo, 'decimals'>;
  readonly receive: Pick<TokenInfo, 'decimals'>;
  /** True if the price is per token received, so that lower is better. */
  readonly isInverse: boolean;
};

const up = (top: bigint, bottom: bigint): bigint => (top + bottom - 1n) / bottom;

/** The minimum received for the whole amount, rounded up as the exchange does. */
export function minReceivedOf(amount: string, price: string, { pay, receive, isInverse }: Sides): string {
  const [units, rate] = [unitsOf(amount, pay.decimals), unitsOf(price, PRICE_DECIMALS)];
  const [from, to] = [10n ** BigInt(pay.decimals), 10n ** BigInt(receive.decimals)];
  return textOf(isInverse ? up(units * to * ONE, from * rate) : up(units * to * rate, from * ONE), receive.decimals);
}

/** The most to pay for an exact amount, rounded down as the exchange does: one unit more would be above the limit. */
export function maxPaidOf(bought: string, price: string, { pay, receive, isInverse }: Sides): string {
  const [units, rate] = [unitsOf(bought, receive.decimals), unitsOf(price, PRICE_DECIMALS)];
  const [from, to] = [10n ** BigInt(receive.decimals), 10n ** BigInt(pay.decimals)];
  return textOf(isInverse ? (units * to * rate) / (from * ONE) : (units * to * ONE) / (from * rate), pay.decimals);
}

/** The price of the other token: 1 ÷ price. */
export const inverted = (price: string): string => divide('1', price, FINE);

/** The current price made `percent` better for the seller, rounded to `digits`; with 0 percent, a limit that the current price meets. */
export function shiftedPrice(now: string, percent: number, isInverse: boolean, digits = 6): string {
  const units = unitsOf(isInverse ? inverted(now) : now, FINE) * BigInt(100 + (isInverse ? -percent : percent));
  const step = 10n ** BigInt(Math.max(0, String(units).length - digits));
  // Rounds against the seller: with 0 percent, the current price then meets the rounded limit.
  const rounded = (isInverse ? up(units, step) : units / step) * step;
  return textOf(rounded, FINE + 2);
}

/** The distance of a limit from the current price, without its sign; if prices are shown inverted, that of the inverted prices. */
export function distanceSeen(distance: string, isInverse: boolean): string {
  const far = distance.replace('-', '');
  if (!isInverse) return far;
  // If d is the distance of two prices, that of the inverted prices is 1 − 1 ÷ (1 + d) = d ÷ (1 + d).
  const whole = addText('1', distance);
  return divide(far, whole, 18);
}

/** How far `price` is above `now`, as a fraction (negative if below); null if one of them is zero. */
export const relativeDifference = (price: string, now: string): string | null =>
  [price, now].every((each) => /[1-9]/.test(each)) ? subtractText(divide(price, now, 18), '1') : null;

/** Formats a dragged price with a sensible number of digits. */
export function drawnPrice(value: number): string {
  const least = Math.max(value, 10 ** -PRICE_DECIMALS);
  const decimals = Math.min(PRICE_DECIMALS, Math.max(0, 4 - Math.floor(Math.log10(least))));
  return textOf(unitsOf(least.toFixed(decimals), decimals), decimals);
}
