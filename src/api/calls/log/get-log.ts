// GET /getLog
import * as declared from '../../../contract/log.ts';
import { cosignaturesIn } from '../../../log/note.ts';
import { questionOf } from '../../call.ts';
import { signedIn } from '../../log.ts';

export const getLog = questionOf(declared.getLog, async ({ log }) => {
  const { size, root, madeAtMs, vkey, note } = await signedIn(log);
  const origin = note.slice(0, note.indexOf('\n'));
  const witnesses = cosignaturesIn(note).map(({ name, time }) => ({ name, at: new Date(time * 1000).toISOString() }));
  return { origin, size, root, signedAt: new Date(madeAtMs).toISOString(), witnesses, checkpoint: note, vkey };
});
