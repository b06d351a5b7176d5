// A call to another thread ends: with its answer, or when its caller stops waiting.
import { setTimeout as sleep } from 'node:timers/promises';
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

/** Repeats a call until it is answered: on a busy machine, starting the thread may take longer than a call may. */
async function started(ask: (method: string) => Promise<unknown>): Promise<unknown> {
  for (;;) {
    const answer = await ask('number').catch(() => undefined);
    if (answer !== undefined) return answer;
    // While there is no thread, calls are refused at once, and a loop without a pause would keep it from starting.
    await sleep(10);
  }
}

test('a call that is never answered times out, while others are answered', async () => {
  const { ask } = startThread(1000);
  await started(ask);
  let isLost = false;
  const asked = ask('never').catch((error: unknown) => {
    isLost = error instanceof Lost;
  });
  while (!isLost) await ask('number').catch(() => undefined);
  await asked;
});

test('a blocked thread is terminated, and a new one answers', async () => {
  const { ask, ends } = startThread(500);
  const first = await started(ask);
  const before = ends.length;
  await expect(ask('block')).rejects.toBeInstanceOf(Lost);
  expect(ends.length).toBeGreaterThan(before);
  expect(await started(ask)).not.toBe(first);
});

test('close ends a thread that is blocked for ever', async () => {
  const { ask, close } = startThread(500);
  await started(ask);
  const blocked = ask('block');
  await Promise.all([expect(blocked).rejects.toBeInstanceOf(Lost), close()]);
});

test('an unhandled rejection in a thread ends it, its message is passed to onEnd, and a new thread answers', async () => {
  const { ask, ends } = startThread(30_000);
  const first = await ask('number');
  const never = ask('never');
  await ask('forget');
  await expect(never).rejects.toBeInstanceOf(Lost);
  expect(ends).toEqual(['nobody handles this']);
  await expect.poll(() => ask('number').catch(() => first)).not.toBe(first);
});

test('without onEnd, the end of a thread is emitted as a process warning', async () => {
  const options = { caller: import.meta.url, data: {}, limits: {}, onNotice: () => {}, lost: () => new Lost() };
  const thread = new CalledThread<never>(options);
  onTestFinished(() => thread.close());
  const warnings: string[] = [];
  const listen = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  await thread.call('service', 'forget');
  const told = 'ThreadEnded: the thread of test/thread/called-thread.test.ts has ended: nobody handles this';
  await expect.poll(() => warnings).toContain(told);
});
