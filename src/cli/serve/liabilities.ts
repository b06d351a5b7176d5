// Connects the keeper of liabilities, which states what the exchange owes, to the settings and the log of a server.
import type { Logger } from 'pino';
import type { LiabilitiesQueries } from '../../ports/liabilities.ts';
import type { Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import { LiabilitiesKeeper } from '../../transparency/liabilities/keeper.ts';
import type { Settings } from '../settings.ts';

/** Undefined if it is switched off. */
export function keepLiabilities(
  { LIABILITIES_HOURS }: Settings,
  store: Store,
  {
    venue,
    liabilities,
    logger,
  }: { readonly venue: Venue; readonly liabilities: LiabilitiesQueries; readonly logger: Logger },
): LiabilitiesKeeper | undefined {
  if (LIABILITIES_HOURS === 0) return undefined;
  const keeper = new LiabilitiesKeeper(store, venue, liabilities, {
    everyMs: LIABILITIES_HOURS * 3_600_000,
    onStated: ({ asOf, hash, tookMs }) =>
      logger.info({ asOf, hash, tookMs: Math.round(tookMs) }, 'public log: stated what the exchange owes'),
    onFailure: (message) =>
      logger.error(`public log: what the exchange owes could not be stated, will retry: ${message}`),
  });
  keeper.start();
  return keeper;
}
