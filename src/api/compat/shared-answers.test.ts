// Answers that all callers share.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedAnswers } from './shared-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number) => new Promise<number>((resolve) => setTimeout(() => resolve(performance.now()), ms));

test('an answer is made once a second, and all who ask while it is made get the same', async () => {
  const answers = new SharedAnswers();
  const make = vi.fn(() => after(10));
  const asked = [answers.get('a', make), answers.get('a', make)];
  await vi.advanceTimersByTimeAsync(10);
  const [first, second] = await Promise.all(asked);
  expect(second).toBe(first);
  await vi.advanceTimersByTimeAsync(989);
  expect(await answers.get('a', make)).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  answers.get('a', make);
  expect(make).toHaveBeenCalledTimes(2);
});

test('an answer that takes long is kept nine times as long', async () => {
  const answers = new SharedAnswers();
  const make = vi.fn(() => after(500));
  answers.get('a', make);
  await vi.advanceTimersByTimeAsync(500 + 4499);
  await answers.get('a', make);
  expect(make).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  answers.get('a', make);
  expect(make).toHaveBeenCalledTimes(2);
});

test('a failure is not kept', async () => {
  const answers = new SharedAnswers();
  await expect(answers.get('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await answers.get('a', async () => 'fine')).toBe('fine');
});
