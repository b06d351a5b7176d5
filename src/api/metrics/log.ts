// Prometheus metrics of the public log: its last checkpoint, and the witnesses that do not cosign.
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { PublicLog } from '../../ports/public-log.ts';

type Sources = {
  readonly log: Pick<PublicLog, 'isSigning' | 'checkpoint'>;
  /** The time by the database's clock, by which checkpoints are dated. */
  readonly nowMs: () => number;
};

/** How long a scrape waits for the database: less than the timeout of a scraper. */
const PATIENCE_MS = 1500;

/** All nodes report on the same log, so their figures are aggregated by maximum; only the node that signs asks witnesses. */
export function registerPublicLog(registry: Registry, { log, nowMs }: Sources) {
  const registers = [registry];
  const startMs = nowMs();
  const gauge = (name: string, help: string, measure: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const measuring = measure().catch(() => undefined);
        const value = await Promise.race([measuring, sleep(PATIENCE_MS, undefined, { ref: false })]);
        if (value !== undefined) this.set(value);
      },
    });
  // A process that should sign and never has is as late as it is old.
  const last = async () => (await log.checkpoint()) ?? (log.isSigning ? { size: 0, madeAtMs: startMs } : undefined);
  const secondsSince = (moment: number) => Math.max(0, (nowMs() - moment) / 1000);
  gauge(
    'millpond_log_checkpoint_size',
    'Transactions in the last signed checkpoint.',
    async () => (await last())?.size,
  );
  gauge('millpond_log_checkpoint_age_seconds', 'Time since the last checkpoint was signed.', async () => {
    const checkpoint = await last();
    return checkpoint && secondsSince(checkpoint.madeAtMs);
  });
  const failing = new Gauge({
    name: 'millpond_log_witnesses_failing',
    help: 'Witnesses that do not answer, or know another history.',
    registers,
  });
  const unsure = new Gauge({
    name: 'millpond_log_unsure',
    help: '1 while this process signs nothing since nobody outside the database says what was signed last.',
    registers,
  });
  return {
    setUnsure: (isUnsure: boolean) => unsure.set(Number(isUnsure)),
    setFailing: (count: number) => failing.set(count),
  };
}
