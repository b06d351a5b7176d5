import { expect, test } from 'vitest';
import { t } from '../../../words/words.ts';
import { newestOf } from './holdings.ts';
import { leftOutWords, totalTextId } from './totals.ts';

const total = (count: number, unpriced: number) => ({ count, unpriced, worth: '1' as never });
const totals = (tokens: [number, number], positions: [number, number], complete = true) => ({
  held: { tokens: total(...tokens), positions: total(...positions) },
  complete,
});

test.each([
  [totals([3000, 0], [250, 0]), null],
  [totals([3, 1], [2, 0]), '1 token has no price and is not counted.'],
  [totals([3, 0], [2, 2]), '2 positions have no price and are not counted.'],
  [totals([5000, 1200], [2, 1]), '1,200 tokens and 1 position have no price and are not counted.'],
  [totals([60_000, 0], [40_000, 0], false), 'Only the first 100,000 holdings are counted.'],
])('the note below the totals %j is: %s', (told, words) => {
  expect(leftOutWords(told)).toBe(words);
});

test('a complete sum is labelled "Total", a partial one "At least"', () => {
  const said = [true, false].map((complete) => t(totalTextId({ complete }), { amount: '5 USDT' }));
  expect(said).toEqual(['Total 5 USDT', 'At least 5 USDT']);
});

test('of several answers, the one with the highest sequence number is used', () => {
  const at = (sequence: number) => ({ sequence }) as never;
  expect(newestOf([at(3), at(7), at(5)])).toEqual({ sequence: 7 });
  expect(newestOf([])).toBeUndefined();
});
