// Prometheus metrics of the public log: its last checkpoint, and the witnesses that do not cosign.
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { StoredCheckpoint } from '../../ports/log-store.ts';
import type { PublicLog } from '../../ports/public-log.ts';

/** How long a scrape waits for the database: less than the timeout of a scraper. */
const PATIENCE_MS = 1500;

/** All nodes report on the same log, so their figures are aggregated by maximum; only the node that signs asks witnesses. */
export function registerPublicLog(registry: Registry, log: Pick<PublicLog, 'checkpoint'>) {
  const registers = [registry];
  const gauge = (name: string, help: string, value: (checkpoint: StoredCheckpoint) => number) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers,
      async collect() {
        const asked = log.checkpoint().catch(() => undefined);
        const checkpoint = await Promise.race([asked, sleep(PATIENCE_MS, undefined, { ref: false })]);
        if (checkpoint) this.set(value(checkpoint));
      },
    });
  gauge('millpond_log_checkpoint_size', 'Transactions in the last signed checkpoint.', ({ size }) => size);
  gauge('millpond_log_checkpoint_age_seconds', 'Time since the last checkpoint was signed.', ({ madeAtMs }) =>
    Math.max(0, (Date.now() - madeAtMs) / 1000),
  );
  const failing = new Gauge({
    name: 'millpond_log_witnesses_failing',
    help: 'Witnesses that do not answer, or know another history.',
    aggregator: 'max',
    registers,
  });
  return { setFailing: (count: number) => failing.set(count) };
}
