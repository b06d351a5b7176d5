// What every store promises the exchange, as one suite that each implementation runs on a real database.
import { describe } from 'vitest';
import { accountImport } from './account-import.ts';
import { activity } from './activity.ts';
import { audits } from './audits.ts';
import { chains } from './chains.ts';
import { commits } from './commits.ts';
import { concurrency } from './concurrency.ts';
import { copies } from './copies.ts';
import { damage } from './damage.ts';
import { faucet } from './faucet.ts';
import { follower } from './follower.ts';
import { hooks } from './hooks.ts';
import { idempotency } from './idempotency.ts';
import { integrity } from './integrity.ts';
import { invitations } from './invitations.ts';
import { leases } from './leases.ts';
import { migration } from './migration.ts';
import { people } from './people.ts';
import { projection } from './projection.ts';
import { queries } from './queries.ts';
import { records } from './records.ts';
import { references } from './references.ts';
import { refusals } from './refusals.ts';
import { rewinds } from './rewinds.ts';
import { routes } from './routes.ts';
import { sessions } from './sessions.ts';
import { sideRecords } from './side-records.ts';
import { type Place, Site } from './site.ts';
import { tail } from './tail.ts';
import { time } from './time.ts';
import { upgrades } from './upgrades.ts';

/** Runs the suite on stores that `newPlace` gives a fresh, empty place for each test. */
export function storeContract(name: string, newPlace: () => Promise<Place>): void {
  describe(`${name} keeps the contract of a store`, () => {
    const site = new Site(newPlace);
    commits(site);
    chains(site);
    routes(site);
    idempotency(site);
    references(site);
    refusals(site);
    integrity(site);
    damage(site);
    queries(site);
    activity(site);
    concurrency(site);
    copies(site);
    time(site);
    rewinds(site);
    tail(site);
    follower(site);
    projection(site);
    leases(site);
    hooks(site);
    audits(site);
    records(site);
    sessions(site);
    sideRecords(site);
    faucet(site);
    accountImport(site);
    invitations(site);
    people(site);
    upgrades(site);
    migration(site);
  });
}
