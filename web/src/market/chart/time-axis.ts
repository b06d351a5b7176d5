// The time axis of a chart: local times for a library without time zones, and their labels.
import { TickMarkType, type Time, type UTCTimestamp } from 'lightweight-charts';
import { dates } from '../../words/format.ts';
import { NOW_WIDTH } from './gauge-axis.ts';
import type { Step } from './steps.ts';

/** The library has no time zones: local times are passed as UTC, with one offset for all so that they never decrease. */
export function timesOf(steps: readonly Step[]): readonly UTCTimestamp[] {
  const offset = new Date(steps.at(-1)?.ms ?? 0).getTimezoneOffset() * 60_000;
  return steps.map(({ ms }) => ((ms - offset) / 1000) as UTCTimestamp);
}

const utc = (options: Intl.DateTimeFormatOptions) => (time: Time) =>
  dates({ ...options, timeZone: 'UTC' }).format((time as number) * 1000);
const CLOCK = utc({ hour: '2-digit', minute: '2-digit' });
const DAY = utc({ day: 'numeric', month: 'short' });
const MONTH = utc({ month: 'short' });
const YEAR = utc({ year: 'numeric' });
export const MOMENT = utc({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The time after which a label would overlap "now". */
export function nearEndOf(times: readonly UTCTimestamp[], width: number): number {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return last - ((last - first) * (NOW_WIDTH + LABEL_WIDTH / 2)) / Math.max(width, 1);
}

const LABEL_WIDTH = 48;

export const tickTextUntil = (end: number) => (time: Time, type: TickMarkType) =>
  (time as number) > end ? '' : tickText(time, type);

const tickText = (time: Time, type: TickMarkType): string =>
  (
    ({ [TickMarkType.Year]: YEAR, [TickMarkType.Month]: MONTH, [TickMarkType.DayOfMonth]: DAY })[type as 0 | 1 | 2] ??
    CLOCK
  )(time);
