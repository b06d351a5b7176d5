// Which of the account's fills are marked in a chart, and where.
import { expect, test } from 'vitest';
import type { Fill } from '../../data/own-fills.ts';
import { marksOf } from './marks.ts';

const MINUTE = 60_000;
const window = { stepMs: MINUTE, fromMs: 10 * MINUTE, toMs: 15 * MINUTE };
const fill = (ms: number, tokenA: string, amountA: string, tokenB: string, amountB: string): Fill =>
  ({ createdAt: new Date(ms).toISOString(), tokenA, tokenB, amountA, amountB }) as Fill;
const marksFor = (fills: readonly Fill[]) =>
  marksOf(fills, ['GOLD', 'CASH'], window).map(({ step, isBuy, amount, price, fills: count }) => [
    ...[step, isBuy ? 'buy' : 'sell', amount, price, count],
  ]);

test.each([
  ['a purchase', fill(12 * MINUTE, 'CASH', '800', 'GOLD', '2'), [[2, 'buy', '2', '400', 1]]],
  ['a sale', fill(12 * MINUTE, 'GOLD', '2', 'CASH', '790'), [[2, 'sell', '2', '395', 1]]],
  ['the first moment', fill(10 * MINUTE, 'GOLD', '1', 'CASH', '1'), [[0, 'sell', '1', '1', 1]]],
  ['the moment before', fill(10 * MINUTE - 1, 'GOLD', '1', 'CASH', '1'), []],
  ['the last moment', fill(16 * MINUTE - 1, 'GOLD', '1', 'CASH', '1'), [[5, 'sell', '1', '1', 1]]],
  ['the moment after', fill(16 * MINUTE, 'GOLD', '1', 'CASH', '1'), []],
  ['a sale for another token', fill(12 * MINUTE, 'GOLD', '1', 'SILVER', '1'), []],
  ['a purchase with another token', fill(12 * MINUTE, 'SILVER', '1', 'GOLD', '1'), []],
])('%s', (_, one, marks) => {
  expect(marksFor([one])).toEqual(marks);
});

test('the purchases of a step are one mark at their average price, and its sales another', () => {
  const [at, later] = [12 * MINUTE, 13 * MINUTE];
  const fills = [
    fill(later, 'CASH', '410', 'GOLD', '1'),
    fill(at + 2, 'CASH', '400', 'GOLD', '1'),
    fill(at + 1, 'GOLD', '1', 'CASH', '390'),
    fill(at, 'CASH', '1230', 'GOLD', '3'),
  ];
  expect(marksFor(fills)).toEqual([
    [3, 'buy', '1', '410', 1],
    [2, 'buy', '4', '407.5', 2],
    [2, 'sell', '1', '390', 1],
  ]);
});

test('in the other direction a purchase is a sale, at the inverted price', () => {
  const [mark] = marksOf([fill(12 * MINUTE, 'CASH', '800', 'GOLD', '2')], ['CASH', 'GOLD'], window);
  expect(mark).toEqual({ step: 2, isBuy: false, amount: '800', price: '0.0025', fills: 1 });
});
