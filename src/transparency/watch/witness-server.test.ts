// A witness over HTTP: what it answers besides checkpoints, requests at once, bodies without end, and a state that cannot be kept. Takes 15 s: idle connections have 10 s.
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GrownTree } from '../../../test/log/grown-tree.ts';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { boundConnections } from '../../api/door/connections.ts';
import { checkpointText } from '../format/checkpoint.ts';
import { newKeyFile, signingKey, vkeyOf } from '../format/keys.ts';
import { openNote, parseNote, signNote } from '../format/note.ts';
import { leafHash } from '../format/tree.ts';
import { addCheckpointBody, SIZE_TYPE } from '../format/witness.ts';
import { readKept, WatchState } from './watch-state.ts';
import type { LogAlarm } from './watcher.ts';
import { WitnessServer } from './witness-server.ts';

const KEY = signingKey(newKeyFile(), 'example.com/log', 'note');
const COSIGNER = signingKey(newKeyFile(), 'witness.example', 'cosignature');
const inFolder = useTempFolder();

const tree = new GrownTree();
const notes = [''];
for (let size = 1; size <= 30; size++) {
  const root = tree.grow([leafHash(Buffer.from(`entry ${size}`))]);
  notes.push(signNote(checkpointText({ origin: KEY.name, size, root }), KEY));
}
const request = (oldSize: number, size: number) =>
  addCheckpointBody({ oldSize, proof: tree.consistency(oldSize, size), checkpoint: notes[size] as string });

let witness: WitnessServer;
let file: string;
let errors: Error[];
let forks: LogAlarm[];
let state: WatchState;
const start = async () => {
  state = new WatchState(file, (await readKept(file)) ?? { vkey: vkeyOf(KEY) });
  witness = await WitnessServer.start({
    ...{ host: '127.0.0.1', port: 0, cosigner: COSIGNER, state },
    onFork: async (alarm) => void forks.push(alarm),
    onError: (error) => errors.push(error),
    boundConnections: (server) => boundConnections(server, { maxConnections: 1000, isProxy: () => false }),
  });
};
beforeEach(async () => {
  [file, errors, forks] = [inFolder('state.json'), [], []];
  await start();
});
afterEach(() => witness.close());

const post = async (body: string, path = '/add-checkpoint') => {
  const answer = await fetch(`${witness.url}${path}`, { method: 'POST', body });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const isCosigned = (size: number, text: string) =>
  openNote(`${parseNote(notes[size] as string).text}\n${text}`, [COSIGNER]).signatures.length === 1;

test('cosigns what continues the last checkpoint; the state is on disk when it answers, and is used after a restart', async () => {
  for (const [from, to] of [
    [0, 3],
    [3, 3],
    [3, 17],
  ] as const) {
    const { status, text } = await post(request(from, to));
    expect([status, isCosigned(to, text)]).toEqual([200, true]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ vkey: vkeyOf(KEY), checkpoint: notes[to] });
  }
  await witness.close();
  await start();
  expect(await post(request(3, 5))).toEqual({ status: 409, type: SIZE_TYPE, text: '17\n' });
  expect((await post(request(17, 30))).status).toBe(200);
});

test('of many requests at once from the same size, the first is cosigned and the others are told the new size', async () => {
  await post(request(0, 1));
  const answers = await Promise.all(Array.from({ length: 29 }, (_, at) => post(request(1, at + 2))));
  const cosigned = answers.findIndex(({ status }) => status === 200) + 2;
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, text } of answers) if (status !== 200) expect([status, text]).toEqual([409, `${cosigned}\n`]);
  expect(JSON.parse(readFileSync(file, 'utf8')).checkpoint).toBe(notes[cosigned]);
});

test('answers nothing else', async () => {
  expect((await post('', '/')).status).toBe(404);
  expect((await post('', '/add-checkpoint?x')).status).toBe(404);
  expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
  expect(await post('hello')).toMatchObject({ status: 400, text: expect.stringContaining('no empty line') });
  const other = signingKey(newKeyFile(), 'example.com/other', 'note');
  const unknown = signNote(checkpointText({ origin: other.name, size: 1, root: tree.root(1) }), other);
  expect((await post(`old 0\n\n${unknown}`)).status).toBe(404);
  const forger = signingKey(newKeyFile(), KEY.name, 'note');
  const forged = signNote(checkpointText({ origin: KEY.name, size: 1, root: tree.root(1) }), forger);
  expect((await post(`old 0\n\n${forged}`)).status).toBe(403);
});

test('a body that is too long is refused before it has arrived', async () => {
  const { hostname, port } = new URL(witness.url);
  const socket = connect(Number(port), hostname);
  socket.write('POST /add-checkpoint HTTP/1.1\r\nhost: x\r\ncontent-length: 10000000\r\n\r\n');
  socket.write('x'.repeat(70_000));
  let text = '';
  for await (const part of socket) text += part;
  expect(text).toMatch(/^HTTP\/1.1 413 /);
});

test('a hundred requests wait for the disk, a further one is told to come back, and each place is free again', async () => {
  const { change } = state;
  for (let round = 0; round < 2; round += 1) {
    const { promise: disk, resolve: answers } = Promise.withResolvers<void>();
    const waiting = vi.spyOn(state, 'change').mockImplementation(async (decide) => {
      await disk;
      return change.call(state, decide as never) as never;
    });
    const given = Array.from({ length: 100 }, () => post(request(0, 1)));
    await expect.poll(() => waiting.mock.calls.length).toBe(100);
    expect((await post(request(0, 1))).status).toBe(503);
    answers();
    const others = (await Promise.all(given)).filter(({ status }) => status !== 200 && status !== 409);
    expect(others).toEqual([]);
    waiting.mockRestore();
  }
  expect((await post(request(1, 2))).status).toBe(200);
});

test('a note of the same size with another root is evidence, given away before the answer, also after a harmless request', async () => {
  await post(request(0, 9));
  const forged = signNote(checkpointText({ origin: KEY.name, size: 9, root: Buffer.alloc(32, 1) }), KEY);
  expect((await post(`old 9\n\n${forged}`)).status).toBe(409);
  expect(forks.map(({ evidence }) => evidence)).toEqual([
    { kind: 'fork', checkpoints: [notes[9], forged], hashes: [] },
  ]);
  expect((await post(request(9, 10))).status).toBe(200);
});

test('other doubts are in the state before the answer, each once, and no more than 32', async () => {
  await post(request(0, 1));
  const doubtful = (size: number) =>
    signNote(checkpointText({ origin: KEY.name, size, root: Buffer.alloc(32, 1) }), KEY);
  const doubts = () => JSON.parse(readFileSync(file, 'utf8')).doubts;
  for (let size = 2; size <= 40; size += 1) expect((await post(`old 1\n\n${doubtful(size)}`)).status).toBe(422);
  expect((await post(`old 1\n\n${doubtful(2)}`)).status).toBe(422);
  expect(doubts()).toEqual(Array.from({ length: 32 }, (_, at) => doubtful(at + 2)));
  // A harmless request forgets none, and neither does a restart.
  expect((await post(request(1, 30))).status).toBe(200);
  await witness.close();
  await start();
  expect([forks, doubts().length, state.kept.doubts?.length]).toEqual([[], 32, 32]);
});

const isLinux = process.platform === 'linux';
test.runIf(isLinux)(
  '1,000 connections of one address, idle or slow, keep no other address from an answer',
  async () => {
    const { port } = new URL(witness.url);
    const text = request(0, 1);
    const head = `POST /add-checkpoint HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
    const sockets = await Promise.all(
      Array.from({ length: 1000 }, async (_, at) => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
        await once(socket, 'connect');
        if (at % 2 === 1) socket.write(`${head}${text.slice(0, 20)}`);
        return socket;
      }),
    );
    await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length, { timeout: 60_000 }).toBe(500);
    const other = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.2' }).setEncoding('utf8');
    other.write(`${head}${text}`);
    expect((await other.toArray()).join('').slice(0, 12)).toBe('HTTP/1.1 200');
    // The witness closes all of them in time, so that their own address is answered again.
    const status = () =>
      post(text).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(status, { timeout: 60_000, interval: 500 }).toBe(409);
    for (const socket of sockets) socket.destroy();
  },
  120_000,
);

test('nothing is cosigned if the state cannot be kept', async () => {
  await post(request(0, 2));
  rmSync(join(file, '..'), { recursive: true });
  expect(await post(request(2, 3))).toMatchObject({
    status: 500,
    text: 'the witness cannot keep its state at the moment\n',
  });
  expect(errors).toHaveLength(1);
  // The size is still the one that was cosigned.
  expect(await post(request(3, 4))).toMatchObject({ status: 409, text: '2\n' });
  mkdirSync(join(file, '..'));
  expect((await post(request(2, 3))).status).toBe(200);
});
