import { expect, test } from 'vitest';
import { netOf, netWords } from './netting.ts';
import { sumOf, worthOf } from './worth.ts';

const entry = (token: string, change: string) => ({ account: 'x', token, change });
const symbolOf = (token: string) => token.toUpperCase();

test.each([
  [[], 'Nothing was moved', true],
  [[entry('ton', '-10'), entry('ton', '10')], 'TON nets to zero', true],
  [
    [entry('ton', '-1250'), entry('ton', '1250'), entry('usdt', '-3989.514026'), entry('usdt', '3989.514026')],
    'TON and USDT each net to zero',
    true,
  ],
  [
    ['a', 'b', 'c'].flatMap((token) => [entry(token, '-0.000000000000000001'), entry(token, '0.000000000000000001')]),
    'A, B and C each net to zero',
    true,
  ],
  [[entry('ton', '-10'), entry('ton', '9.999999999'), entry('b', '0')], 'TON is off by -0.000000001', false],
  // A float would lose this difference.
  [[entry('ton', '-90071992547409931.1'), entry('ton', '90071992547409931.2')], 'TON is off by 0.1', false],
])('the entries %j are summarised as "%s"', (entries, text, isZero) => {
  expect(netWords(netOf(entries), symbolOf)).toEqual({ text, isZero });
});

test.each([
  ['10', '2.5', 6, '25'],
  ['0.000000001', '2.5', 6, '0'],
  ['3000.009999995', '2.499983333', 6, '7499.974998'],
  ['-10', '0.333333333333333333', 2, '-3.33'],
  ['12345678901234567890.123456789', '1.000000000000000001', 9, '12345678901234567902.469135690'.replace(/0$/, '')],
  ['7', '3', 6, '21'],
])('%s at a price of %s, in a token with %s decimals, is worth %s', (amount, price, decimals, worth) => {
  expect(worthOf(amount, price, decimals)).toBe(worth);
});

test('sums are exact', () => {
  expect(sumOf(['1.5', '-0.25', '0.000000001'])).toBe('1.250000001');
});
