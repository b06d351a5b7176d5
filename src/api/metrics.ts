// Prometheus metrics of requests and commits.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'millpond_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'millpond_request_duration_seconds',
    help: 'Time from receiving a request to having answered it, by route.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const batchSize = new Histogram({
    name: 'millpond_batch_size',
    help: 'Commands committed together.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    registers,
  });
  const commit = new Histogram({
    name: 'millpond_commit_duration_seconds',
    help: 'Time to load, decide and durably commit a batch.',
    buckets: SECONDS,
    registers,
  });
  // Looking a series up by its labels costs more than counting, so each is looked up once.
  const series = new Map<string, { count: Counter.Internal; duration: Histogram.Internal<'route'> }>();
  return {
    registry,
    observeRequest(route: string, method: string, status: number, durationMs: number) {
      const name = `${route} ${method} ${status}`;
      let known = series.get(name);
      if (!known) {
        known = { count: requests.labels(route, method, String(status)), duration: duration.labels(route) };
        series.set(name, known);
      }
      known.count.inc();
      known.duration.observe(durationMs / 1000);
    },
    observeBatch({ size, durationMs }: { size: number; durationMs: number }) {
      batchSize.observe(size);
      commit.observe(durationMs / 1000);
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
