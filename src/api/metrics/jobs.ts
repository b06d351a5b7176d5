// Prometheus metrics of what the exchange does every so often by itself: for how long it has been due, and how often it failed.
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from 'prom-client';

/** How long a scrape waits for the database: less than the timeout of a scraper. */
const PATIENCE_MS = 1500;

/** `late` says of each job for how many milliseconds it has been due. */
export function registerJobs(registry: Registry, late: Readonly<Record<string, () => Promise<number>>>) {
  const registers = [registry];
  const labelNames = ['job'];
  new Gauge({
    name: 'millpond_job_late_seconds',
    help: 'How long an audit, a full audit, or a statement of what is owed has been due.',
    ...{ labelNames, registers },
    async collect() {
      const patience = sleep(PATIENCE_MS, undefined, { ref: false });
      const ask = async ([job, measure]: [string, () => Promise<number>]) => {
        const lateMs = await Promise.race([measure().catch(() => undefined), patience]);
        if (lateMs !== undefined) this.set({ job }, lateMs / 1000);
      };
      await Promise.all(Object.entries(late).map(ask));
    },
  });
  const failures = new Counter({
    name: 'millpond_job_failures_total',
    help: 'Jobs that could not be started or done.',
    ...{ labelNames, registers },
  });
  for (const job of Object.keys(late)) failures.inc({ job }, 0);
  return { fail: (job: string) => failures.inc({ job }) };
}
