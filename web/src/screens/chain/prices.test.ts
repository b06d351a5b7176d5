import { expect, test } from 'vitest';
import { pricesOf, TON, totalOf, worthIn } from './prices.ts';

const pool = (jetton0: string, reserve0: string, jetton1: string, reserve1: string) => ({
  ...{ jetton0, reserve0, jetton1, reserve1 },
});

const PRICES = pricesOf([
  pool(TON.address, '1', 'usdt', '900'),
  // The deepest pool counts, whichever side TON is on.
  pool('usdt', '2500', TON.address, '1000'),
  pool('dai', '500.5', 'usdt', '500.5'),
  pool('empty', '0', TON.address, '0'),
]);

test('a token is priced by its deepest pool with TON, or through a priced token', () => {
  expect([PRICES.get('usdt'), PRICES.get('dai'), PRICES.has('empty')]).toEqual(['0.4', '0.4', false]);
  expect(worthIn(PRICES, TON.address, '2.5')).toBe('2.5');
  expect(worthIn(PRICES, 'usdt', '10.000001')).toBe('4.0000004');
  expect(worthIn(PRICES, 'empty', '7')).toBe(null);
});

test('a total sums the known values and counts the missing ones', () => {
  expect(totalOf(['2.5', null, '4'])).toEqual({ total: '6.5', unpriced: 1 });
  expect(totalOf([])).toEqual({ total: '0', unpriced: 0 });
});
