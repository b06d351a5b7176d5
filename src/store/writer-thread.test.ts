// A writer's thread that fails takes nothing else with it: who waits is told, and the next commit has another thread.
import { expect, test } from 'vitest';
import { APPLE } from '../../test/paper-exchange.ts';
import { registerToken } from '../../test/paper-orders.ts';
import { order } from '../../test/store-contract/site.ts';
import { OutcomeUnknown, StoreUnavailable } from '../exchange/store.ts';
import { WriterThread } from './writer-thread.ts';

const BATCH = [order(registerToken(APPLE))];

/** A thread that runs this for every message it gets, the `options` at hand. */
const threadThat = (does: string, options: object = {}): WriterThread =>
  new WriterThread(
    new URL(
      `data:text/javascript,import { parentPort, workerData as options } from 'node:worker_threads';
      parentPort.on('message', (message) => { ${does} });`,
    ),
    options,
  );

const died = (why: string) => new OutcomeUnknown(`the writer thread died during a commit: ${why}`);

test.each([
  ['throws', `throw new Error('bang')`, 'bang'],
  ['rejects', `Promise.reject(new Error('bang'))`, 'bang'],
  ['ends', 'process.exit()', 'it ended'],
])('a thread that %s leaves unknown all that waits, and another takes its place', async (_, does, why) => {
  const lives = new Int32Array(new SharedArrayBuffer(4));
  const again = `if (Atomics.add(options.lives, 0, 1) > 0) return parentPort.postMessage({ outcomes: [] });`;
  const writer = threadThat(`if (message === 'close') process.exit(); ${again} ${does}`, { lives });
  const rejected = { status: 'rejected', reason: died(why) };
  expect(await Promise.allSettled([writer.commit(BATCH), writer.commit(BATCH)])).toEqual([rejected, rejected]);
  expect(await writer.commit(BATCH)).toEqual([]);
  await writer.close();
});

test('a thread that cannot load leaves the outcome unknown', async () => {
  const writer = new WriterThread(new URL('./no-such-thread.ts', import.meta.url), {});
  await expect(writer.commit(BATCH)).rejects.toThrow(OutcomeUnknown);
  await writer.close();
});

test('a thread that cannot be started has changed nothing', async () => {
  const writer = new WriterThread(new URL('https://example.com/thread.ts'), {});
  await expect(writer.commit(BATCH)).rejects.toThrow(StoreUnavailable);
  await writer.close();
});

test('a thread that dies of being closed is closed', async () => {
  const writer = threadThat(
    `if (message === 'close') throw new Error('bang'); parentPort.postMessage({ outcomes: [] })`,
  );
  expect(await writer.commit(BATCH)).toEqual([]);
  await writer.close();
});

test('failures of the writer arrive as what they are', async () => {
  const writer = threadThat('parentPort.postMessage(options.replies.shift())', {
    replies: [
      { unavailable: 'full', detail: 'the disk is full' },
      { unknown: 'line cut', cause: { name: 'Error', message: 'reset', code: 'ECONNRESET' } },
      { bug: { name: 'PostgresError', message: 'impossible', code: '23505', detail: 'twice' } },
      { outcomes: [{ rejection: { code: 'idempotency_key_reused' } }] },
    ],
  });
  const commits = Array.from({ length: 4 }, () => writer.commit(BATCH));
  const results = await Promise.allSettled(commits);
  expect(results).toMatchObject([
    { reason: { name: 'StoreUnavailable', reason: 'full', message: 'the disk is full' } },
    { reason: { name: 'OutcomeUnknown', message: 'line cut', cause: { message: 'reset', code: 'ECONNRESET' } } },
    {
      reason: {
        name: 'BatchFault',
        message: 'impossible',
        cause: { name: 'PostgresError', code: '23505', detail: 'twice' },
      },
    },
    { value: [{ rejection: { code: 'idempotency_key_reused' } }] },
  ]);
});

test('after it was closed, nothing is sent and no thread is started', async () => {
  const writer = threadThat(`if (message === 'close') process.exit(); parentPort.postMessage({ outcomes: [] })`);
  expect(await writer.commit(BATCH)).toEqual([]);
  const closing = writer.close();
  await expect(writer.commit(BATCH)).rejects.toThrow(StoreUnavailable);
  await closing;
  await expect(writer.commit(BATCH)).rejects.toThrow(StoreUnavailable);
});
