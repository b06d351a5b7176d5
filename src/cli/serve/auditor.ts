// Creates the auditor of a server, which logs the result of each audit.
import type { Logger } from 'pino';
import { Auditor } from '../../audit/auditor.ts';
import type { Store } from '../../ports/store.ts';

export const auditorOf = (store: Store, logger: Logger): Auditor =>
  new Auditor(store, ({ id, state, checked, fault }) => {
    if (state === 'passed') logger.info({ audit: id, transactions: checked }, 'the audit passed');
    else if (state === 'failed') logger.error({ audit: id, transactions: checked, fault }, 'the audit FAILED');
    else logger.warn({ audit: id, transactions: checked, fault }, 'the audit did not finish');
  });
