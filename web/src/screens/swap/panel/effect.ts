// How far a swap moves its own price and what it costs in all: by which tone that is told, and in figures that never flatter.
import { subtractText, textOf, unitsOf } from '../../../exact/amount.ts';
import { divide, percent } from '../../../exact/figures.ts';

/** As fine as the exchange tells it. */
const DIGITS = 18;
const scaled = (fraction: string): bigint => unitsOf(fraction, DIGITS);

const PLAIN_FROM = scaled('0.01');
const LARGE_FROM = scaled('0.05');

type Tone = 'quiet' | 'plain' | 'large' | 'over';

/** A limit may be reached, but not passed: so the ledger has it. */
export function toneOf(effect: string, limit: string): Tone {
  const size = scaled(effect);
  if (size > scaled(limit)) return 'over';
  if (size >= LARGE_FROM) return 'large';
  return size >= PLAIN_FROM ? 'plain' : 'quiet';
}

/** In percent, up to a hundredth: one over a limit is never shown as equal to it. */
export const percentUp = (effect: string): string => inPercent(hundredthsUp(effect));

function hundredthsUp(effect: string): bigint {
  const step = 10n ** BigInt(DIGITS - 4);
  return (scaled(effect) + step - 1n) / step;
}

const inPercent = (hundredths: bigint): string => `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;

/** A typed percentage as a fraction; null for what is none, or beyond a hundred. */
export function effectOf(typed: string): string | null {
  const text = typed.trim().replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) return null;
  const units = unitsOf(text, 4);
  return units > 0n && units <= 1_000_000n ? textOf(units, 6) : null;
}

type Costs = { readonly totalCost: string; readonly priceImpact: string };

/** Price impact, fees and rounding together; where parts of a route pay more than the price before, no less than the effect. */
export const costOf = ({ totalCost, priceImpact }: Costs): string =>
  scaled(totalCost) < scaled(priceImpact) ? priceImpact : totalCost;

/** What of the cost is fees and rounding: 1 − (1 − cost) ÷ (1 − effect), up. */
export function feesIn({ totalCost, priceImpact }: Costs): string {
  const whole = 10n ** BigInt(DIGITS);
  const [kept, moved] = [whole - scaled(totalCost), whole - scaled(priceImpact)];
  return moved <= 0n || kept >= moved ? '0' : textOf(whole - (kept * whole) / moved, DIGITS);
}

type ShownCost = { readonly total: string; readonly impact: string; readonly fees: string | null };

/** A cost and its parts in percent, as they are shown: fees are what is left of the total, so that it adds up; null where it is less than the impact. */
export function shownCost({ totalCost, priceImpact }: Costs): ShownCost {
  const [total, impact] = [hundredthsUp(totalCost), hundredthsUp(priceImpact)];
  const hasFees = scaled(totalCost) >= scaled(priceImpact);
  return { total: inPercent(total), impact: inPercent(impact), fees: hasFees ? inPercent(total - impact) : null };
}

/** How much more is received than at the price before, in percent, cut; null where it is not more. */
export function betterBy({ price, midPrice }: { readonly price: string; readonly midPrice: string }): string | null {
  const more = subtractText(price, midPrice);
  return more.startsWith('-') || !/[1-9]/.test(more) ? null : percent(divide(more, midPrice));
}

export const reaches = (allowed: string, effect: string): boolean => scaled(allowed) >= scaled(effect);

/** What the same amount would pay more without the effect, or without any cost: received · e ÷ (1 − e), cut. */
export function lostTo(effect: string, received: string, decimals: number): string {
  const [part, whole] = [scaled(effect), 10n ** BigInt(DIGITS)];
  if (part >= whole) return received;
  return textOf((unitsOf(received, decimals) * part) / (whole - part), decimals);
}
