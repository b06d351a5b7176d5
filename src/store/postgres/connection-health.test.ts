import { expect, test } from 'vitest';
import { ConnectionHealth } from './connection-health.ts';

const TIMEOUT_MS = 5000;

test('a pool that has answered nothing since the question is silent', () => {
  const health = new ConnectionHealth(TIMEOUT_MS);
  expect(health.isOnlyBusy(0)).toBe(false);
  health.answered(90, 99);
  expect(health.isOnlyBusy(100)).toBe(false);
});

test('a pool that answers earlier questions is full', () => {
  const health = new ConnectionHealth(TIMEOUT_MS);
  for (let askedMs = 0; askedMs < 1000; askedMs += 100) health.answered(askedMs, askedMs + TIMEOUT_MS);
  expect(health.isOnlyBusy(1000)).toBe(true);
});

test('a pool that answers much later questions has one silent connection among others', () => {
  const health = new ConnectionHealth(TIMEOUT_MS);
  health.answered(1000 + TIMEOUT_MS - 10, 1000 + TIMEOUT_MS - 5);
  expect(health.isOnlyBusy(1000)).toBe(false);
});
