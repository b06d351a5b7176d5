// Worth in another token, by exact division.
import { expect, test } from 'vitest';
import { changeIn, priceIn, type Quote, ratio, worthIn } from './quote.ts';

const USDT: Quote = { address: 'usdt', symbol: 'USDT', decimals: 6, price: null, change: null };
const TON: Quote = { address: 'ton', symbol: 'TON', decimals: 9, price: '2.51930109460444613', change: '0.05' };

test('in the token that the exchange tells worth in, nothing changes', () => {
  expect([worthIn(USDT, '12.345678'), priceIn(USDT, '0.25'), changeIn(USDT, '-0.01')]).toEqual([
    '12.345678',
    '0.25',
    '-0.01',
  ]);
});

test('in another it is divided by its price, cut at its decimals', () => {
  expect(worthIn(TON, '10400523.827173')).toBe('4128336.961964437');
  expect(worthIn({ ...TON, price: '3' }, '10')).toBe('3.333333333');
  expect(worthIn(TON, null)).toBeNull();
  expect(worthIn({ ...TON, price: '0' }, '1')).toBeNull();
});

test('a price keeps 18 significant digits, however small', () => {
  expect(priceIn({ ...TON, price: '3' }, '1')).toBe('0.333333333333333333');
  expect(ratio('1', '3000000000')).toBe('0.000000000333333333333333333');
  expect(ratio('200000', '3')).toBe('66666.6666666666666');
  expect(priceIn(TON, TON.price)).toBe('1');
});

test('a change is against one that has changed too', () => {
  expect(changeIn(TON, '0.05')).toBe('0');
  expect(changeIn(TON, '0.155')).toBe('0.1');
  expect(changeIn(TON, '0')).toBe('-0.047619047619');
  expect(changeIn(TON, null)).toBeNull();
});
