// The candle interval and the first and last candle of each chart range.
import { expect, test } from 'vitest';
import { INTERVALS, rangeOf, spansOf, windowOf } from './windows.ts';

const MINUTE = 60_000;
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

test('a pool younger than the range has shorter steps, from the one before it was created', () => {
  expect(told('1d', NOW - 3_600_000, NOW)).toEqual(['1m', '2026-11-16T11:33', '2026-11-16T12:34']);
  expect(told('1m', NOW - 25 * 3_600_000, NOW)).toEqual(['5m', '2026-11-15T11:25', '2026-11-16T12:30']);
  expect(told('1h', NOW - 3_600_000, NOW)[1]).toBe('2026-11-16T11:33');
  expect(told('1h', NOW - 3_660_000, NOW)[1]).toBe('2026-11-16T11:35');
  expect(told('1h', NOW, NOW)).toEqual(['1m', '2026-11-16T12:33', '2026-11-16T12:34']);
  // The clock of the browser may be behind.
  expect(told('1h', NOW + 600_000, NOW)).toEqual(['1m', '2026-11-16T12:33', '2026-11-16T12:34']);
});

const [HOUR, DAY] = [3_600_000, 86_400_000];

test('the range "all" begins with the pool and has at most 400 steps, of weeks and then of four weeks for old pools', () => {
  const shownOf = (ageMs: number) => {
    const { interval, stepMs, fromMs, toMs } = windowOf('all', NOW - ageMs, NOW);
    expect(fromMs).toBeLessThanOrEqual(NOW - ageMs - stepMs);
    expect(fromMs).toBeGreaterThan(NOW - ageMs - 2 * stepMs);
    expect((toMs - fromMs) / stepMs + 1).toBeLessThanOrEqual(403);
    return [interval, stepMs / HOUR];
  };
  expect([1, 5, 25, 80, 300, 1400].map((hours) => shownOf(hours * HOUR))).toEqual([
    ...[
      ['1m', 1 / 60],
      ['1m', 1 / 60],
      ['5m', 1 / 12],
      ['15m', 1 / 4],
      ['1h', 1],
      ['4h', 4],
    ],
  ]);
  expect([365, 400, 401, 3 * 365, 2800, 2801].map((days) => shownOf(days * DAY)[1])).toEqual([
    ...[24, 24, 168, 168, 168, 672],
  ]);
  expect(new Date(windowOf('all', 0, NOW).fromMs).getUTCDay()).toBe(1);
});

test.each(['1h', '1d', '1w', '1m', 'all'] as const)(
  'the recent candles of the range %s are 16 to 32, the past stays the same as long, and both fill the window',
  (range) => {
    for (const ageMs of [MINUTE, 20 * MINUTE, HOUR, 30 * DAY, 3 * 365 * DAY, 20 * 365 * DAY]) {
      const pasts = new Map<string, Set<string>>();
      const each = INTERVALS[windowOf(range, NOW - ageMs, NOW).interval];
      for (let step = 0; step < 16; step++) {
        const nowMs = NOW + step * each;
        const { interval, stepMs, fromMs, pastMs, recentMs } = windowOf(range, NOW - ageMs, nowMs);
        expect(pastMs).toBeLessThanOrEqual(fromMs);
        expect(recentMs).toBeGreaterThanOrEqual(pastMs);
        expect((nowMs - recentMs) / INTERVALS[interval]).toBeLessThan(32);
        if (pastMs < recentMs) expect((nowMs - recentMs) / INTERVALS[interval]).toBeGreaterThanOrEqual(16);
        const kind = `${interval} ${stepMs}`;
        pasts.set(kind, (pasts.get(kind) ?? new Set()).add(`${pastMs} ${recentMs}`));
      }
      for (const one of pasts.values()) expect(one.size).toBeLessThanOrEqual(2);
    }
  },
);

test('spans cover the whole time, each with at most as many intervals as an answer', () => {
  expect(spansOf('1d', 0, 2500 * DAY)).toEqual([
    [0, 1000 * DAY],
    [1000 * DAY, 2000 * DAY],
    [2000 * DAY, 2500 * DAY],
  ]);
  expect(spansOf('1m', 0, 1000 * MINUTE)).toEqual([[0, 1000 * MINUTE]]);
  expect(spansOf('1m', 0, 0)).toEqual([]);
});

test('an unknown range is replaced by one day', () => {
  expect([rangeOf('1w'), rangeOf('rubbish')]).toEqual(['1w', '1d']);
});
