import { expect, test } from 'vitest';
import { batched } from './batch.ts';

const lengthOf = (names: readonly string[]) =>
  new Map(names.filter((name) => name !== 'none').map((name) => [name, name.length]));

test('concurrent lookups share one request, each name once', async () => {
  const asked: string[][] = [];
  const ask = batched(async (names) => {
    asked.push([...names]);
    return lengthOf(names);
  });
  expect(await Promise.all(['a', 'bb', 'none', 'a'].map(ask))).toEqual([1, 2, undefined, 1]);
  expect(await ask('a')).toBe(1);
  expect(asked).toEqual([['a', 'bb', 'none'], ['a']]);
});

test('more than 100 names take several requests, and if one fails the others still answer', async () => {
  const sizes: number[] = [];
  const ask = batched(async (names) => {
    sizes.push(names.length);
    if (names.includes('150')) throw new Error('away');
    return lengthOf(names);
  });
  const answers = await Promise.allSettled(Array.from({ length: 250 }, (_, at) => ask(String(at))));
  expect(sizes).toEqual([100, 100, 50]);
  expect(answers.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(100);
  expect(answers[249]).toEqual({ status: 'fulfilled', value: 3 });
});
