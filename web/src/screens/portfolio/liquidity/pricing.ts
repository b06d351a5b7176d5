// How far the price that liquidity is provided at lies from what the exchange knows of it: a pure function of the preview.
import { unitsOf } from '../../../exact/amount.ts';
import { percent } from '../../../exact/figures.ts';

/** As fine as the exchange tells it. */
const DIGITS = 12;
const scaled = (fraction: string): bigint => unitsOf(fraction, DIGITS);

/** From here on whoever trades against it earns more than the usual fees. */
const ATTENTION_FROM = scaled('0.03');
const ALARM_FROM = scaled('0.15');

export type Pricing =
  /** Nothing is known to compare it with. */
  | { readonly kind: 'alone' }
  | {
      readonly kind: 'near' | 'off' | 'far';
      /** In percent, and to which side. */
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
