// What may be remembered, and for how long: not a question longer than the state that it was about.
import { beforeEach, describe, expect, test } from 'vitest';
import { RecentAnswers } from './recent-answers.ts';

let head: number;
let recent: RecentAnswers;

beforeEach(() => {
  head = 1;
  recent = new RecentAnswers(async () => head);
});

const answer = (question: string, text: string) => recent.answer(question, async () => text);

test('an answer holds until something changes', async () => {
  expect(await answer('/a', 'first')).toBe('first');
  expect(await answer('/a', 'not asked for')).toBe('first');
  expect(await answer('/b', 'another')).toBe('another');
  head = 2;
  expect(await answer('/a', 'second')).toBe('second');
});

test('an answer to a question from before a change is not kept after it', async () => {
  const late = Promise.withResolvers<string>();
  const before = recent.answer('/a', () => late.promise);
  await Promise.resolve();
  head = 2;
  await answer('/b', 'b');
  late.resolve('of before');
  expect(await before).toBe('of before');
  expect(await answer('/a', 'of after')).toBe('of after');
});

test('a failure to look or to work out is told, and nothing is kept', async () => {
  const fails = () => Promise.reject(new Error('busy'));
  await expect(new RecentAnswers(fails).answer('/a', async () => 'a')).rejects.toThrow('busy');
  await expect(recent.answer('/a', fails)).rejects.toThrow('busy');
  expect(await answer('/a', 'a')).toBe('a');
});

describe('memory', () => {
  const MILLION = 1_000_000;
  test.each([
    [MILLION, true],
    [MILLION + 1, false],
  ])('a question and its answer of %d characters: kept is %s', async (length, isKept) => {
    const text = 'x'.repeat(length - 2);
    await answer('/a', text);
    expect(await answer('/a', 'anew')).toBe(isKept ? text : 'anew');
  });

  test('a million characters are kept in all, and one more starts afresh', async () => {
    const text = 'x'.repeat(MILLION / 2 - 2);
    await answer('/a', text);
    await answer('/b', text);
    expect(await answer('/a', 'anew')).toBe(text);
    await answer('/c', 'y');
    expect(await answer('/a', 'anew')).toBe('anew');
    expect(await answer('/c', 'anew')).toBe('y');
  });
});
