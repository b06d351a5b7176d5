// What a chart shows, from the URL or from what was chosen before.
import { expect, test } from 'vitest';
import { readChoice } from './choice.ts';

test.each([
  [{}, ['1d', 'line', true]],
  [{ range: 'all', chart: 'candles', volume: 'no' }, ['all', 'candles', false]],
  [{ range: '1h', chart: 'line', volume: 'yes' }, ['1h', 'line', true]],
  [{ range: '2y', chart: 'pie', volume: '' }, ['1d', 'line', true]],
])('%j is read as %j', (texts, [range, form, hasVolume]) => {
  expect(readChoice(texts)).toEqual({ range, form, hasVolume });
});
