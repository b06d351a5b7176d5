// Opens the projection of an SQLite exchange: the market's rows and the public log, which are derived from the journal, leases and webhooks.
import type { Projection } from '../../../ports/projection.ts';
import { hooksIn } from '../../sql/hooks.ts';
import { leasesIn } from '../../sql/leases.ts';
import { liabilitiesIn } from '../../sql/liabilities.ts';
import { logIn } from '../../sql/log.ts';
import type { ConnectionOptions } from '../connection.ts';
import { ProjectionConnection } from './connection.ts';
import { marketReads } from './market-reads.ts';
import { marketWrites } from './market-writes.ts';

export function openProjection(options: ConnectionOptions): Projection {
  const connection = new ProjectionConnection(options);
  const database = connection.database('counted again');
  const writes = { together: connection.together('counted again'), lasting: connection.together('lasting') };
  return {
    ...marketReads(connection),
    ...marketWrites(connection),
    ...leasesIn(database),
    ...hooksIn(connection.database('lasting')),
    ...logIn(database, writes),
    // A file has no other server that could take over.
    databaseState: async () => null,
    ...liabilitiesIn(database, writes),
    close: () => connection.close(),
  };
}
