// Opens the projection of a PostgreSQL exchange: the market's rows, which are derived from the journal, leases and webhooks.
import type { Projection } from '../../../ports/projection.ts';
import { hooksIn } from '../../sql/hooks.ts';
import { leasesIn } from '../../sql/leases.ts';
import type { ConnectionOptions } from '../connection.ts';
import { databaseOf } from '../database.ts';
import { TimedConnections } from '../timed-connections.ts';
import { marketReads } from './market-reads.ts';
import { marketWrites } from './market-writes.ts';

/** Two, so that a query need not wait for a write. */
const CONNECTIONS = 2;

export function openProjection(options: ConnectionOptions): Projection {
  const connections = new TimedConnections(options, CONNECTIONS);
  const database = databaseOf((work) => connections.ask(work));
  return {
    ...marketReads(connections),
    ...marketWrites(connections),
    ...leasesIn(database),
    ...hooksIn(database),
    close: () => connections.close(),
  };
}
