// The contract of a store: one suite of tests, in four parts, that each store runs on a real database.
import { describe } from 'vitest';
import { accountImport } from './account-import.ts';
import { activity } from './activity.ts';
import { auditPoints } from './audit-points.ts';
import { audits } from './audits.ts';
import { chainRequests } from './chain-requests.ts';
import { chains } from './chains.ts';
import { commits } from './commits.ts';
import { concurrency } from './concurrency.ts';
import { copies } from './copies.ts';
import { damage } from './damage.ts';
import { eventPages } from './event-pages.ts';
import { faucet } from './faucet.ts';
import { follower } from './follower.ts';
import { hooks } from './hooks.ts';
import { idempotency } from './idempotency.ts';
import { inOrders } from './in-orders.ts';
import { integrity } from './integrity.ts';
import { invitations } from './invitations.ts';
import { keeper } from './keeper.ts';
import { later } from './later.ts';
import { leases } from './leases.ts';
import { liabilities } from './liabilities.ts';
import { log } from './log.ts';
import { migration } from './migration.ts';
import { oneToken } from './one-token.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';
import { projection } from './projection.ts';
import { queries } from './queries.ts';
import { receipts } from './receipts.ts';
import { recorder } from './recorder.ts';
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
import { tradedPrices } from './traded-prices.ts';
import { upgrades } from './upgrades.ts';
import { worthHistory } from './worth-history.ts';

/** Each part runs in a test file of its own, so that parts run at the same time and a tier of tests can take one of them. */
const PARTS = {
  ledger: [commits, chains, orders, oneToken, routes, idempotency, references, refusals, integrity, concurrency, time],
  following: [
    ...[keeper, queries, activity, rewinds, tail, follower, projection, leases],
    ...[
      log,
      recorder,
      receipts,
      liabilities,
      hooks,
      audits,
      auditPoints,
      worthHistory,
      inOrders,
      tradedPrices,
      eventPages,
    ],
  ],
  access: [records, sessions, sideRecords, chainRequests, faucet, accountImport, invitations, people],
  versions: [damage, copies, later, upgrades, migration],
} satisfies Record<string, readonly ((site: Site) => void)[]>;

export type Part = keyof typeof PARTS;

/** Runs one part of the suite on stores; `newPlace` makes a fresh, empty place for each test. */
export function storeContract(name: string, part: Part, newPlace: () => Promise<Place>): void {
  describe(`${name} keeps the contract of a store`, () => {
    const site = new Site(newPlace);
    for (const declareTests of PARTS[part]) declareTests(site);
  });
}
