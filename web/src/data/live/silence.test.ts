// What the page says of a silent stream, by a clock of the test.
import { expect, test } from 'vitest';
import { heardAt, type Silence, tickedAt, wordOf } from './silence.ts';

/** The silence after ticks at these times, from a beat at 0. */
const after = (...ticks: readonly number[]): Silence => ticks.reduce(tickedAt, heardAt(0));
const seconds = (count: number): number[] => Array.from({ length: count }, (_, at) => (at + 1) * 1000);

test.each([
  ['4 seconds', seconds(4), 0],
  ['5 seconds', seconds(5), 5],
  ['7 seconds', seconds(7), 7],
  ['8 seconds', seconds(8), 'lost'],
  ['two late ticks, as in a throttled tab', [60_000, 120_000], 0],
  ['a night of sleep and a second', [3_600_000, 3_601_000], 0],
  ['a night of sleep and seven seconds', [3_600_000, ...seconds(7).map((ms) => 3_600_000 + ms)], 'lost'],
] as const)('after a silence of %s it says %j: %j', (_, ticks, word) => {
  expect(wordOf(after(...ticks))).toBe(word);
});

test('a beat ends the silence', () => {
  expect(wordOf(tickedAt(heardAt(7000), 8000))).toBe(0);
});
