// How far the price of a provide is from the exchange's other pools: a pure function of the preview.
import { unitsOf } from '../../../exact/amount.ts';
import { percent } from '../../../exact/figures.ts';

/** The server's number of decimals. */
const DIGITS = 12;
const scaled = (fraction: string): bigint => unitsOf(fraction, DIGITS);

/** From here on an arbitrageur earns more than the usual fees. */
const ATTENTION_FROM = scaled('0.03');
const ALARM_FROM = scaled('0.15');

export type Pricing =
  /** There is no other price to compare with. */
  | { readonly kind: 'alone' }
  | {
      readonly kind: 'near' | 'off' | 'far';
      /** The difference in percent, and its direction. */
      readonly part: string;
      readonly side: 'above' | 'below';
    };

export function pricingOf({ priceDifference }: { readonly priceDifference: string | null }): Pricing {
  if (priceDifference === null) return { kind: 'alone' };
  const size = priceDifference.replace('-', '');
  const units = scaled(size);
  return {
    kind: units >= ALARM_FROM ? 'far' : units >= ATTENTION_FROM ? 'off' : 'near',
    part: percent(size),
    side: priceDifference.startsWith('-') ? 'below' : 'above',
  };
}
