// Which answers may be cached, and for how long: none outlives the state it was made from.
import { beforeEach, describe, expect, test } from 'vitest';
import { RecentAnswers } from './recent-answers.ts';

let head: number;
let recent: RecentAnswers;

beforeEach(() => {
  head = 1;
  recent = new RecentAnswers(async () => head);
});

/** Asks, and computes `text` if no cached answer is valid. */
async function answer(question: string, text: string): Promise<string> {
  const request = {};
  const known = await recent.find(request, question);
  if (known === undefined) recent.keep(request, question, text);
  return known ?? text;
}

test('an answer is cached until something changes', async () => {
  expect(await answer('/a', 'first')).toBe('first');
  expect(await answer('/a', 'not asked for')).toBe('first');
  expect(await answer('/b', 'another')).toBe('another');
  head = 2;
  expect(await answer('/a', 'second')).toBe('second');
});

test('an answer to a request that was made before a change is not cached after the change', async () => {
  const early = {};
  expect(await recent.find(early, '/a')).toBeUndefined();
  head = 2;
  await answer('/b', 'b');
  recent.keep(early, '/a', 'of before');
  expect(await answer('/a', 'of after')).toBe('of after');
});

test('a failure to read the head is thrown', async () => {
  const fails = () => Promise.reject(new Error('busy'));
  await expect(new RecentAnswers(fails).find({}, '/a')).rejects.toThrow('busy');
});

test('keep() caches nothing for a request that did not call find() before', async () => {
  await answer('/b', 'b');
  recent.keep({}, '/a', 'unasked');
  expect(await answer('/a', 'asked')).toBe('asked');
});

describe('memory', () => {
  const MILLION = 1_000_000;
  test.each([
    [MILLION, true],
    [MILLION + 1, false],
  ])('a question and its answer of %d characters together: cached is %s', async (length, isKept) => {
    const text = 'x'.repeat(length - 2);
    await answer('/a', text);
    expect(await answer('/a', 'anew')).toBe(isKept ? text : 'anew');
  });

  test('a million characters are cached in total, and one more clears the cache', async () => {
    const text = 'x'.repeat(MILLION / 2 - 2);
    await answer('/a', text);
    await answer('/b', text);
    expect(await answer('/a', 'anew')).toBe(text);
    await answer('/c', 'y');
    expect(await answer('/a', 'anew')).toBe('anew');
    expect(await answer('/c', 'anew')).toBe('y');
  });
});
