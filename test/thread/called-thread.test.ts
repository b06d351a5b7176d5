// A call to another thread ends: with its answer, or when its caller stops waiting.
import { expect, onTestFinished, test } from 'vitest';
import { CalledThread } from '../../src/thread/called-thread.ts';

class Lost extends Error {}

function startThread(patienceMs: number) {
  const ends: string[] = [];
  const thread = new CalledThread<never>({
    caller: import.meta.url,
    data: {},
    limits: {},
    onNotice: () => {},
    patienceMs,
    lost: () => new Lost(),
    onEnd: ({ why }) => ends.push(why),
  });
  onTestFinished(() => thread.close());
  return { ask: (method: string) => thread.call('service', method), close: () => thread.close(), ends };
}

test('a question that is never answered ends, though others are answered', async () => {
  const { ask } = startThread(1000);
  await ask('number');
  let isLost = false;
  const asked = ask('never').catch((error: unknown) => {
    isLost = error instanceof Lost;
  });
  while (!isLost) await ask('number').catch(() => undefined);
  await asked;
});

test('a thread that is busy for ever is ended, and another one answers', async () => {
  const { ask, ends } = startThread(500);
  const first = await ask('number');
  await expect(ask('block')).rejects.toBeInstanceOf(Lost);
  expect(ends).toHaveLength(1);
  await expect.poll(() => ask('number').catch(() => first)).not.toBe(first);
});

test('closing ends a thread that is busy for ever', async () => {
  const { ask, close } = startThread(500);
  await ask('number');
  const blocked = ask('block');
  await Promise.all([expect(blocked).rejects.toBeInstanceOf(Lost), close()]);
});
