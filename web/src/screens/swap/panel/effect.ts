// A swap's price impact and total cost: how prominently they are shown, in percentages that are rounded up.
import { halfWidth, subtractText, textOf, unitsOf } from '../../../exact/amount.ts';
import { divide, percent } from '../../../exact/figures.ts';

/** The number of decimals of the server's fractions. */
const DIGITS = 18;
const scaled = (fraction: string): bigint => unitsOf(fraction, DIGITS);

const PLAIN_FROM = scaled('0.01');
const LARGE_FROM = scaled('0.05');

type Tone = 'quiet' | 'plain' | 'large' | 'over';

/** An effect equal to the limit is not over it, as in the ledger. */
export function toneOf(effect: string, limit: string): Tone {
  const size = scaled(effect);
  if (size > scaled(limit)) return 'over';
  if (size >= LARGE_FROM) return 'large';
  return size >= PLAIN_FROM ? 'plain' : 'quiet';
}

/** In percent, rounded up to a hundredth: a cost over the limit is never shown as equal to it. */
export const percentUp = (effect: string): string => inPercent(hundredthsUp(effect));

function hundredthsUp(effect: string): bigint {
  const step = 10n ** BigInt(DIGITS - 4);
  return (scaled(effect) + step - 1n) / step;
}

const inPercent = (hundredths: bigint): string => `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;

/** Parses a typed percentage to a fraction; null if it is invalid or above a hundred. */
export function effectOf(typed: string): string | null {
  const text = halfWidth(typed).trim().replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) return null;
  const units = unitsOf(text, 4);
  return units > 0n && units <= 1_000_000n ? textOf(units, 6) : null;
}

type Costs = { readonly totalCost: string; readonly priceImpact: string };

/** Price impact, fees and rounding together; at least the impact, even if a part of the route pays more than the price before the swap. */
export const costOf = ({ totalCost, priceImpact }: Costs): string =>
  scaled(totalCost) < scaled(priceImpact) ? priceImpact : totalCost;

/** The part of the cost that is fees and rounding: 1 − (1 − cost) ÷ (1 − impact), rounded up. */
export function feesIn({ totalCost, priceImpact }: Costs): string {
  const whole = 10n ** BigInt(DIGITS);
  const [kept, moved] = [whole - scaled(totalCost), whole - scaled(priceImpact)];
  return moved <= 0n || kept >= moved ? '0' : textOf(whole - (kept * whole) / moved, DIGITS);
}

type ShownCost = { readonly total: string; readonly impact: string; readonly fees: string | null };

/** The cost and its parts in percent for display: fees are total minus impact, so that they add up; null if the total is less than the impact. */
export function shownCost({ totalCost, priceImpact }: Costs): ShownCost {
  const [total, impact] = [hundredthsUp(totalCost), hundredthsUp(priceImpact)];
  const hasFees = scaled(totalCost) >= scaled(priceImpact);
  return { total: inPercent(total), impact: inPercent(impact), fees: hasFees ? inPercent(total - impact) : null };
}

/** How much more is received than at the mid price, in percent, rounded down; null if it is not more. */
export function betterBy({ price, midPrice }: { readonly price: string; readonly midPrice: string }): string | null {
  const more = subtractText(price, midPrice);
  return more.startsWith('-') || !/[1-9]/.test(more) ? null : percent(divide(more, midPrice));
}

export const reaches = (allowed: string, effect: string): boolean => scaled(allowed) >= scaled(effect);

/** How much less is received because of an effect e (the price impact or the total cost): received · e ÷ (1 − e), rounded down. */
export function lostTo(effect: string, received: string, decimals: number): string {
  const [part, whole] = [scaled(effect), 10n ** BigInt(DIGITS)];
  if (part >= whole) return received;
  return textOf((unitsOf(received, decimals) * part) / (whole - part), decimals);
}
