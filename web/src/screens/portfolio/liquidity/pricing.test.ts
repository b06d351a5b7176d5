// How far the first price of a pool is from the market price, on both sides of each boundary.
import { expect, test } from 'vitest';
import { pricingOf } from './pricing.ts';

test.each([
  [null, { kind: 'alone' }],
  ['0', { kind: 'near', part: '0.00%', side: 'above' }],
  ['0.029999999999', { kind: 'near', part: '2.99%', side: 'above' }],
  ['0.03', { kind: 'off', part: '3.00%', side: 'above' }],
  ['-0.03', { kind: 'off', part: '3.00%', side: 'below' }],
  ['-0.149999999999', { kind: 'off', part: '14.99%', side: 'below' }],
  ['-0.15', { kind: 'far', part: '15.00%', side: 'below' }],
  ['99999', { kind: 'far', part: '9,999,900.00%', side: 'above' }],
])('difference %s is %o', (priceDifference, expected) => expect(pricingOf({ priceDifference })).toEqual(expected));
