import { expect, test } from 'vitest';
import type { Fill } from '../../../data/own-fills.ts';
import { fillRow } from './fills.ts';

test.each([
  ['gold', 'cash', '2', '800', { side: 'sell', amount: '2', total: '800', price: '400' }],
  ['cash', 'gold', '800', '2', { side: 'buy', amount: '2', total: '800', price: '400' }],
  ['cash', 'gold', '1', '3', { side: 'buy', amount: '3', total: '1', price: '0.333333333333333333333333' }],
  ['gold', 'cash', '0', '0', { side: 'sell', amount: '0', total: '0', price: '0' }],
])('for %s given and %s received, %s and %s', (tokenA, tokenB, amountA, amountB, wanted) => {
  expect(fillRow({ tokenA, tokenB, amountA, amountB } as Fill, 'gold')).toMatchObject(wanted);
});
