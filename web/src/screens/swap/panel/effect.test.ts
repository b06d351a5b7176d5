// The total cost of a swap and its fee part, never understated.
import { expect, test } from 'vitest';
import { betterBy, costOf, feesIn, percentUp, shownCost } from './effect.ts';
import { type Quote, smallestFeeOf } from './prepared-swap.ts';

test.each([
  ['0.003', '0', '0.003'],
  ['0.5', '0', '0.5'],
  ['0.55', '0.1', '0.5'],
  // 1 − 0.9 ÷ 0.95, rounded up.
  ['0.1', '0.05', '0.052631578947368422'],
  ['0.05', '0.05', '0'],
  ['0.04', '0.05', '0'],
  ['1', '0.5', '1'],
  ['1', '1', '0'],
])('a cost of %s with an impact of %s has fees of %s', (totalCost, priceImpact, fees) =>
  expect(feesIn({ totalCost, priceImpact })).toBe(fees),
);

test.each([
  // The parts of 0.3004 % are 0.3 % and 0.0004 %.
  ['0.003004', '0.000004', { total: '0.31', impact: '0.01', fees: '0.30' }],
  ['0.392', '0.389751', { total: '39.20', impact: '38.98', fees: '0.22' }],
  ['0.003', '0', { total: '0.30', impact: '0.00', fees: '0.30' }],
  ['0.04', '0.05', { total: '4.00', impact: '5.00', fees: null }],
  ['0', '0.05', { total: '0.00', impact: '5.00', fees: null }],
])('a cost of %s with an impact of %s is shown as %j', (totalCost, priceImpact, shown) =>
  expect(shownCost({ totalCost, priceImpact })).toEqual(shown),
);

test.each([
  ['1.0365', '1', '3.65%'],
  ['0.207', '0.2', '3.50%'],
  ['1', '1', null],
  ['0.997', '1', null],
])('a price of %s is better than the mid price of %s by %s', (price, midPrice, better) =>
  expect(betterBy({ price, midPrice })).toBe(better),
);

test('the cost is never less than the impact, and its percentage is rounded up', () => {
  expect(costOf({ totalCost: '0.04', priceImpact: '0.05' })).toBe('0.05');
  expect(costOf({ totalCost: '0.06', priceImpact: '0.05' })).toBe('0.06');
  expect(percentUp('0.502300000000000001')).toBe('50.24');
});

test.each([
  ['3', '1', 0, '1'],
  ['100', '1', 0, '1'],
  ['101', '1', 0, null],
  ['50', '2', 0, null],
  ['0.5', '0.1', 1, '0.1'],
  ['50', '0.1', 1, null],
  ['50', '0', 0, null],
])(
  'of %s received with a fee of %s, in a token of %s decimals, the fee of one unit that takes 1 %% or more is %s',
  (amountB, protocol, decimals, told) => {
    const quote = { route: [{ tokenB: 'b', amountB, fees: { protocol } }] } as unknown as Quote;
    const receive = { address: 'b', symbol: 'B', decimals, amount: amountB };
    expect(smallestFeeOf(quote, { receive })).toBe(told);
  },
);
