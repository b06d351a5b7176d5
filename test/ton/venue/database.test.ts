// A database belongs to one venue and one router: another is refused, and nothing of a refused start keeps running.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeDevnet } from '../../../devnet/test/devnet.ts';
import { createMetrics } from '../../../src/api/metrics/metrics.ts';
import { openOnTon } from '../../../src/cli/serve/ton/open.ts';
import { checkVenue, markVenue } from '../../../src/cli/serve/venue-mark.ts';
import { readSettings } from '../../../src/cli/settings.ts';
import type { Store } from '../../../src/ports/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { POLICY } from '../../store-contract/site.ts';
import { useTempFolder } from '../../temp-folder.ts';

const at = useTempFolder();
let store: Store;
beforeEach(async () => {
  store = await openSqliteStore({ path: at('exchange.db'), busyTimeoutMs: 1000, policy: POLICY });
});
afterEach(() => store.close());

const of = (head: number) => ({ sideRecords: store.sideRecords, head: async () => head });
const TON = 'this database is of an exchange that settles on the router EQa';
const LEDGER = 'this database is of an exchange that settles on the ledger';

test.each<[mark: string | undefined, history: number, venue: string, refusal: string | undefined]>([
  [undefined, 0, 'ledger', undefined],
  [undefined, 0, 'EQa', undefined],
  // Transactions but no mark: a ledger’s database.
  [undefined, 1, 'ledger', undefined],
  [undefined, 1, 'EQa', LEDGER],
  ['EQa', 9, 'EQa', undefined],
  ['EQa', 9, 'EQb', TON],
  ['EQa', 0, 'ledger', TON],
  ['ledger', 0, 'EQa', LEDGER],
])('marked as %s, with %i transactions, opened for %s: the refusal is %s', async (mark, history, venue, refusal) => {
  if (mark !== undefined) await markVenue(store, mark);
  const checked = checkVenue(of(history), venue);
  if (refusal === undefined) await expect(checked).resolves.toBeUndefined();
  else await expect(checked).rejects.toThrow(refusal);
});

test('a start that is refused because of the database’s venue leaves no devnet running', async () => {
  const folder = at('devnet');
  await placeDevnet(folder);
  await markVenue(store, 'ledger');
  const settings = readSettings({}, { VENUE: 'ton', DEVNET_FOLDER: folder });
  const observed = { logger: pino({ enabled: false }), metrics: createMetrics(), nowMs: Date.now };
  await expect(openOnTon(settings, store, {} as never, observed)).rejects.toThrow(LEDGER);
  // While a devnet runs, its file cannot be read by others.
  const db = new DatabaseSync(join(folder, 'devnet.db'));
  expect(db.prepare('SELECT count(*) AS count FROM accounts').get()?.count).toBeGreaterThan(0);
  db.close();
});
