import { expect, test } from 'vitest';
import { againstHolding, becauseOf, earnedOf, isOpen, type Position } from './truth.ts';

const position = (fields: object): Position =>
  ({ lpTokens: '5', fees0: '1.2', fees1: '2.5', realisedFees0: '0.5', realisedFees1: '1.1', ...fields }) as Position;

test.each([
  ['0.816326', 'Had you kept the tokens, you would have 0.816326 USDT less.'],
  ['-1234.5', 'Had you kept the tokens, you would have 1,234.5 USDT more.'],
  ['0', 'Had you kept the tokens, you would have as much.'],
])('against holding: %s', (difference, words) => {
  expect(againstHolding(position({ againstHolding: difference }), 'USDT')).toBe(words);
});

test.each([
  ['5.010204', '-4.193878', 'Fees brought 5.010204 USDT; that the price moved, and rounding, cost 4.193878 USDT.'],
  ['5', '0', 'Fees brought 5 USDT; the price is where it was.'],
  ['0', '0.000001', 'Fees brought 0 USDT; that the price moved brought 0.000001 USDT.'],
])('because of %s and %s', (feesValue, impermanentLoss, words) => {
  expect(becauseOf(position({ feesValue, impermanentLoss }), 'USDT')).toBe(words);
});

test('earned are the fees still in it and those that were paid', () => {
  expect(earnedOf(position({}))).toEqual(['1.7', '3.6']);
  expect([isOpen(position({})), isOpen(position({ lpTokens: '0' }))]).toEqual([true, false]);
});
