// The projection of a PostgreSQL exchange: the market, leases and webhooks.
import type { Projection } from '../../../ports/projection.ts';
import type { ConnectionOptions } from '../connection.ts';
import { TimedConnections } from '../timed-connections.ts';
import { hooksIn } from './hooks.ts';
import { leasesIn } from './leases.ts';
import { marketReads } from './market-reads.ts';
import { marketWrites } from './market-writes.ts';

/** Two, so that a query need not wait for a write. */
const CONNECTIONS = 2;

export function openProjection(options: ConnectionOptions): Projection {
  const connections = new TimedConnections(options, CONNECTIONS);
  return {
    ...marketReads(connections),
    ...marketWrites(connections),
    ...leasesIn(connections),
    ...hooksIn(connections),
    close: () => connections.close(),
  };
}
