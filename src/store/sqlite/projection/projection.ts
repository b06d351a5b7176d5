// The projection of an SQLite exchange: the market, leases and webhooks.
import type { Projection } from '../../../ports/projection.ts';
import type { ConnectionOptions } from '../connection.ts';
import { ProjectionConnection } from './connection.ts';
import { hooksIn } from './hooks.ts';
import { leasesIn } from './leases.ts';
import { marketReads } from './market-reads.ts';
import { marketWrites } from './market-writes.ts';

export function openProjection(options: ConnectionOptions): Projection {
  const connection = new ProjectionConnection(options);
  return {
    ...marketReads(connection),
    ...marketWrites(connection),
    ...leasesIn(connection),
    ...hooksIn(connection),
    close: () => connection.close(),
  };
}
