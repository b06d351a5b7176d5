// What is kept beside the journal of a PostgreSQL exchange: the counted market, leases and webhooks.
import type { Projection } from '../../../ports/projection.ts';
import { Asker } from '../asker.ts';
import type { ConnectionOptions } from '../connection.ts';
import { hooksIn } from './hooks.ts';
import { leasesIn } from './leases.ts';
import { marketReads } from './market-reads.ts';
import { marketWrites } from './market-writes.ts';

/** So that a question need not wait while something is written. */
const CONNECTIONS = 2;

export function openProjection(options: ConnectionOptions): Projection {
  const asker = new Asker(options, CONNECTIONS);
  return {
    ...marketReads(asker),
    ...marketWrites(asker),
    ...leasesIn(asker),
    ...hooksIn(asker),
    close: () => asker.close(),
  };
}
