// A cached answer is returned while it is young enough, renewed by one request at a time, and never returned when too old.
import { expect, test } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

const open = (over: object = {}) => {
  let nowMs = 0;
  const asked: PromiseWithResolvers<string>[] = [];
  const kept = new AnswerCache<string>({ freshMs: 10, mostMs: 60, atOnce: 2, now: () => nowMs, ...over });
  const get = (name = 'a') =>
    kept.get(name, () => {
      const question = Promise.withResolvers<string>();
      asked.push(question);
      return question.promise;
    });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { get, asked, turn, at: (ms: number) => (nowMs = ms) };
};

test.each([
  [9, 'old', 1],
  [10, 'old', 2],
  [59, 'old', 2],
])('after %i ms the %s answer is returned at once, and %i requests were made', async (ageMs, told, questions) => {
  const { get, asked, at } = open();
  const first = get();
  asked[0]?.resolve('old');
  expect(await first).toBe('old');
  at(ageMs);
  expect([await get(), await get()]).toEqual([told, told]);
  expect(asked.length).toBe(questions);
});

test('a failed background renewal is ignored; if the answer is too old, all callers wait for one shared request', async () => {
  const { get, asked, turn, at } = open();
  const first = get();
  asked[0]?.resolve('old');
  await first;
  at(30);
  await get();
  asked[1]?.reject(new Error('down'));
  await turn();
  expect(await get()).toBe('old');
  asked[2]?.reject(new Error('down'));
  await turn();
  at(60);
  const both = [get(), get()];
  expect(asked.length).toBe(4);
  asked[3]?.resolve('new');
  expect(await Promise.all(both)).toEqual(['new', 'new']);
  at(61);
  expect(await get()).toBe('new');
});

test('the age of an answer counts from when it was requested, not from when it arrived', async () => {
  const { get, asked, at } = open();
  const first = get();
  at(9);
  asked[0]?.resolve('old');
  await first;
  at(10);
  await get();
  expect(asked.length).toBe(2);
});

test('the number of concurrent requests is limited', async () => {
  const { get, asked, turn } = open();
  const all = ['a', 'b', 'c'].map(get);
  await turn();
  expect(asked.length).toBe(2);
  asked[0]?.resolve('one');
  await turn();
  expect(asked.length).toBe(3);
  asked[1]?.resolve('two');
  asked[2]?.resolve('three');
  expect(await Promise.all(all)).toEqual(['one', 'two', 'three']);
});

test('with both ages at 0 nothing is cached: every caller makes a request', async () => {
  const { get, asked } = open({ freshMs: 0, mostMs: 0 });
  const both = [get(), get()];
  expect(asked.length).toBe(2);
  asked[0]?.resolve('one');
  asked[1]?.resolve('two');
  expect(await Promise.all(both)).toEqual(['one', 'two']);
});
