// Prices, to eighteen significant digits and never rounded up.
import { expect, test } from 'vitest';
import { token } from '../../test/paper-exchange.ts';
import { amount } from '../core/amount.ts';
import { textOf } from './exact-json.ts';
import { priceOf } from './records.ts';

const price = (a: bigint, b: bigint, decimalsA = 0, decimalsB = 0) =>
  textOf(priceOf(amount(a), token('apple', decimalsA), amount(b), token('bread', decimalsB)));

test.each([
  [3n, 1n, '0.333333333333333333'],
  [3n, 2n, '0.666666666666666666'],
  [3n, 10n, '3.33333333333333333'],
  [7n, 10n, '1.42857142857142857'],
  [3n, 10_000_000n, '3333333.33333333333'],
  [3_000_000n, 1n, '0.000000333333333333333333'],
  [3n, 10n ** 30n, '333333333333333333333333333333'],
  [4n, 1n, '0.25'],
  [1n, 3n, '3'],
])('%d of A for %d of B is a price of %s', (a, b, text) => {
  expect(price(a, b)).toBe(text);
});

test('counts whole tokens of both', () => {
  expect(price(3_000_000n, 10n, 6, 0)).toBe('3.33333333333333333');
  expect(price(3n, 10_000_000n, 0, 6)).toBe('3.33333333333333333');
});
