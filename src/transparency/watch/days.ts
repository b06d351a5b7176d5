// The last checkpoint of each day, by the clock of who watches. After a fork, the last one of all may cover transactions that were lost: an earlier one then shows what the next log must contain.
import type { VerifierKey } from '../format/keys.ts';
import { openNote } from '../format/note.ts';

/** A day in UTC, such as 2026-11-18. The note has the signature of the log alone. */
export type DayCheckpoint = { readonly day: string; readonly checkpoint: string };

/** Of older days, only the last one of each month is kept. */
const MOST_DAYS = 400;
const MOST_MONTHS = 600;

/** Oldest first. A checkpoint of the same day as the last replaces it. */
export function withDay(
  days: readonly DayCheckpoint[],
  { note, key, nowMs }: { readonly note: string; readonly key: VerifierKey; readonly nowMs: number },
): readonly DayCheckpoint[] {
  const { text, signatures } = openNote(note, [key]);
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const earlier = days.at(-1)?.day === day ? days.slice(0, -1) : days;
  const all = [...earlier, { day, checkpoint: `${text}\n${signatures[0]?.line}` }];
  return all
    .filter(({ day }, at) => at >= all.length - MOST_DAYS || monthOf(day) !== monthOf(all[at + 1]?.day))
    .slice(-MOST_DAYS - MOST_MONTHS);
}

const monthOf = (day: string | undefined): string | undefined => day?.slice(0, 7);
