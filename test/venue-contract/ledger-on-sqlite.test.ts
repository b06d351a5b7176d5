// The ledger on SQLite passes the contract of every venue.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { openStore } from '../exchange-file.ts';
import { APPLE, BREAD, CORN } from '../paper-exchange.ts';
import { deposit } from '../paper-orders.ts';
import { POLICY } from '../store-contract/site.ts';
import { venueContract } from './venue.contract.ts';

const options = {
  maxBatch: 100,
  maxQueue: 1000,
  maxWaitMs: Number.POSITIVE_INFINITY,
  policy: POLICY,
};

venueContract('that is the ledger on SQLite', { isLedger: true, tokens: { APPLE, BREAD, CORN } }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  const open = async () => new LedgerVenue(await openStore(join(folder, 'exchange.db')), options);
  const [venue, another] = [await open(), await open()];
  return {
    venue,
    another,
    fund: (account, token, units) => venue.execute(account, deposit(account, token, units)),
    async close() {
      await Promise.all([venue.close(), another.close()]);
      await rm(folder, { recursive: true });
    },
  };
});
