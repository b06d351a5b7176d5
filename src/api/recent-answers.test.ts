// What may be remembered, and for how long: not a question longer than the state that it was about.
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { RecentAnswers } from './recent-answers.ts';

let sequence: number;
let recent: RecentAnswers;

beforeEach(() => {
  sequence = 1;
  recent = new RecentAnswers(async () => sequence);
});

/** Takes a question up; resolves with its answer if there is one already. */
function ask(url: string): Promise<{ request: FastifyRequest; answer?: string }> {
  const request = { url } as FastifyRequest;
  return new Promise((resolve) => {
    const reply = { header: () => reply, send: (answer: string) => resolve({ request, answer }) };
    recent.find.call({} as never, request, reply as never, () => resolve({ request }));
  });
}

async function answer(url: string, text: string): Promise<void> {
  recent.keep((await ask(url)).request, text);
}

test('an answer holds until the journal moves on', async () => {
  await answer('/a', 'first');
  expect(await ask('/a')).toMatchObject({ answer: 'first' });
  expect(await ask('/b')).not.toHaveProperty('answer');
  sequence = 2;
  expect(await ask('/a')).not.toHaveProperty('answer');
});

test('an answer to a question from before a change is not kept after it', async () => {
  const { request } = await ask('/a');
  sequence = 2;
  await ask('/b');
  recent.keep(request, 'of before');
  expect(await ask('/a')).not.toHaveProperty('answer');
});

test('a failure to look is told, and nothing is kept', async () => {
  recent = new RecentAnswers(() => Promise.reject(new Error('busy')));
  const told = await new Promise((resolve) => {
    recent.find.call({} as never, { url: '/a' } as never, {} as never, resolve);
  });
  expect(told).toEqual(new Error('busy'));
});

describe('memory', () => {
  test.each([
    [4096, true],
    [4097, false],
  ])('a question and its answer of %d characters: kept is %s', async (length, isKept) => {
    await answer('/a', 'x'.repeat(length - 2));
    expect('answer' in (await ask('/a'))).toBe(isKept);
  });

  test('a thousand are kept, and one more starts afresh', async () => {
    for (let count = 0; count < 1000; count++) await answer(`/${count}`, 'x');
    expect(await ask('/0')).toHaveProperty('answer');
    await answer('/1000', 'x');
    expect(await ask('/0')).not.toHaveProperty('answer');
    expect(await ask('/1000')).toHaveProperty('answer');
  });
});
