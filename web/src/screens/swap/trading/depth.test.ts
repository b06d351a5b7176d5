import { expect, test } from 'vitest';
import { addText } from '../../../exact/amount.ts';
import { curveOf, levelsOf, roundedPrice } from './depth.ts';

test.each([
  ['2.5', 'ask', '2.5'],
  ['2.500001', 'ask', '2.50001'],
  ['2.500001', 'bid', '2.5'],
  ['2.50001', 'ask', '2.50001'],
  ['2.50001', 'bid', '2.50001'],
  ['2.5000100000000000000001', 'ask', '2.50002'],
  ['9.999999', 'ask', '10'],
  ['9.999999', 'bid', '9.99999'],
  ['12345678', 'bid', '12345600'],
  ['12345678', 'ask', '12345700'],
  ['0.000000123456789', 'bid', '0.000000123456'],
  ['0.000000123456789', 'ask', '0.000000123457'],
] as const)('the price %s of an %s is shown as %s', (price, side, shown) => {
  expect(roundedPrice(price, side)).toBe(shown);
});

test('each level has the exact total of all amounts up to it', () => {
  const amounts = ['0.000000000000000001', '12345678901234567890', '0.1', '0'];
  const levels = levelsOf(
    amounts.map((amount, at) => [String(at + 1), amount]),
    'ask',
  );
  expect(levels.map(({ price }) => price)).toEqual(['1', '2', '3', '4']);
  let total = '0';
  for (const [at, level] of levels.entries()) {
    total = addText(total, amounts[at] as string);
    expect(level).toEqual({ price: String(at + 1), amount: amounts[at], total });
  }
});

test.each([
  ['no level', [], [], null],
  ['one level', [['2', '5']], [], { asks: 'M50 100V0', bids: '', low: '2', high: '2', most: '5' }],
  [
    'both sides',
    [
      ['3', '1'],
      ['4', '1'],
    ],
    [
      ['2', '3'],
      ['0', '1'],
    ],
    { asks: 'M75 100V75H100V50', bids: 'M50 100V25H0V0', low: '0', high: '4', most: '4' },
  ],
] as const)('the curve of %s', (_, asks, bids, curve) => {
  expect(curveOf(levelsOf(asks, 'ask'), levelsOf(bids, 'bid'))).toEqual(curve);
});
