// GET /getLog
import * as declared from '../../../contract/log.ts';
import { questionOf } from '../../call.ts';
import { signedIn } from '../../log.ts';

export const getLog = questionOf(declared.getLog, async ({ log }) => {
  const { size, root, madeAtMs, vkey, note } = await signedIn(log);
  const origin = note.slice(0, note.indexOf('\n'));
  return { origin, size, root, signedAt: new Date(madeAtMs).toISOString(), checkpoint: note, vkey };
});
