// The checkpoints of days: one for each of the last 400, and one for each month before.
import { expect, test } from 'vitest';
import { checkpointText, EMPTY_HEAD } from '../format/checkpoint.ts';
import { newKeyFile, signingKey } from '../format/keys.ts';
import { signatureLine, signNote } from '../format/note.ts';
import { type DayCheckpoint, withDay } from './days.ts';

const KEY = signingKey(newKeyFile(), 'example.com/log', 'note');
const WITNESS = signingKey(newKeyFile(), 'witness.example', 'cosignature');
const TEXT = checkpointText({ origin: KEY.name, ...EMPTY_HEAD, size: 1, root: Buffer.alloc(32, 1) });
const NOTE = signNote(TEXT, KEY);
const DAY_MS = 86_400_000;

test('cosignatures are not kept with it', () => {
  const note = `${NOTE}${signatureLine(WITNESS, TEXT, 1_763_446_000)}`;
  expect(withDay([], { note, key: KEY, nowMs: 0 })).toEqual([{ day: '1970-01-01', checkpoint: NOTE }]);
});

test('after a thousand days, the last 400 are kept, and the last day of each month before', () => {
  const first = Date.UTC(2026, 0, 1);
  let days: readonly DayCheckpoint[] = [];
  for (let day = 0; day < 1000; day++) days = withDay(days, { note: NOTE, key: KEY, nowMs: first + day * DAY_MS });
  const months = days.slice(0, -400).map(({ day }) => day);
  expect([days.at(-1)?.day, days.at(-400)?.day]).toEqual(['2028-09-26', '2027-08-24']);
  expect(months).toHaveLength(19);
  expect([months[0], months[1], months.at(-1)]).toEqual(['2026-01-31', '2026-02-28', '2027-07-31']);
});

test('a clock that jumps between two days does not fill the disk', () => {
  let days: readonly DayCheckpoint[] = Array.from({ length: 2000 }, (_, at) => ({
    day: at % 2 === 0 ? '2026-11-18' : '1999-01-01',
    checkpoint: NOTE,
  }));
  days = withDay(days, { note: NOTE, key: KEY, nowMs: 0 });
  expect(days).toHaveLength(1000);
});
