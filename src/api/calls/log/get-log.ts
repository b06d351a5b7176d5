// GET /getLog
import * as declared from '../../../contract/log.ts';
import { cosignaturesIn } from '../../../log/note.ts';
import { questionOf } from '../../call.ts';
import { lastCheckpoint } from '../../log.ts';

export const getLog = questionOf(declared.getLog, async ({ log }) => {
  const last = await lastCheckpoint(log);
  if (!last) return NONE_YET;
  const { size, root, madeAtMs, vkey, note } = last;
  const origin = note.slice(0, note.indexOf('\n'));
  const witnesses = cosignaturesIn(note).map(({ name, time }) => ({ name, at: new Date(time * 1000).toISOString() }));
  return { origin, size, root, signedAt: new Date(madeAtMs).toISOString(), witnesses, checkpoint: note, vkey };
});

const NONE_YET = { origin: null, size: 0, root: null, signedAt: null, witnesses: [], checkpoint: null, vkey: null };
