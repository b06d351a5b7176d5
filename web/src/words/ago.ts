// Relative times in words.
import { dates, relative } from './format.ts';
import { t } from './words.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** A time slightly in the future, from a clock that is ahead, counts as now. */
export function ago(ms: number, nowMs: number): string {
  const seconds = Math.floor((nowMs - ms) / 1000);
  if (seconds < 10) return t('parts.ago.now');
  if (seconds < MINUTE) return phrase(seconds - (seconds % 10), 'second');
  if (seconds < HOUR) return phrase(Math.floor(seconds / MINUTE), 'minute');
  if (seconds < DAY) return phrase(Math.floor(seconds / HOUR), 'hour');
  if (seconds < 7 * DAY) return phrase(Math.floor(seconds / DAY), 'day');
  return dayOf(ms, nowMs);
}

const phrase = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  relative({ style: 'short' }).format(-count, unit);

const dayOf = (ms: number, nowMs: number): string => {
  const sameYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return dates({ day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) }).format(ms);
};

/** In the reader's time zone, to the minute and to the second. */
export const minute = (ms: number): string => dates({ dateStyle: 'medium', timeStyle: 'short' }).format(ms);
export const moment = (ms: number): string => dates({ dateStyle: 'medium', timeStyle: 'medium' }).format(ms);
