import { expect, test } from 'vitest';
import { ConnectionHealth } from './connection-health.ts';

const TIMEOUT_MS = 5000;

test('connections that have answered nothing since a question was asked count as silent, not as busy', () => {
  const health = new ConnectionHealth(TIMEOUT_MS);
  expect(health.isOnlyBusy(0)).toBe(false);
  health.answered(90, 99);
  expect(health.isOnlyBusy(100)).toBe(false);
});

test('connections that still answer earlier questions, each after the timeout, count as only busy', () => {
  const health = new ConnectionHealth(TIMEOUT_MS);
  for (let askedMs = 0; askedMs < 1000; askedMs += 100) health.answered(askedMs, askedMs + TIMEOUT_MS);
  expect(health.isOnlyBusy(1000)).toBe(true);
});

test('connections that answer much later questions do not count as busy: the unanswered one hangs alone', () => {
  const health = new ConnectionHealth(TIMEOUT_MS);
  health.answered(1000 + TIMEOUT_MS - 10, 1000 + TIMEOUT_MS - 5);
  expect(health.isOnlyBusy(1000)).toBe(false);
});
