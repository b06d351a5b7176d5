// The interval and the time span of the candles, for each range of the chart.
import type { Calls } from '#client';

type Interval = Calls['getCandles']['input']['interval'];
export type Range = '1h' | '1d' | '1w' | '1m' | 'all';

export type Window = {
  readonly interval: Interval;
  readonly intervalMs: number;
  /** The start of the first interval. */
  readonly fromMs: number;
  /** The start of the last interval, which contains now. */
  readonly toMs: number;
};

const MINUTE = 60_000;
/** Refetch interval of 24-hour figures, which change with time even without swaps. */
export const A_MINUTE = MINUTE;
export const INTERVALS: Readonly<Record<Interval, number>> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': 60 * MINUTE,
  '4h': 240 * MINUTE,
  '1d': 1440 * MINUTE,
};

const RANGES: Readonly<Record<Exclude<Range, 'all'>, readonly [Interval, number]>> = {
  '1h': ['1m', 60],
  '1d': ['15m', 96],
  '1w': ['1h', 168],
  '1m': ['4h', 180],
};
/** For "all": the finest interval that needs at most this many steps; otherwise days, as many as one answer has. */
const FINEST_STEPS = 360;
const MOST_STEPS = 1000;

export const RANGE_NAMES: readonly Range[] = ['1h', '1d', '1w', '1m', 'all'];

export const rangeOf = (text: string): Range => RANGE_NAMES.find((name) => name === text) ?? '1d';

/** The window does not begin before the pool was created, but always has at least two steps. */
export function windowOf(range: Range, createdMs: number, nowMs: number): Window {
  const [interval, steps] = range === 'all' ? allOf(nowMs - createdMs) : RANGES[range];
  const intervalMs = INTERVALS[interval];
  const toMs = floor(nowMs, intervalMs);
  const earliest = toMs - (steps - 1) * intervalMs;
  const fromMs = Math.min(Math.max(earliest, floor(createdMs, intervalMs)), toMs - intervalMs);
  return { interval, intervalMs, fromMs, toMs };
}

function allOf(ageMs: number): readonly [Interval, number] {
  const fine = (Object.keys(INTERVALS) as Interval[]).find((name) => ageMs / INTERVALS[name] <= FINEST_STEPS);
  return fine === undefined ? ['1d', MOST_STEPS] : [fine, FINEST_STEPS + 2];
}

const floor = (ms: number, to: number): number => Math.floor(ms / to) * to;
