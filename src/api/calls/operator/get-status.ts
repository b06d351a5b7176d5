// GET /getStatus
import * as declared from '../../../contract/status.ts';
import { questionOf } from '../../call.ts';

export const getStatus = questionOf(declared.getStatus, ({ status }) => status());
