// GET /getLog
import * as declared from '../../../contract/log.ts';
import { questionOf } from '../../call.ts';
import { describeLog, lastCheckpoint } from '../../public-log/files.ts';

export const getLog = questionOf(declared.getLog, async ({ log }) => {
  const last = await lastCheckpoint(log);
  return last ? describeLog(last) : NONE_YET;
});

const NONE_YET = { origin: null, size: 0, root: null, signedAt: null, witnesses: [], checkpoint: null, vkey: null };
