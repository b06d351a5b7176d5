// The limit of an order in whole units, and prices as they are put into the field: no float ever.
import type { TokenInfo } from '../../../data/token-info.ts';
import { addText, subtractText, textOf, unitsOf } from '../../../exact/amount.ts';
import { divide } from '../../../exact/figures.ts';

/** As fine as a price can be typed. */
export const PRICE_DECIMALS = 24;
const FINE = 48;
const ONE = 10n ** BigInt(PRICE_DECIMALS);

export type Sides = {
  readonly pay: Pick<TokenInfo, 'decimals'>;
  readonly receive: Pick<TokenInfo, 'decimals'>;
  /** The price is of one token received, and as low as it is good. */
  readonly isTurned: boolean;
};

const up = (top: bigint, bottom: bigint): bigint => (top + bottom - 1n) / bottom;

/** What all of the amount must be paid at least. Up, as the exchange does it. */
export function minReceivedOf(amount: string, price: string, { pay, receive, isTurned }: Sides): string {
  const [units, rate] = [unitsOf(amount, pay.decimals), unitsOf(price, PRICE_DECIMALS)];
  const [from, to] = [10n ** BigInt(pay.decimals), 10n ** BigInt(receive.decimals)];
  return textOf(isTurned ? up(units * to * ONE, from * rate) : up(units * to * rate, from * ONE), receive.decimals);
}

/** The other way round. */
export const turned = (price: string): string => divide('1', price, FINE);

/** The price of now, so many percent better for who sells, with as many digits as somebody would type; met by now where that is 0. */
export function betterPrice(now: string, percent: number, isTurned: boolean, digits = 6): string {
  const units = unitsOf(isTurned ? turned(now) : now, FINE) * BigInt(100 + (isTurned ? -percent : percent));
  const step = 10n ** BigInt(Math.max(0, String(units).length - digits));
  // On the side that is met.
  const rounded = (isTurned ? up(units, step) : units / step) * step;
  return textOf(rounded, FINE + 2);
}

/** How far it is from now, as it is seen from that side: a fraction that is never below zero. */
export function distanceSeen(distance: string, isTurned: boolean): string {
  const far = distance.replace('-', '');
  if (!isTurned) return far;
  // Of its inverse: 1 − 1 ÷ (1 + d).
  const whole = addText('1', distance);
  return divide(far, whole, 18);
}

/** How far a price is above another, as a fraction; null where one of them is nothing. */
export const farOf = (price: string, now: string): string | null =>
  [price, now].every((each) => /[1-9]/.test(each)) ? subtractText(divide(price, now, 18), '1') : null;

/** Where a hand has drawn a price to, with as many digits as a hand can mean. */
export function drawnPrice(value: number): string {
  const least = Math.max(value, 10 ** -PRICE_DECIMALS);
  const decimals = Math.min(PRICE_DECIMALS, Math.max(0, 4 - Math.floor(Math.log10(least))));
  return textOf(unitsOf(least.toFixed(decimals), decimals), decimals);
}
