// Which orders are cancelled together, and what is said of them then.
import { expect, test } from 'vitest';
import { cancelledOf, isOfPair } from './cancelling.ts';

test.each([
  ['ton', 'usdt', true],
  ['usdt', 'ton', true],
  ['ton', 'dai', false],
  ['dai', 'usdt', false],
])('an order that sells %s for %s is of the pair of TON and USDT: %s', (tokenA, tokenB, isOne) => {
  expect(isOfPair({ tokenA, tokenB }, ['ton', 'usdt'])).toBe(isOne);
});

test('orders that were over before are not counted as cancelled', () => {
  expect(cancelledOf([{ status: 200 }, { status: 422 }, { status: '200' }])).toEqual({ cancelled: 2, over: 1 });
});
