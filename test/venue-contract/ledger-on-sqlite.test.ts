// The ledger on SQLite keeps the contract of every venue.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { openStore } from '../exchange-file.ts';
import { POLICY } from '../store-contract/site.ts';
import { venueContract } from './venue.contract.ts';

const options = {
  maxBatch: 100,
  maxQueue: 1000,
  maxWaitMs: Number.POSITIVE_INFINITY,
  policy: POLICY,
};

venueContract('that is the ledger on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  const open = async () => new LedgerVenue(await openStore(join(folder, 'exchange.db')), options);
  const [venue, another] = [await open(), await open()];
  return {
    venue,
    another,
    async close() {
      await Promise.all([venue.close(), another.close()]);
      await rm(folder, { recursive: true });
    },
  };
});
