// Requests counted by our own code are exported as prom-client would print them.
import { beforeEach, describe, expect, test } from 'vitest';
import { createMetrics, type Metrics } from './metrics.ts';

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DURATION = 'millpond_request_duration_seconds';

let metrics: Metrics;
beforeEach(() => {
  metrics = createMetrics();
});

const linesOf = async (name: string) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name));
const totals = () => linesOf('millpond_requests_total');
/** The buckets of GET /a in order; the last is +Inf. */
const bucketsOf = (counts: readonly number[]) =>
  [...BOUNDS, '+Inf'].map((le, index) => `${DURATION}_bucket{le="${le}",route="/a",method="GET"} ${counts[index]}`);

describe('durations', () => {
  test.each(BOUNDS.map((bound, index) => [bound, index] as const))(
    'of %f s count in the bucket of that bound; slightly longer ones in the next',
    async (bound, index) => {
      const tally = metrics.tally('/a', 'GET');
      tally.count(200, bound);
      tally.count(200, bound * (1 + Number.EPSILON));
      const counts = [...BOUNDS, '+Inf'].map((_, place) => (place < index ? 0 : place === index ? 1 : 2));
      expect(await linesOf(`${DURATION}_bucket`)).toEqual(bucketsOf(counts));
    },
  );

  test('are cumulative: each bucket includes the shorter ones, +Inf all', async () => {
    const tally = metrics.tally('/a', 'GET');
    for (const seconds of [0, 0.0005, 0.003, 0.003, 0.25, 0.75, 10.5, 64]) tally.count(200, seconds);
    expect(await linesOf(DURATION)).toEqual([
      ...bucketsOf([2, 2, 4, 4, 4, 4, 4, 5, 5, 6, 6, 6, 6, 8]),
      `${DURATION}_sum{route="/a",method="GET"} ${0.0005 + 0.003 + 0.003 + 0.25 + 0.75 + 10.5 + 64}`,
      `${DURATION}_count{route="/a",method="GET"} 8`,
    ]);
  });

  test('are summed over all statuses', async () => {
    const tally = metrics.tally('/a', 'GET');
    tally.count(200, 0.5);
    tally.count(404, 0.25);
    expect(await linesOf(`${DURATION}_sum`)).toEqual([`${DURATION}_sum{route="/a",method="GET"} 0.75`]);
    expect(await linesOf(`${DURATION}_count`)).toEqual([`${DURATION}_count{route="/a",method="GET"} 2`]);
  });

  test('are left out for a route without requests, and so is the total', async () => {
    metrics.tally('/a', 'GET');
    expect([...(await linesOf(DURATION)), ...(await totals())]).toEqual([]);
    metrics.tally('/b', 'GET').count(200, 1);
    const shown = [...(await linesOf(DURATION)), ...(await totals())];
    expect(shown).toHaveLength(BOUNDS.length + 4);
    expect(shown.filter((line) => !line.includes('route="/b"'))).toEqual([]);
  });
});

describe('totals', () => {
  test('are counted by status', async () => {
    const tally = metrics.tally('/a', 'GET');
    for (const status of [200, 404, 200, 503, 200, 404]) tally.count(status, 0);
    expect(await totals()).toEqual([
      'millpond_requests_total{route="/a",method="GET",status="200"} 3',
      'millpond_requests_total{route="/a",method="GET",status="404"} 2',
      'millpond_requests_total{route="/a",method="GET",status="503"} 1',
    ]);
  });

  test('are not reset by reading', async () => {
    const tally = metrics.tally('/a', 'GET');
    for (const count of [1, 2, 3]) {
      tally.count(200, 1);
      expect(await totals()).toEqual([`millpond_requests_total{route="/a",method="GET",status="200"} ${count}`]);
      expect(await linesOf(`${DURATION}_sum`)).toEqual([`${DURATION}_sum{route="/a",method="GET"} ${count}`]);
    }
  });
});

describe('a series', () => {
  test('covers one method of a route', async () => {
    metrics.tally('/a', 'GET').count(200, 1);
    metrics.tally('/a', 'POST').count(200, 2);
    expect(await totals()).toEqual([
      'millpond_requests_total{route="/a",method="GET",status="200"} 1',
      'millpond_requests_total{route="/a",method="POST",status="200"} 1',
    ]);
    expect(await linesOf(`${DURATION}_sum`)).toEqual([
      `${DURATION}_sum{route="/a",method="GET"} 1`,
      `${DURATION}_sum{route="/a",method="POST"} 2`,
    ]);
  });

  test('continues when the same route and method are asked for again', async () => {
    metrics.tally('/a', 'GET').count(200, 1);
    metrics.tally('/a', 'GET').count(200, 2);
    expect(await totals()).toEqual(['millpond_requests_total{route="/a",method="GET",status="200"} 2']);
    expect(await linesOf(`${DURATION}_count`)).toEqual([`${DURATION}_count{route="/a",method="GET"} 2`]);
  });

  test('does not include requests that another Metrics object counted', async () => {
    createMetrics().tally('/a', 'GET').count(200, 1);
    expect(await totals()).toEqual([]);
  });
});

test.each([
  ['millpond_requests_total', 'counter', 'Requests by route, method and status.'],
  [DURATION, 'histogram', 'Time from receiving a request to answering it.'],
])('%s has one HELP and one TYPE line, as a %s', async (name, type, help) => {
  metrics.tally('/a', 'GET').count(200, 1);
  metrics.tally('/b', 'GET').count(200, 1);
  expect(await linesOf(`# HELP ${name} `)).toEqual([`# HELP ${name} ${help}`]);
  expect(await linesOf(`# TYPE ${name} `)).toEqual([`# TYPE ${name} ${type}`]);
});
