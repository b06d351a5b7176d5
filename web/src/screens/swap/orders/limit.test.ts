// Minimum amounts from a limit price, and the prices that the buttons set.
import { expect, test } from 'vitest';
import {
  distanceSeen,
  drawnPrice,
  inverted,
  maxPaidOf,
  minReceivedOf,
  relativeDifference,
  shiftedPrice,
} from './limit.ts';

const TON = { decimals: 9 };
const USDT = { decimals: 6 };
const GRAIN = { decimals: 0 };

test.each([
  ['100', '2.6', TON, USDT, false, '260'],
  // Rounded up: a unit less would be below the price.
  ['0.000000001', '2.6', TON, USDT, false, '0.000001'],
  ['3', '0.333333', GRAIN, USDT, false, '0.999999'],
  ['3', '0.5', GRAIN, GRAIN, false, '2'],
  // A price per token received.
  ['260', '2.6', USDT, TON, true, '100'],
  ['100', '3', USDT, TON, true, '33.333333334'],
  ['1', '0.000000000000000000000001', GRAIN, GRAIN, true, `1${'0'.repeat(24)}`],
] as const)('the minimum received for %s at %s is rounded up', (amount, price, pay, receive, isInverse, least) => {
  expect(minReceivedOf(amount, price, { pay, receive, isInverse })).toBe(least);
});

test.each([
  ['100', '2.6', USDT, TON, true, '260'],
  // Rounded down: a unit more would be above the price.
  ['0.000000001', '2.6', USDT, TON, true, '0'],
  ['3', '0.5', GRAIN, GRAIN, true, '1'],
  // A price per token paid.
  ['260', '2.6', TON, USDT, false, '100'],
  ['100', '3', TON, USDT, false, '33.333333333'],
] as const)('the most to pay for %s at %s is rounded down', (bought, price, pay, receive, isInverse, most) => {
  expect(maxPaidOf(bought, price, { pay, receive, isInverse })).toBe(most);
});

test.each([
  ['2.51174', 0, false, '2.51174'],
  ['2.5117412345', 0, false, '2.51174'],
  ['2.51174', 1, false, '2.53685'],
  ['2.51174', 5, false, '2.63732'],
  ['123456789', 0, false, '123456000'],
  ['0.000000000123456789', 5, false, '0.000000000129629'],
  // Prices per token received: lower is better, and "now" is not below the current price.
  ['0.4', 0, true, '2.5'],
  ['0.3', 0, true, '3.33334'],
  ['0.4', 1, true, '2.475'],
  ['0.4', 5, true, '2.375'],
] as const)('from %s, the button for %i %% better (inverted: %s) sets %s', (now, percent, isInverse, price) => {
  expect(shiftedPrice(now, percent, isInverse)).toBe(price);
});

test('a price inverted twice is itself', () => {
  for (const price of ['2.6', '3', '0.37', '123.456789'])
    expect(shiftedPrice(shiftedPrice(price, 0, true, 12), 0, true, 12)).toBe(price);
  expect(inverted('4')).toBe('0.25');
});

test.each([
  ['0.05', false, '0.05'],
  ['-0.05', false, '0.05'],
  ['0.25', true, '0.2'],
  ['-0.2', true, '0.25'],
  ['0', true, '0'],
])('a limit at a distance of %s (inverted: %s) is shown as %s away', (distance, isInverse, seen) => {
  expect(distanceSeen(distance, isInverse)).toBe(seen);
});

test.each([
  [2.61234567, '2.6123'],
  [2.6, '2.6'],
  [123456.7, '123457'],
  [0.00001234567, '0.000012346'],
  [1e-15, '0.000000000000001'],
  // A price is never zero or negative.
  [0, '0.000000000000000000000001'],
  [-5, '0.000000000000000000000001'],
])('dragging the limit to %s sets the price %s', (value, price) => {
  expect(drawnPrice(value)).toBe(price);
});

test('the difference of two prices is a part of the second, and null if one is zero', () => {
  expect([relativeDifference('2.6', '2.5'), relativeDifference('2.4', '2.5'), relativeDifference('1', '1')]).toEqual([
    '0.04',
    '-0.04',
    '0',
  ]);
  expect([relativeDifference('0', '1'), relativeDifference('1', '0.0')]).toEqual([null, null]);
});
