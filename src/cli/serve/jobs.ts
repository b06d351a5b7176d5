// Connects the jobs of a server, audits and statements of what is owed, to its settings, log and metrics.
import type { Logger } from 'pino';
import { registerJobs } from '../../api/metrics/jobs.ts';
import type { Metrics } from '../../api/metrics/metrics.ts';
import type { Auditor } from '../../audit/auditor.ts';
import type { LiabilitiesQueries } from '../../ports/liabilities.ts';
import type { PublicLog } from '../../ports/public-log.ts';
import type { Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import { type JobOptions, lateBy, RegularJob } from '../../thread/regular-job.ts';
import { stateOwed } from '../../transparency/liabilities/keeper.ts';
import type { Settings } from '../settings.ts';

type Doing = {
  readonly venue: Venue;
  readonly audits: Auditor;
  readonly liabilities: Pick<LiabilitiesQueries, 'liabilities'>;
  readonly log: Pick<PublicLog, 'checkpoint'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** The time by the database's clock. */
  readonly nowMs: () => number;
};

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** Starts the jobs that are not switched off; the returned function ends them. */
export function keepJobs(
  { AUDIT_HOURS, FULL_AUDIT_DAYS, LIABILITIES_HOURS }: Settings,
  store: Store,
  { venue, audits, liabilities, log, metrics, logger, nowMs }: Doing,
): () => Promise<void> {
  const late: Record<string, () => Promise<number>> = {};
  const jobs: RegularJob[] = [];
  const add = (name: string, what: string, byHand: string, options: Omit<JobOptions, 'nowMs' | 'onFailure'>) => {
    const job = new RegularJob({
      ...options,
      nowMs,
      onFailure({ why, failures, pauseMs, isLast }) {
        counted.fail(name);
        const next = isLast
          ? `there is no further try for ${Math.round(pauseMs / HOUR_MS)} h, unless ${byHand} does it`
          : `will retry in ${Math.round(pauseMs / MINUTE_MS)} min`;
        logger.error({ job: name, failures }, `${what} could not be done, ${next}: ${why}`);
      },
    });
    late[name] = () => job.lateMs();
    jobs.push(job);
    job.start();
  };
  if (AUDIT_HOURS > 0) {
    const standing = () => audits.standing();
    add('audit', 'the audit', 'startAudit', {
      everyMs: AUDIT_HOURS * HOUR_MS,
      standing,
      run: (signal) => audits.run(signal),
    });
    // No job by itself: an audit that is due reads everything when this is, too.
    const startMs = nowMs();
    late.full_audit = async () => {
      const read = (await standing()) && { doneMs: (await audits.lastFull())?.startedAtMs };
      return lateBy(read, startMs, { everyMs: FULL_AUDIT_DAYS * DAY_MS, nowMs });
    };
  }
  if (LIABILITIES_HOURS > 0) {
    const everyMs = LIABILITIES_HOURS * HOUR_MS;
    add('liabilities', 'the statement of what the exchange owes', 'millpond liabilities', {
      everyMs,
      // Before the first checkpoint there is no log that could contain it.
      standing: async () => (await log.checkpoint()) && { doneMs: (await liabilities.liabilities({ limit: 0 }))?.atMs },
      async run(signal) {
        const startMs = performance.now();
        const stated = await stateOwed(store, venue, { everyMs, signal });
        if (!stated) return;
        const { asOf, hash } = stated;
        const tookMs = Math.round(performance.now() - startMs);
        logger.info({ asOf, hash, tookMs }, 'public log: stated what the exchange owes');
      },
    });
  }
  const counted = registerJobs(metrics.registry, late);
  return async () => {
    await Promise.all(jobs.map((job) => job.close()));
  };
}
