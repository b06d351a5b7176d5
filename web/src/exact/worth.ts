// The value of amounts at a price: exact products, cut at the quote token's decimals.
import { addText, isZero, textOf, unitsOf } from './amount.ts';
import { divide } from './figures.ts';

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
type Priced = {
  readonly price: string | null;
  readonly quote: Quote | null;
  /** The current price of a pool; any other price is an average of five minutes. */
  readonly isCurrent?: boolean;
};

/** A pool's own price of one `jetton0`, in `jetton1`. */
export type PoolPrice = {
  readonly jetton0: string;
  readonly jetton1: string;
  readonly price: string | null;
  readonly thin: boolean;
};

/** More digits than any amount has. */
const DIGITS = 48;

/**
 * The price at which a form or a position of one pool values a token: the pool's current price. It is the market's average if the pool
 * has no price or is thin, and none if the market has none, since then nothing shows that the pool's price can be relied on.
 */
export function priceAt(
  address: string,
  pool: PoolPrice | null,
  market: (address: string) => Priced | null,
): Priced | null {
  const priced = market(address);
  if (!priced?.quote || priced.price === null) return priced;
  if (address === priced.quote.address) return { ...priced, isCurrent: true };
  if (!pool?.price || pool.thin) return priced;
  const at = (price: string, isCurrent: boolean): Priced => ({ price, quote: priced.quote, isCurrent });
  const other = address === pool.jetton0 ? pool.jetton1 : pool.jetton0;
  const inOther = address === pool.jetton0 ? pool.price : divide('1', pool.price, DIGITS);
  if (other === priced.quote.address) return at(inOther, true);
  // Of two others one has the average, in either order of the pool, and the second follows from it: the two halves of a position are equal.
  const average = address < other ? null : market(other)?.price;
  return average ? at(worthOf(average, inOther, DIGITS), false) : priced;
}

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
      readonly isCurrent: boolean;
    };

const NOTHING: WorthShown = { kind: 'nothing' };

/** The value to show next to an amount; a positive value is never shown as zero. */
export function worthShown(address: string, amount: string | null, priced: Priced | null): WorthShown {
  if (amount === null || priced === null || priced.quote === null) return NOTHING;
  const { price, quote, isCurrent = false } = priced;
  if (quote.address === address || isZero(amount)) return NOTHING;
  if (price === null) return { kind: 'no-price' };
  const value = worthOf(amount, price, quote.decimals);
  const isLess = isZero(value);
  return { kind: 'worth', value: isLess ? textOf(1n, quote.decimals) : value, symbol: quote.symbol, isLess, isCurrent };
}
