// How this server is doing, gathered from what is measured anyway.
import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import type { OutputOf } from '../../contract/call.ts';
import type { getStatus } from '../../contract/status.ts';
import type { Health } from '../../ports/health.ts';
import type { Metrics } from './metrics.ts';
import { RecentRequests } from './recent-requests.ts';

/** What does not change while it runs. */
export type ServerFacts = {
  readonly version: string;
  readonly startedAtMs: number;
  readonly store: 'sqlite' | 'postgres';
  /** Where the file is; null where there is none. */
  readonly folder: string | null;
  readonly worker: { readonly id: number; readonly count: number } | null;
  readonly maxQueue: number;
};

export type Status = OutputOf<typeof getStatus>;

export function statusOf(facts: ServerFacts, health: Health, metrics: Metrics) {
  const recent = new RecentRequests(() => metrics.requests());
  const gauge = (name: string) => gaugeOf(metrics.registry, name);
  return {
    close: () => recent.close(),
    async status(): Promise<Status> {
      const { sequence, bytes, hooks } = await health.figures();
      const { rss, heapUsed } = process.memoryUsage();
      const counted = await gauge('millpond_observer_sequence');
      const followed = await gauge('millpond_follower_sequence');
      return {
        version: facts.version,
        startedAt: new Date(facts.startedAtMs).toISOString(),
        store: facts.store,
        worker: facts.worker,
        sequence,
        queue: { depth: health.queueDepth, capacity: facts.maxQueue },
        commits: metrics.recentCommits(),
        requests: recent.lately(),
        memory: { rssBytes: rss, heapBytes: heapUsed },
        database: { bytes, freeBytes: facts.folder === null ? null : await freeIn(facts.folder) },
        observer:
          counted === undefined
            ? null
            : {
                sequence: counted,
                stored: (await gauge('millpond_projection_sequence')) ?? 0,
                stores: (await gauge('millpond_projection_holder')) === 1,
              },
        follower: followed === undefined ? null : { sequence: followed },
        eventReaders: (await gauge('millpond_event_readers')) ?? 0,
        webhooks: hooks,
      };
    },
  };
}

/** Undefined where nobody measures it. */
async function gaugeOf(registry: Registry, name: string): Promise<number | undefined> {
  const metric = await registry.getSingleMetric(name)?.get();
  return metric && (metric.values[0]?.value ?? 0);
}

/** What cannot be found out is left out: the rest is wanted all the more. */
const freeIn = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
