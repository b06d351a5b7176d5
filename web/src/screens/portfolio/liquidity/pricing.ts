// How far the price at which liquidity is provided is from that of the exchange's other pools, according to the preview.
import { unitsOf } from '../../../exact/amount.ts';
import { percent } from '../../../exact/figures.ts';

/** The number of decimals of the server's fractions. */
const DIGITS = 12;
const scaled = (fraction: string): bigint => unitsOf(fraction, DIGITS);

/** From this difference on, an arbitrageur would earn more than the usual fees. */
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
