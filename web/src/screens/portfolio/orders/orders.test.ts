import { expect, test } from 'vitest';
import { isOfPair } from '../../../data/orders.ts';
import { distanceOf, filledPart } from './orders.ts';

test.each([
  ['2.6', '2.5', '1', '0.04'],
  ['2.4', '2.5', '1', '-0.04'],
  ['0.5', '1', '2', '0'],
  [null, '2.5', '1', null],
  ['2.6', null, '1', null],
  ['2.6', '2.5', '0', null],
  ['2.6', '0', '1', null],
])('with a limit of %s and token prices of %s and %s, the distance is %s', (limit, a, b, distance) => {
  expect(distanceOf(limit, a, b)).toBe(distance);
});

test('the filled part of an order is its filled amount divided by its amount', () => {
  expect(filledPart({ filledA: '33.3', amountA: '100', amountB: null } as never)).toBe(0.333);
});

test.each([
  ['ton', 'usdt', true],
  ['usdt', 'ton', true],
  ['ton', 'dai', false],
  ['dai', 'usdt', false],
])('an order that sells %s for %s is of the pair of TON and USDT: %s', (tokenA, tokenB, isOne) => {
  expect(isOfPair({ tokenA, tokenB }, ['ton', 'usdt'])).toBe(isOne);
});
