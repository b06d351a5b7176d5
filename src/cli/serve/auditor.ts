// Creates the auditor of a server, which logs the result of each audit.
import type { Logger } from 'pino';
import { Auditor } from '../../audit/auditor.ts';
import type { Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import type { Settings } from '../settings.ts';
import { existingLogKey } from './public-log.ts';

const DAY_MS = 86_400_000;

/** `venue` is undefined if it takes no statements: then every audit reads everything. */
export const auditorOf = (
  settings: Pick<Settings, 'FULL_AUDIT_DAYS' | 'LOG_KEY_FILE' | 'DATABASE_URL'>,
  store: Store,
  { venue, logger }: { readonly venue: Venue | undefined; readonly logger: Logger },
): Auditor =>
  new Auditor(
    store,
    ({ id, state, checked, after, fault }, seed) => {
      const found = { audit: id, transactions: checked, from: after + 1, seed };
      if (state === 'passed')
        logger.info(found, after === 0 ? 'the audit passed' : `the audit passed from transaction ${after + 1} on`);
      else if (state === 'failed') logger.error({ ...found, fault }, 'the audit FAILED');
      else logger.warn({ ...found, fault }, 'the audit did not finish');
    },
    venue && {
      venue,
      fullEveryMs: settings.FULL_AUDIT_DAYS * DAY_MS,
      keyText() {
        try {
          return existingLogKey(settings)?.text;
        } catch (error) {
          logger.warn(`the audit reads all transactions: ${(error as Error).message}`);
          return undefined;
        }
      },
      onFull: (why) => logger.info(`the audit reads all transactions, since ${why}`),
      onUnstated: (why) =>
        logger.warn(`the audit passed, but the next one does not start there, since it could not be stated: ${why}`),
    },
  );
