import { expect, test } from 'vitest';
import { Pulse } from './pulse.ts';

const TIMEOUT_MS = 5000;

test('a pool that has answered nothing since the question is silent', () => {
  const pulse = new Pulse(TIMEOUT_MS);
  expect(pulse.isMerelyFull(0)).toBe(false);
  pulse.answered(90, 99);
  expect(pulse.isMerelyFull(100)).toBe(false);
});

test('a pool that answers earlier questions is full', () => {
  const pulse = new Pulse(TIMEOUT_MS);
  for (let askedMs = 0; askedMs < 1000; askedMs += 100) pulse.answered(askedMs, askedMs + TIMEOUT_MS);
  expect(pulse.isMerelyFull(1000)).toBe(true);
});

test('a pool that answers much later questions has a silent connection beside those that do', () => {
  const pulse = new Pulse(TIMEOUT_MS);
  pulse.answered(1000 + TIMEOUT_MS - 10, 1000 + TIMEOUT_MS - 5);
  expect(pulse.isMerelyFull(1000)).toBe(false);
});
