// What every store promises the exchange, as one suite that each implementation runs on a real database.
import { describe } from 'vitest';
import { commits } from './contract/commits.ts';
import { concurrency } from './contract/concurrency.ts';
import { copies } from './contract/copies.ts';
import { idempotency } from './contract/idempotency.ts';
import { integrity } from './contract/integrity.ts';
import { migration } from './contract/migration.ts';
import { queries } from './contract/queries.ts';
import { rewinds } from './contract/rewinds.ts';
import { type Place, Site } from './contract/site.ts';
import { time } from './contract/time.ts';
import { upgrades } from './contract/upgrades.ts';

/** Runs the suite on stores that `newPlace` gives a fresh, empty place for each test. */
export function storeContract(name: string, newPlace: () => Promise<Place>): void {
  describe(`${name} keeps the contract of a store`, () => {
    const site = new Site(newPlace);
    commits(site);
    idempotency(site);
    integrity(site);
    queries(site);
    concurrency(site);
    copies(site);
    time(site);
    rewinds(site);
    upgrades(site);
    migration(site);
  });
}
