// A witness over HTTP: what it answers besides checkpoints, requests at once, bodies without end, and a state that cannot be kept. Takes 1 s.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GrownTree } from '../../test/log/grown-tree.ts';
import { useTempFolder } from '../../test/temp-folder.ts';
import { checkpointText } from '../log/checkpoint.ts';
import { newKeyFile, signingKey, vkeyOf } from '../log/keys.ts';
import { openNote, parseNote, signNote } from '../log/note.ts';
import { leafHash } from '../log/tree.ts';
import { addCheckpointBody, SIZE_TYPE } from '../log/witness.ts';
import { readKept, WatchState } from './watch-state.ts';
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
const start = async () => {
  const state = new WatchState(file, (await readKept(file)) ?? { vkey: vkeyOf(KEY) });
  const onError = (error: Error) => errors.push(error);
  witness = await WitnessServer.start({ host: '127.0.0.1', port: 0, cosigner: COSIGNER, state, onError });
};
beforeEach(async () => {
  [file, errors] = [inFolder('state.json'), []];
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
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ vkey: vkeyOf(KEY), checkpoint: notes[to] });
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

test('a hundred requests at once are answered, a further one is told to come back, and each place is free again', async () => {
  const text = request(0, 1);
  const body = Buffer.from(text);
  const head = `POST /add-checkpoint HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
  for (let round = 0; round < 2; round += 1) {
    const slow = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = connect(Number(new URL(witness.url).port), '127.0.0.1').setEncoding('utf8');
        await new Promise((sent) => socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, -1)]), sent));
        return socket;
      }),
    );
    // The server counts a request once it has read its head.
    await expect.poll(async () => (await post(text)).status).toBe(503);
    const answers = slow.map(async (socket) => {
      socket.write(body.subarray(-1));
      return (await socket.toArray()).join('').slice(0, 12);
    });
    const given = await Promise.all(answers);
    expect(given.filter((line) => line !== 'HTTP/1.1 200' && line !== 'HTTP/1.1 409')).toEqual([]);
  }
  expect((await post(request(1, 2))).status).toBe(200);
});

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
