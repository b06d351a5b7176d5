// Prometheus metrics of requests and commits.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { BusinessTally } from './business.ts';
import { RecentCommits } from './recent-commits.ts';
import type { RequestCounts } from './recent-requests.ts';
import { RequestTally, registerTallies } from './request-tally.ts';

/** How long the rendered text is reused: long enough to make frequent scrapes cheap, short enough for any graph. */
const RENDERING_MS = 1000;

const SECONDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(registry = new Registry()) {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const tallies = new Map<string, RequestTally>();
  registerTallies(registry, tallies);
  const business = new BusinessTally();
  business.registerOn(registry);
  const batchSize = new Histogram({
    name: 'millpond_batch_size',
    help: 'Commands committed together.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    registers,
  });
  const commit = new Histogram({
    name: 'millpond_commit_duration_seconds',
    help: 'Time to load, decide and durably commit a batch.',
    buckets: [...SECONDS],
    registers,
  });
  const recent = new RecentCommits();
  let rendering: { readonly text: Promise<string>; readonly sinceMs: number } | undefined;
  return {
    registry,
    business,
    /** All series as text, rendered at most once per second. */
    text(): Promise<string> {
      const nowMs = performance.now();
      if (!rendering || nowMs - rendering.sinceMs >= RENDERING_MS) {
        rendering = { text: registry.metrics(), sinceMs: nowMs };
      }
      return rendering.text;
    },
    /** The counters of one route and method. */
    tally(route: string, method: string): RequestTally {
      const name = `${method} ${route}`;
      const tally = tallies.get(name) ?? new RequestTally(route, method, SECONDS);
      tallies.set(name, tally);
      return tally;
    },
    observeBatch({ size, durationMs }: { readonly size: number; readonly durationMs: number }) {
      batchSize.observe(size);
      commit.observe(durationMs / 1000);
      recent.add(size, durationMs);
    },
    recentCommits: () => recent.summary(),
    /** Totals of all requests that this process has answered. */
    requests(): RequestCounts {
      const all = { count: 0, refused: 0, failed: 0 };
      for (const tally of tallies.values()) tally.addTo(all);
      return all;
    },
    watchQueue(depth: () => number) {
      new Gauge({
        name: 'millpond_queue_depth',
        help: 'Commands waiting to be committed.',
        registers,
        collect() {
          this.set(depth());
        },
      });
    },
  };
}
