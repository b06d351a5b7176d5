// The value of amounts at a price: exact products, cut at the quote token's decimals.
import { addText, isZero, textOf, unitsOf } from './amount.ts';

const fractionOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** Rounds down, so that a value is never overstated. */
export function worthOf(amount: string, price: string, decimals: number): string {
  const [a, b] = [fractionOf(amount), fractionOf(price)];
  const product = unitsOf(amount, a) * unitsOf(price, b);
  const scale = a + b - decimals;
  return textOf(scale > 0 ? product / 10n ** BigInt(scale) : product * 10n ** BigInt(-scale), decimals);
}

export const sumOf = (amounts: readonly string[]): string => amounts.reduce(addText, '0');

type Quote = { readonly address: string; readonly symbol: string; readonly decimals: number };
type Priced = { readonly price: string | null; readonly quote: Quote | null };

export type WorthShown =
  /** Show nothing: something is not loaded, the amount is zero, or it is in the quote token itself. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'no-price' }
  | {
      readonly kind: 'worth';
      readonly value: string;
      readonly symbol: string;
      /** The value is below the smallest unit, which is shown instead. */
      readonly isLess: boolean;
    };

const NOTHING: WorthShown = { kind: 'nothing' };

/** The value to show next to an amount; a positive value is never shown as zero. */
export function worthShown(address: string, amount: string | null, priced: Priced | null): WorthShown {
  if (amount === null || priced === null || priced.quote === null) return NOTHING;
  const { price, quote } = priced;
  if (quote.address === address || isZero(amount)) return NOTHING;
  if (price === null) return { kind: 'no-price' };
  const value = worthOf(amount, price, quote.decimals);
  const isLess = isZero(value);
  return { kind: 'worth', value: isLess ? textOf(1n, quote.decimals) : value, symbol: quote.symbol, isLess };
}
