// The state of this server, gathered from metrics that exist anyway.
import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import type { OutputOf } from '../../contract/call.ts';
import type { getStatus } from '../../contract/status.ts';
import type { Health } from '../../ports/health.ts';
import type { LeaseHeld } from '../../ports/lease.ts';
import type { KeeperNote } from '../../ports/orders.ts';
import type { Metrics } from './metrics.ts';
import { RecentRequests } from './recent-requests.ts';

/** Facts that do not change while the process runs. */
export type ServerFacts = {
  readonly version: string;
  readonly startedAtMs: number;
  readonly store: 'sqlite' | 'postgres';
  /** The folder of the database file; null without one. */
  readonly folder: string | null;
  readonly maxQueue: number;
};

type StatusOutput = OutputOf<typeof getStatus>;
/** The answer of getStatus, except for whether orders may be placed, which the call itself adds. */
export type MetricsStatus = Omit<StatusOutput, 'orders'> & {
  readonly orders: Omit<NonNullable<StatusOutput['orders']>, 'placing'>;
};

export function statusOf(facts: ServerFacts, health: Health, metrics: Metrics) {
  const recent = new RecentRequests(() => metrics.requests());
  const gauge = (name: string) => gaugeOf(metrics.registry, name);
  return {
    close: () => recent.close(),
    async status(): Promise<MetricsStatus> {
      const { sequence, bytes, hooks, keeper } = await health.figures();
      const { rss, heapUsed } = process.memoryUsage();
      const counted = await gauge('millpond_observer_sequence');
      const followed = await gauge('millpond_follower_sequence');
      return {
        version: facts.version,
        startedAt: new Date(facts.startedAtMs).toISOString(),
        store: facts.store,
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
        orders: { open: (await gauge('millpond_open_orders')) ?? null, keeper: keeperOf(keeper) },
        eventReaders: (await gauge('millpond_event_readers')) ?? 0,
        webhooks: hooks,
      };
    },
  };
}

function keeperOf(held: LeaseHeld | null): MetricsStatus['orders']['keeper'] {
  if (!held) return null;
  const { isLoading, reachable, putOff }: KeeperNote = JSON.parse(held.note ?? '{"isLoading":true,"putOff":0}');
  return {
    // The name of the process, without the part that differs each time it starts.
    server: held.holder.split(' ').slice(0, 2).join(' '),
    loading: isLoading,
    oldestReachable: reachable ? { order: reachable.order, seconds: reachable.forMs / 1000 } : null,
    putOff,
  };
}

/** The value of a gauge; undefined if it is not registered. */
async function gaugeOf(registry: Registry, name: string): Promise<number | undefined> {
  const metric = await registry.getSingleMetric(name)?.get();
  return metric && (metric.values[0]?.value ?? 0);
}

/** The free bytes of the disk; null if they cannot be read, since the other figures are still wanted. */
const freeIn = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
