// Which way a stop waits if its owner does not say, and numbers of links.
import { expect, test } from 'vitest';
import { directionOf, isOff, numberIn } from './stop.ts';

test.each([
  ['', false, 'below'],
  ['', true, 'above'],
  ['above', false, 'above'],
  ['below', true, 'below'],
  ['sideways', true, 'above'],
] as const)('a stop with the direction "%s" (buying: %s) waits for the price to be %s', (chosen, isInverse, when) => {
  expect(directionOf(chosen, isInverse)).toBe(when);
});

test.each([
  ['60', '60'],
  ['0', '0'],
  ['0.5', '0.5'],
  ['61', ''],
  ['-1', ''],
  ['x', ''],
])('of a window of %s minutes in a link, %s is used', (text, minutes) => {
  expect(numberIn(text, 60)).toBe(minutes);
});

test('only a guard of all is off', () => {
  expect(['0', '0.03', '0.999999', '1'].map(isOff)).toEqual([false, false, false, true]);
});
