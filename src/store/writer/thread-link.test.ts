// A failing writer thread affects nothing else: waiting callers get an error, and the next commit starts a new thread.
import { expect, onTestFinished, test } from 'vitest';
import { APPLE } from '../../../test/paper-exchange.ts';
import { registerToken } from '../../../test/paper-orders.ts';
import { order } from '../../../test/store-contract/site.ts';
import { BatchFault, OutcomeUnknown, StoreUnavailable } from '../../ports/store.ts';
import { WriterHandle } from './handle.ts';
import { History } from './history.ts';
import { siblingModule, ThreadLink } from './thread-link.ts';

const BATCH = [order(registerToken(APPLE))];

const writerOf = (module: URL, options: object = {}) =>
  new WriterHandle(new ThreadLink(module, options), new History(() => {}));

const moduleOf = (text: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData as options } from 'node:worker_threads';
      ${text}
      parentPort.postMessage('started');`)}`,
  );

/** A thread that reports its start and then runs this code for every message; `options` is available to it. */
const threadThat = (does: string, options: object = {}): WriterHandle =>
  writerOf(moduleOf(`parentPort.on('message', (message) => { ${does} });`), options);

const died = (why: string) => new OutcomeUnknown(`the writer thread died during a commit: ${why}`);

test.each([
  ['throws', `throw new Error('bang')`, 'bang'],
  ['rejects', `Promise.reject(new Error('bang'))`, 'bang'],
  ['ends', 'process.exit()', 'it ended'],
])('if the thread %s, waiting commits fail as unknown, and the next one starts a thread', async (_, does, why) => {
  const lives = new Int32Array(new SharedArrayBuffer(4));
  const again = `if (Atomics.add(options.lives, 0, 1) > 0) return parentPort.postMessage({ outcomes: [] });`;
  const writer = threadThat(`if (message === 'close') process.exit(); ${again} ${does}`, { lives });
  const rejected = { status: 'rejected', reason: died(why) };
  expect(await Promise.allSettled([writer.commit(BATCH), writer.commit(BATCH)])).toEqual([rejected, rejected]);
  expect(await writer.commit(BATCH)).toEqual([]);
  await writer.close();
});

const THROWS_UNTIL_ALLOWED = moduleOf(`
  if (Atomics.load(options.allowed, 0) === 0) throw new Error('not today');
  parentPort.on('message', (message) => (message === 'close' ? process.exit() : parentPort.postMessage({ outcomes: [] })));`);

test.each([
  ['does not exist', new URL('./no-such-thread.ts', import.meta.url), 'no-such-thread'],
  ['has a URL that cannot be loaded', new URL('https://example.com/thread.ts'), 'URL'],
  ['throws until a later start', THROWS_UNTIL_ALLOWED, 'not today'],
])('if the thread’s module %s, commits and checks fail as unavailable', async (_, module, why) => {
  const allowed = new Int32Array(new SharedArrayBuffer(4));
  const writer = writerOf(module, { allowed });
  const away = {
    name: 'StoreUnavailable',
    reason: 'failed',
    message: expect.stringMatching(`^the writer thread cannot be started: .*${why}`),
  };
  const asked = [writer.commit(BATCH), writer.commit(BATCH), writer.check()];
  expect(await Promise.allSettled(asked)).toMatchObject(asked.map(() => ({ status: 'rejected', reason: away })));
  if (why !== 'not today') return writer.close();
  Atomics.store(allowed, 0, 1);
  await writer.check();
  expect(await writer.commit(BATCH)).toEqual([]);
  await writer.close();
});

test('a check during which the thread ends fails as unavailable, not as an unknown outcome', async () => {
  const writer = threadThat('process.exit()');
  await expect(writer.check()).rejects.toThrow(StoreUnavailable);
  await writer.close();
});

test('if an answer cannot be read, all waiting commits fail as OutcomeUnknown, and later answers of that thread are ignored', async () => {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const writer = threadThat(
    `if (message === 'close') process.exit();
     if (Atomics.load(options.sent, 0) > 0) return parentPort.postMessage({ outcomes: [] });
     // Deeper than the stack of the reading thread, which is a quarter of this one's.
     let answer = [];
     for (let depth = 0; depth < 10000; depth++) answer = [answer];
     parentPort.postMessage(answer);
     parentPort.postMessage({ outcomes: [] });
     Atomics.store(options.sent, 0, 1);
     Atomics.notify(options.sent, 0);`,
    { sent },
  );
  const lost = { status: 'rejected', reason: died('its answer could not be read') };
  const [one, two] = [writer.commit(BATCH), writer.commit(BATCH)].map((commit) => Promise.allSettled([commit]));
  // Blocks, so that nothing is read before the second message is sent.
  Atomics.wait(sent, 0, 0);
  expect(await one).toEqual([lost]);
  expect(await two).toEqual([lost]);
  expect(await writer.commit(BATCH)).toEqual([]);
  await writer.close();
});

test('a batch that cannot be sent to the thread fails as a BatchFault, and the next one is committed', async () => {
  const writer = threadThat(`if (message === 'close') process.exit(); parentPort.postMessage({ outcomes: [] })`);
  const unsendable = [{ ...order(registerToken(APPLE)), command: () => {} }] as never;
  await expect(writer.commit(unsendable)).rejects.toThrow(BatchFault);
  expect(await writer.commit(BATCH)).toEqual([]);
  await writer.close();
});

test.each([
  ['from TypeScript', 'ts'],
  ['compiled', 'js'],
])('a store that runs %s finds the module of its thread in its own folder', (_, extension) => {
  const module = siblingModule(`file:///srv/store/sqlite/store.${extension}`, 'thread');
  expect(module.href).toBe(`file:///srv/store/sqlite/thread.${extension}`);
});

test('close() succeeds if the thread throws while closing', async () => {
  const writer = threadThat(
    `if (message === 'close') throw new Error('bang'); parentPort.postMessage({ outcomes: [] })`,
  );
  expect(await writer.commit(BATCH)).toEqual([]);
  await writer.close();
});

test('errors of the writer arrive with their types and causes', async () => {
  const writer = threadThat('parentPort.postMessage(options.replies.shift())', {
    replies: [
      { unavailable: 'full', detail: 'the disk is full' },
      { unknown: 'link cut', cause: { name: 'Error', message: 'reset', code: 'ECONNRESET' } },
      { bug: { name: 'PostgresError', message: 'impossible', code: '23505', detail: 'twice' } },
      { outcomes: [{ refusal: { code: 'idempotency_key_reused' } }] },
    ],
  });
  const commits = Array.from({ length: 4 }, () => writer.commit(BATCH));
  const results = await Promise.allSettled(commits);
  expect(results).toMatchObject([
    { reason: { name: 'StoreUnavailable', reason: 'full', message: 'the disk is full' } },
    { reason: { name: 'OutcomeUnknown', message: 'link cut', cause: { message: 'reset', code: 'ECONNRESET' } } },
    {
      reason: {
        name: 'BatchFault',
        message: 'impossible',
        cause: { name: 'PostgresError', code: '23505', detail: 'twice' },
      },
    },
    { value: [{ refusal: { code: 'idempotency_key_reused' } }] },
  ]);
});

test('commits during and after close() fail as unavailable', async () => {
  const writer = threadThat(`if (message === 'close') process.exit(); parentPort.postMessage({ outcomes: [] })`);
  expect(await writer.commit(BATCH)).toEqual([]);
  const closing = writer.close();
  await expect(writer.commit(BATCH)).rejects.toThrow(StoreUnavailable);
  await closing;
  await expect(writer.commit(BATCH)).rejects.toThrow(StoreUnavailable);
});

test('if the thread ends while idle, a warning says so, and the next commit starts another', async () => {
  const lives = new Int32Array(new SharedArrayBuffer(4));
  const first = `if (Atomics.add(options.lives, 0, 1) === 0) setImmediate(() => Promise.reject(new Error('idle')));`;
  const warnings: string[] = [];
  const listen = ({ message }: Error) => void warnings.push(message);
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  const writer = threadThat(
    `if (message === 'close') process.exit(); ${first} parentPort.postMessage({ outcomes: [] });`,
    {
      lives,
    },
  );
  await writer.commit(BATCH);
  await expect.poll(() => warnings).toContainEqual(expect.stringMatching(/^the thread of .* has ended: idle$/));
  expect(await writer.commit(BATCH)).toEqual([]);
  await writer.close();
});
