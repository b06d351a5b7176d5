// Run by the test in this folder: the first of these tests must fail, and the others must not.
import { expect, test } from 'vitest';

test('leaves a promise to itself', () => {
  void Promise.reject(new Error('nobody looks'));
});

test('handles its promise', async () => {
  await expect(Promise.reject(new Error('somebody looks'))).rejects.toThrow('somebody looks');
});

test('handles it later in the same turn', async () => {
  const late = Promise.reject(new Error('in time'));
  await null;
  late.catch(() => {});
});
