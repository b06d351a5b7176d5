// Which candles a range of the chart needs: their interval, the time span, and the part of it that later swaps cannot change.
import type { Calls } from '#client';

type Interval = Calls['getCandles']['input']['interval'];
export type Range = '1h' | '1d' | '1w' | '1m' | 'all';

export type Window = {
  /** The interval of the candles requested. */
  readonly interval: Interval;
  /** The length of a step of the chart: the interval, or a number of days. */
  readonly stepMs: number;
  /** The start of the first step. */
  readonly fromMs: number;
  /** The start of the last step, which contains now. */
  readonly toMs: number;
  /** Candles from `pastMs` until `recentMs` are requested once, later ones after each swap. Both move rarely. */
  readonly pastMs: number;
  readonly recentMs: number;
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

const RANGES: Readonly<Record<Exclude<Range, 'all'>, Steps>> = {
  '1h': ['1m', 60],
  '1d': ['15m', 96],
  '1w': ['1h', 168],
  '1m': ['4h', 180],
};
/** The most steps that "all" draws: it takes the shortest steps that suffice. */
const MOST_STEPS = 400;
const A_WEEK = 7 * INTERVALS['1d'];
/** The past ends this many intervals back, and up to twice as many: the clock of a browser may be ahead by as much. */
const RECENT_INTERVALS = 16;
/** 1970 began on a Thursday: steps of weeks start on Mondays. */
const A_MONDAY = 4 * INTERVALS['1d'];

export const RANGE_NAMES: readonly Range[] = ['1h', '1d', '1w', '1m', 'all'];

export const rangeOf = (text: string): Range => RANGE_NAMES.find((name) => name === text) ?? '1d';

/** A pool that is younger than the range is shown as with "all": from the step before it was created, so that the first swap is seen as a change. */
export function windowOf(range: Range, createdMs: number, nowMs: number): Window {
  const ageMs = Math.max(nowMs - createdMs, 0);
  const isYoung = range === 'all' || ageMs <= lengthOf(RANGES[range]);
  const [interval, stepMs, steps] = isYoung ? allOf(ageMs) : rangeSteps(RANGES[range]);
  const toMs = floor(nowMs, stepMs);
  const earliest = Math.min(floor(createdMs, stepMs), toMs) - stepMs;
  const recentSpan = RECENT_INTERVALS * INTERVALS[interval];
  const recentMs = Math.max(floor(nowMs, recentSpan) - recentSpan, earliest);
  return {
    ...{ interval, stepMs, toMs, recentMs },
    fromMs: Math.max(toMs - (steps - 1) * stepMs, earliest),
    pastMs: Math.max(floor(recentMs, stepMs) - (steps - 1) * stepMs, earliest),
  };
}

type Steps = readonly [Interval, number];
const lengthOf = ([interval, steps]: Steps): number => steps * INTERVALS[interval];
const rangeSteps = ([interval, steps]: Steps) => [interval, INTERVALS[interval], steps] as const;

function allOf(ageMs: number): readonly [Interval, number, number] {
  const isEnough = (stepMs: number): boolean => ageMs / stepMs <= MOST_STEPS;
  const interval = (Object.keys(INTERVALS) as Interval[]).find((name) => isEnough(INTERVALS[name])) ?? '1d';
  const stepMs = isEnough(INTERVALS['1d']) ? INTERVALS[interval] : isEnough(A_WEEK) ? A_WEEK : 4 * A_WEEK;
  return [interval, stepMs, Math.floor(ageMs / stepMs) + 3];
}

/** The most intervals that one answer has. */
const MOST_INTERVALS = 1000;

/** The spans to request for all candles from `fromMs` until `toMs`, none longer than an answer. */
export function spansOf(interval: Interval, fromMs: number, toMs: number): readonly (readonly [number, number])[] {
  const most = MOST_INTERVALS * INTERVALS[interval];
  const spans: [number, number][] = [];
  for (let ms = fromMs; ms < toMs; ms += most) spans.push([ms, Math.min(ms + most, toMs)]);
  return spans;
}

/** The start of the step that contains a time. */
export const floor = (ms: number, stepMs: number): number => Math.floor((ms - A_MONDAY) / stepMs) * stepMs + A_MONDAY;
