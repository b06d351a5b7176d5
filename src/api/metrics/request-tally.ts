// Counts requests without prom-client, whose lookup of each series by its labels costs more than all the counting.
import type { Metric, Registry } from 'prom-client';
import type { RequestCounts } from './recent-requests.ts';

type Sample = {
  readonly metricName?: string;
  readonly labels: Record<string, string | number>;
  readonly value: number;
};

/** The requests of one route and method. */
export class RequestTally {
  readonly #labels: { readonly route: string; readonly method: string };
  readonly #bounds: readonly number[];
  /** Requests that took no longer than each bound but longer than the previous one; the last entry counts the rest. */
  readonly #buckets: number[];
  readonly #statuses = new Map<number, number>();
  #seconds = 0;

  constructor(route: string, method: string, bounds: readonly number[]) {
    this.#labels = { route, method };
    this.#bounds = bounds;
    this.#buckets = [...bounds, Number.POSITIVE_INFINITY].map(() => 0);
  }

  count(status: number, seconds: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < this.#bounds.length && seconds > (this.#bounds[bucket] as number)) bucket += 1;
    (this.#buckets[bucket] as number) += 1;
    this.#seconds += seconds;
  }

  addTo(all: { -readonly [Name in keyof RequestCounts]: number }): void {
    for (const [status, count] of this.#statuses) {
      all.count += count;
      if (status >= 500) all.failed += count;
      else if (status >= 400) all.refused += count;
    }
  }

  totals(): Sample[] {
    return [...this.#statuses].map(([status, value]) => ({ labels: { ...this.#labels, status }, value }));
  }

  durations(name: string): Sample[] {
    let count = 0;
    const buckets = [...this.#bounds, '+Inf'].map((le, index) => {
      count += this.#buckets[index] as number;
      return { metricName: `${name}_bucket`, labels: { le, ...this.#labels }, value: count };
    });
    if (count === 0) return [];
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: this.#labels, value: this.#seconds },
      { metricName: `${name}_count`, labels: this.#labels, value: count },
    ];
  }
}

export function registerTallies(registry: Registry, tallies: ReadonlyMap<string, RequestTally>): void {
  const register = (name: string, type: string, help: string, samplesOf: (tally: RequestTally) => Sample[]) =>
    registry.registerMetric({
      name,
      get: async () => ({ name, help, type, values: [...tallies.values()].flatMap(samplesOf) }),
    } as unknown as Metric);
  register('millpond_requests_total', 'counter', 'Requests by route, method and status.', (tally) => tally.totals());
  const duration = 'millpond_request_duration_seconds';
  register(duration, 'histogram', 'Time from receiving a request to answering it.', (tally) =>
    tally.durations(duration),
  );
}
