// millpond liabilities

import { LedgerVenue } from '../../ledger/ledger-venue.ts';
import { openProjection } from '../../ports/projection.ts';
import { MAX_BATCH } from '../../ports/store.ts';
import { publishStatement } from '../../transparency/liabilities/keeper.ts';
import { LiabilitiesMaker } from '../../transparency/liabilities/maker.ts';
import { BadUsage, type OpenStore } from '../command.ts';
import { policyOf, type Settings } from '../settings.ts';

export async function runLiabilities(settings: Settings, openStore: OpenStore): Promise<number> {
  if (settings.VENUE === 'ton') throw new BadUsage('on TON the chain is the public log: there is nothing to state');
  const store = await openStore(settings, { mustExist: true });
  const { MAX_QUEUE: maxQueue, REQUEST_TIMEOUT: maxWaitMs } = settings;
  const venue = new LedgerVenue(store, { policy: policyOf(settings), maxBatch: MAX_BATCH, maxQueue, maxWaitMs });
  const projection = await openProjection(store.projection);
  try {
    const made = await new LiabilitiesMaker(projection, store).make(0, settings.LIABILITIES_HOURS * 3_600_000);
    if (!made) {
      console.error(
        'millpond: nothing was stated: another process is doing it, or the exchange is empty or was never started with a public log',
      );
      return 1;
    }
    const transactionId = await publishStatement(made, venue, projection);
    console.log(`stated what the exchange owed after transaction ${made.asOf}: SHA-256 ${made.hash}`);
    console.log(`transaction ${transactionId}`);
    return 0;
  } finally {
    await projection.close();
    await venue.close();
  }
}
