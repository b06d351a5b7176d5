// Prometheus metrics of the follower, the thread that finds routes: its position in the journal, and the time of route searches.
import { Gauge, Histogram, type Registry } from 'prom-client';

const SECONDS: readonly number[] = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];

export function registerFollower(registry: Registry) {
  const registers = [registry];
  const sequence = new Gauge({
    name: 'millpond_follower_sequence',
    help: 'The last transaction that the thread which finds routes has taken in.',
    registers,
  });
  const search = new Histogram({
    name: 'millpond_route_search_seconds',
    help: 'Time to find the best route of a swap or a quote.',
    buckets: [...SECONDS],
    registers,
  });
  return {
    follow(to: number): void {
      sequence.set(to);
    },
    search(durationsMs: readonly number[]): void {
      for (const durationMs of durationsMs) search.observe(durationMs / 1000);
    },
  };
}
