// Creates the auditor of a server, which logs the result of each audit.
import type { Logger } from 'pino';
import { Auditor } from '../../audit/auditor.ts';
import type { Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import type { Settings } from '../settings.ts';

const DAY_MS = 86_400_000;

/** `venue` is undefined if it takes no statements: then every audit reads everything. */
export const auditorOf = (
  { FULL_AUDIT_DAYS }: Pick<Settings, 'FULL_AUDIT_DAYS'>,
  store: Store,
  { venue, logger }: { readonly venue: Venue | undefined; readonly logger: Logger },
): Auditor =>
  new Auditor(
    store,
    ({ id, state, checked, after, fault }) => {
      const found = { audit: id, transactions: checked, from: after + 1 };
      if (state === 'passed') logger.info(found, 'the audit passed');
      else if (state === 'failed') logger.error({ ...found, fault }, 'the audit FAILED');
      else logger.warn({ ...found, fault }, 'the audit did not finish');
    },
    venue && {
      venue,
      fullEveryMs: FULL_AUDIT_DAYS * DAY_MS,
      onFull: (why) => logger.info(`the audit reads all transactions, since ${why}`),
      onUnstated: (why) =>
        logger.warn(`the audit passed, but the next one does not start there, since it could not be stated: ${why}`),
    },
  );
