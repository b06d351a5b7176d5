// The candle interval and the first and last candle of each chart range.
import { expect, test } from 'vitest';
import { rangeOf, windowOf } from './windows.ts';

const NOW = Date.parse('2026-11-16T12:34:56Z');
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
const told = (...asked: Parameters<typeof windowOf>) => {
  const { interval, fromMs, toMs } = windowOf(...asked);
  return [interval, iso(fromMs), iso(toMs)];
};

test.each([
  ['1h', ['1m', '2026-11-16T11:35', '2026-11-16T12:34']],
  ['1d', ['15m', '2026-11-15T12:45', '2026-11-16T12:30']],
  ['1w', ['1h', '2026-11-09T13:00', '2026-11-16T12:00']],
  ['1m', ['4h', '2026-10-17T16:00', '2026-11-16T12:00']],
] as const)('the range %s of an old pool has the interval and the first and last candle %j', (range, wanted) => {
  expect(told(range, 0, NOW)).toEqual(wanted);
});

test('a window begins when the pool was created, but has at least two candles', () => {
  expect(told('1d', NOW - 3_600_000, NOW)).toEqual(['15m', '2026-11-16T11:30', '2026-11-16T12:30']);
  expect(told('1h', NOW, NOW)).toEqual(['1m', '2026-11-16T12:33', '2026-11-16T12:34']);
});

test('the range "all" has longer intervals for an older pool, and at most 1000 candles', () => {
  const hours = (count: number) => told('all', NOW - count * 3_600_000, NOW)[0];
  expect([1, 5, 25, 80, 300, 1400, 9000].map(hours)).toEqual(['1m', '1m', '5m', '15m', '1h', '4h', '1d']);
  const { fromMs, toMs, intervalMs } = windowOf('all', 0, NOW);
  expect((toMs - fromMs) / intervalMs + 1).toBe(1000);
});

test('an unknown range is replaced by one day', () => {
  expect([rangeOf('1w'), rangeOf('rubbish')]).toEqual(['1w', '1d']);
});
