// Batches, commits and the queue are exported in the units of their names.
import { beforeEach, expect, test } from 'vitest';
import { createMetrics, type Metrics } from './metrics.ts';

let metrics: Metrics;
beforeEach(() => {
  metrics = createMetrics();
});

const linesOf = async (name: string) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name));

test('millpond_batch_size counts the commands of each batch', async () => {
  metrics.observeBatch({ size: 3, durationMs: 0 });
  metrics.observeBatch({ size: 4, durationMs: 0 });
  metrics.observeBatch({ size: 5, durationMs: 0 });
  const lines = await linesOf('millpond_batch_size');
  expect(lines.filter((line) => /le="(2|4|8)"/.test(line))).toEqual([
    'millpond_batch_size_bucket{le="2"} 0',
    'millpond_batch_size_bucket{le="4"} 2',
    'millpond_batch_size_bucket{le="8"} 3',
  ]);
  expect(lines.slice(-2)).toEqual(['millpond_batch_size_sum 12', 'millpond_batch_size_count 3']);
});

test('the duration of a commit is exported in seconds', async () => {
  metrics.observeBatch({ size: 1, durationMs: 250 });
  metrics.observeBatch({ size: 1, durationMs: 500 });
  const lines = await linesOf('millpond_commit_duration_seconds');
  expect(lines.filter((line) => /le="(0.1|0.25|0.5)"/.test(line))).toEqual([
    'millpond_commit_duration_seconds_bucket{le="0.1"} 0',
    'millpond_commit_duration_seconds_bucket{le="0.25"} 1',
    'millpond_commit_duration_seconds_bucket{le="0.5"} 2',
  ]);
  expect(lines.slice(-2)).toEqual([
    'millpond_commit_duration_seconds_sum 0.75',
    'millpond_commit_duration_seconds_count 2',
  ]);
});

test('the depth of the queue is read at each scrape', async () => {
  let depth = 7;
  metrics.watchQueue(() => depth);
  expect(await linesOf('millpond_queue_depth')).toEqual(['millpond_queue_depth 7']);
  depth = 0;
  expect(await linesOf('millpond_queue_depth')).toEqual(['millpond_queue_depth 0']);
});
