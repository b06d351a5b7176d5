import { expect, test } from 'vitest';
import { extremesOf, pathOf, piecesOf, type WorthPoint } from './line.ts';

const points = (...of: readonly (readonly [string | null, number?])[]): readonly WorthPoint[] =>
  of.map(([worth, unpriced = 0], day) => ({ at: `2026-11-${10 + day}T00:00:00.000Z`, worth, unpriced }) as WorthPoint);
const BOX = { width: 100, height: 50 };

test.each([
  ['a rising value', points(['1'], ['2'], ['3']), ['M0.0 50.0L50.0 25.0L100.0 0.0']],
  ['a value that never changes is in the middle', points(['5'], ['5']), ['M0.0 25.0L100.0 25.0']],
  ['an unknown value interrupts the line', points(['1'], [null], ['3'], ['3']), ['M0.0 50.0h0', 'M66.7 0.0L100.0 0.0']],
  [
    'so does a holding whose price is found',
    points(['1', 1], ['2', 1], ['9', 0]),
    ['M0.0 50.0L50.0 43.8', 'M100.0 0.0h0'],
  ],
  ['nothing known', points([null], [null]), []],
  ['a single point', points(['7']), ['M100.0 25.0h0']],
])('%s', (_, given, paths) => {
  expect(piecesOf(given, BOX).map(pathOf)).toEqual(paths);
});

test('the sentence names the first, the last, the lowest and the highest known value', () => {
  const given = points([null], ['10'], ['9'], ['100.5'], ['20']);
  expect(extremesOf(given)).toEqual({ first: given[1], last: given[4], low: '9', high: '100.5' });
  expect(extremesOf(points([null]))).toBeNull();
});
