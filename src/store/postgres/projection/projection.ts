// Opens the projection of a PostgreSQL exchange: the market's rows and the public log, which are derived from the journal, leases and webhooks.
import type { Projection } from '../../../ports/projection.ts';
import { hooksIn } from '../../sql/hooks.ts';
import { leasesIn } from '../../sql/leases.ts';
import { liabilitiesIn } from '../../sql/liabilities.ts';
import { logIn } from '../../sql/log.ts';
import type { ConnectionOptions } from '../connection.ts';
import { databaseOf, readState, togetherOn } from '../database.ts';
import { TimedConnections } from '../timed-connections.ts';
import { marketReads } from './market-reads.ts';
import { marketWrites } from './market-writes.ts';

/** Two, so that a query need not wait for a write. */
const CONNECTIONS = 2;
/** For transactions: the driver loses track of one that begins behind many questions on the same connections. */
const LOG_CONNECTIONS = 1;

export function openProjection(options: ConnectionOptions): Projection {
  const connections = new TimedConnections(options, CONNECTIONS);
  const ofLog = new TimedConnections(options, LOG_CONNECTIONS);
  const database = databaseOf((work) => connections.ask(work));
  const together = togetherOn((work) => ofLog.ask(work));
  return {
    ...marketReads(connections),
    ...marketWrites(connections),
    ...leasesIn(database),
    ...hooksIn(database),
    ...logIn(database, { together, lasting: together }),
    databaseState: () => readState((work) => connections.ask(work)),
    ...liabilitiesIn(database, { together, lasting: together }),
    close: async () => {
      await Promise.all([connections.close(), ofLog.close()]);
    },
  };
}
