// The metrics of jobs: how late each is, as long as the database answers, and how often it failed.
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerJobs } from './jobs.ts';

test('each job is told by its name, and keeps its last figure while the database is away', async () => {
  const registry = new Registry();
  let audit = async () => 7_200_000;
  const { fail } = registerJobs(registry, { audit: () => audit(), liabilities: async () => 0 });
  fail('audit');
  const lines = async () => (await registry.metrics()).split('\n').filter((line) => line.startsWith('millpond'));
  const told = [
    'millpond_job_late_seconds{job="audit"} 7200',
    'millpond_job_late_seconds{job="liabilities"} 0',
    'millpond_job_failures_total{job="audit"} 1',
    'millpond_job_failures_total{job="liabilities"} 0',
  ];
  expect((await lines()).toSorted()).toEqual(told.toSorted());
  audit = async () => Promise.reject(new Error('the database is away'));
  expect((await lines()).toSorted()).toEqual(told.toSorted());
});
