// How long ago something was, in words.

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** A clock that is a little ahead makes nothing come from the future. */
export function ago(ms: number, nowMs: number): string {
  const seconds = Math.floor((nowMs - ms) / 1000);
  if (seconds < 10) return 'just now';
  if (seconds < MINUTE) return `${seconds - (seconds % 10)} s ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  if (seconds < 7 * DAY) return `${Math.floor(seconds / DAY)} d ago`;
  return dayOf(ms, nowMs);
}

const dayOf = (ms: number, nowMs: number): string => {
  const sameYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  }).format(ms);
};

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** The whole moment, by the reader's clock. */
export const moment = (ms: number): string => MOMENT.format(ms);
