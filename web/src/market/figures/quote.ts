// Worth in another token than the exchange tells it in: by exact division, cut.
import { addText, subtractText } from '../../exact/amount.ts';
import { divide } from '../../exact/figures.ts';

export type Quote = {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
  /** What one of it is worth in the token that the exchange tells worth in; null for that token itself. */
  readonly price: string | null;
  /** How that has changed in 24 hours. */
  readonly change: string | null;
};

const PRICE_DIGITS = 18;

/** An amount of the exchange's own quote token. */
export function worthIn(quote: Quote, worth: string | null): string | null {
  if (worth === null || quote.price === null) return worth;
  return isZero(quote.price) ? null : divide(worth, quote.price, quote.decimals);
}

/** A price in the exchange's own quote token, to 18 significant digits. */
export function priceIn(quote: Quote, price: string | null): string | null {
  if (price === null || quote.price === null) return price;
  return isZero(quote.price) ? null : ratio(price, quote.price);
}

/** How a price has changed against a quote token that has changed too. */
export function changeIn(quote: Quote, change: string | null): string | null {
  if (quote.price === null) return change;
  if (change === null || quote.change === null) return null;
  const grown = addText('1', quote.change);
  return isZero(grown) ? null : divide(subtractText(change, quote.change), grown, 12);
}

/** a ÷ b to 18 significant digits, cut. */
export function ratio(a: string, b: string): string {
  const [whole = '0', fraction = ''] = divide(a, b, 60).replace('-', '').split('.');
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = whole === '0' ? zeros + PRICE_DIGITS : Math.max(0, PRICE_DIGITS - whole.length);
  return divide(a, b, Math.max(1, Math.min(kept, 60)));
}

export const isZero = (text: string): boolean => !/[1-9]/.test(text);
