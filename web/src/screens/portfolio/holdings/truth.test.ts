import { expect, test } from 'vitest';
import { againstHolding, amountTextIn, becauseOf, earnedOf, isOpen, type Position } from './truth.ts';

const position = (fields: object): Position =>
  ({ lpTokens: '5', fees0: '1.2', fees1: '2.5', realisedFees0: '0.5', realisedFees1: '1.1', ...fields }) as Position;

const IN_USDT = amountTextIn('USDT', null);

test('amounts are in the token that the reader chose, if it has a price', () => {
  const quote = { address: 'eur', symbol: 'EUR', decimals: 2 } as never;
  const inEuro = amountTextIn('USDT', { price: '0.9', quote });
  expect(againstHolding(position({ againstHolding: '26.77' }), inEuro)).toBe(
    'You are 24.09 EUR ahead of holding the tokens.',
  );
  expect(amountTextIn('USDT', { price: null, quote })('26.77')).toBe('26.77 USDT');
});

test.each([
  ['0.816326', 'You are 0.816326 USDT ahead of holding the tokens.'],
  ['-1234.5', 'You are 1,234.5 USDT behind holding the tokens.'],
  ['0', 'You are even with holding the tokens.'],
])('a difference of %s from holding is worded as: %s', (difference, words) => {
  expect(againstHolding(position({ againstHolding: difference }), IN_USDT)).toBe(words);
});

test.each([
  ['5.010204', '-4.193878', 'Fees earned: 5.010204 USDT. Impermanent loss, including rounding: 4.193878 USDT.'],
  ['5', '0', 'Fees earned: 5 USDT. The price has not changed.'],
  ['0', '0.000001', 'Fees earned: 0 USDT. Gain from price changes: 0.000001 USDT.'],
])('fees of %s and an impermanent loss of %s are worded as: %s', (feesValue, impermanentLoss, words) => {
  expect(becauseOf(position({ feesValue, impermanentLoss }), IN_USDT)).toBe(words);
});

test('a position has earned the fees still in it plus those paid out, and is open while it has LP tokens', () => {
  expect(earnedOf(position({}))).toEqual(['1.7', '3.6']);
  expect([isOpen(position({})), isOpen(position({ lpTokens: '0' }))]).toEqual([true, false]);
});
