import { expect, test } from 'vitest';
import { againstHolding, becauseOf, earnedOf, isOpen, type Position } from './truth.ts';

const position = (fields: object): Position =>
  ({ lpTokens: '5', fees0: '1.2', fees1: '2.5', realisedFees0: '0.5', realisedFees1: '1.1', ...fields }) as Position;

test.each([
  ['0.816326', 'Holding the tokens instead would be worth 0.816326 USDT less.'],
  ['-1234.5', 'Holding the tokens instead would be worth 1,234.5 USDT more.'],
  ['0', 'Holding the tokens instead would be worth the same.'],
])('against holding: %s', (difference, words) => {
  expect(againstHolding(position({ againstHolding: difference }), 'USDT')).toBe(words);
});

test.each([
  ['5.010204', '-4.193878', 'Fees earned: 5.010204 USDT. Impermanent loss, including rounding: 4.193878 USDT.'],
  ['5', '0', 'Fees earned: 5 USDT. The price has not changed.'],
  ['0', '0.000001', 'Fees earned: 0 USDT. Gain from price changes: 0.000001 USDT.'],
])('because of %s and %s', (feesValue, impermanentLoss, words) => {
  expect(becauseOf(position({ feesValue, impermanentLoss }), 'USDT')).toBe(words);
});

test('earned are the fees still in it and those that were paid', () => {
  expect(earnedOf(position({}))).toEqual(['1.7', '3.6']);
  expect([isOpen(position({})), isOpen(position({ lpTokens: '0' }))]).toEqual([true, false]);
});
