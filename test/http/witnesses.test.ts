// Checkpoints that witnesses cosign: a recorder on a real database asks real witnesses, and some that lie or are silent. Takes 3 s.
import { hash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import { LOG_KIND, type StoredCheckpoint } from '../../src/ports/public-log.ts';
import { checkpointText, parseCheckpoint } from '../../src/transparency/format/checkpoint.ts';
import { newKeyFile, parseVkey, type SigningKey, signingKey, vkeyOf } from '../../src/transparency/format/keys.ts';
import { openNote, signatureLine, signNote } from '../../src/transparency/format/note.ts';
import { parseAddCheckpoint, SIZE_TYPE } from '../../src/transparency/format/witness.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { type WitnessAddress, Witnesses, type WitnessNotice } from '../../src/transparency/log/witnesses.ts';
import { readKept, WatchState } from '../../src/transparency/watch/watch-state.ts';
import type { LogAlarm } from '../../src/transparency/watch/watcher.ts';
import { WitnessServer } from '../../src/transparency/watch/witness-server.ts';
import { useTempFolder } from '../temp-folder.ts';
import { exact, send } from './client.ts';
import { type Server, startServer } from './server.ts';

const ORIGIN = 'example.com/log';
const KEY_FILE = newKeyFile();
const KEY = signingKey(KEY_FILE, ORIGIN, 'note');
const PAUSES = { first: 1, longest: 1 };

const inFolder = useTempFolder();
let server: Server;
let projection: Projection;
let token: string;
let deposits = 0;
beforeAll(async () => {
  server = await startServer({ demo: true, log: 'signed' });
  token = exact(await send(server, { path: '/getTokens' })).data.tokens[0].address;
  projection = await openProjection(server.store.projection);
  const body = JSON.stringify({ origin: ORIGIN, secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 });
  await server.store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
});
afterAll(async () => {
  await projection.close();
  await server.close();
});

let recording: Recorder | undefined;
let notices: WitnessNotice[];
let cleanUp: (() => Promise<unknown>)[];
beforeEach(() => {
  [notices, cleanUp] = [[], []];
});
afterEach(async () => {
  await recording?.close();
  recording = undefined;
  for (const close of cleanUp.toReversed()) await close();
});

const commit = async () => {
  deposits += 1;
  exact(await send(server, { path: '/deposit', body: { account: 'ann', token, amount: 1, reference: `${deposits}` } }));
};

/** Each ends the one before, which holds the lease. */
async function recorderWith(addresses: readonly WitnessAddress[], { timeoutMs = 60_000 } = {}): Promise<Recorder> {
  await recording?.close();
  const signer = new FileSigner(KEY_FILE, `${server.path}.last`);
  const witnesses = new Witnesses(projection, addresses, {
    onNotice: (notice) => notices.push(notice),
    timeoutMs,
    pausesMs: PAUSES,
  });
  recording = new Recorder(projection, { signer, witnesses, checkpointEveryMs: 1 });
  return recording;
}

/** Lets the recorder work until the last checkpoint, or the notices, are as expected. */
async function work(recorder: Recorder, isDone: (last: StoredCheckpoint) => boolean): Promise<StoredCheckpoint> {
  for (const endMs = performance.now() + 200_000; performance.now() < endMs; ) {
    await recorder.turn();
    const last = await projection.lastCheckpoint();
    if (last && isDone(last)) return last;
    await sleep(2);
  }
  throw new Error(`not seen; notices: ${JSON.stringify(notices)}`);
}

const cosignersOf = ({ note }: StoredCheckpoint) =>
  note
    .split('\n')
    .slice(5, -1)
    .map((line) => line.split(' ')[1])
    .toSorted();
const by =
  (...names: string[]) =>
  (last: StoredCheckpoint) =>
    names.every((name) => cosignersOf(last).includes(name));
const told = (kind: string) => notices.filter((notice) => kind in notice);

const keyOf = (name: string) => signingKey(newKeyFile(), name, 'cosignature');
const addressOf = (key: SigningKey, url: string): WitnessAddress => ({ vkey: vkeyOf(key), url });

/** A real witness, with its state in a file named after it. */
async function witness(key: SigningKey, port = 0, onFork?: (alarm: LogAlarm) => Promise<void>): Promise<WitnessServer> {
  const file = inFolder(`${key.name}.json`);
  const state = new WatchState(file, (await readKept(file)) ?? { vkey: vkeyOf(KEY) });
  const started = await WitnessServer.start({
    host: '127.0.0.1',
    port,
    cosigner: key,
    state,
    ...(onFork && { onFork }),
  });
  cleanUp.push(() => started.close());
  return started;
}

async function serve(listener: RequestListener): Promise<string> {
  const http = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((done) => http.once('listening', done));
  cleanUp.push(async () => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

test('every checkpoint is published with the cosignatures of all witnesses, which getLog names', async () => {
  const [a, b] = [keyOf('a'), keyOf('b')];
  const addresses = [addressOf(a, (await witness(a)).url), addressOf(b, `${(await witness(b)).url}/`)];
  const recorder = await recorderWith(addresses);
  for (let round = 0; round < 3; round++) {
    await commit();
    const size = (await projection.logStanding()).head;
    const last = await work(recorder, (last) => last.size === size && by('a', 'b')(last));
    const { signatures } = openNote(last.note, [parseVkey(last.vkey), a, b]);
    expect(signatures.map(({ key }) => key.name).toSorted()).toEqual(['a', 'b', ORIGIN]);
    const { data } = JSON.parse((await send(server, { path: '/getLog' })).text);
    const times = new Map(signatures.map(({ key, time }) => [key.name, time]));
    expect(data.witnesses.toSorted((x: { name: string }, y: { name: string }) => (x.name < y.name ? -1 : 1))).toEqual(
      ['a', 'b'].map((name) => ({ name, at: new Date((times.get(name) as number) * 1000).toISOString() })),
    );
  }
  // Another process knows nothing about what the witnesses have cosigned, and is told by them.
  await commit();
  const size = (await projection.logStanding()).head;
  await work(await recorderWith(addresses), (last) => last.size === size && by('a', 'b')(last));
  expect(notices).toEqual([]);
});

test('a witness that is down delays nobody, and cosigns the same checkpoint once it is back', async () => {
  const [up, down] = [keyOf('up'), keyOf('down')];
  const stopped = await witness(down);
  const { url } = stopped;
  await stopped.close();
  const recorder = await recorderWith([addressOf(down, url), addressOf(up, (await witness(up)).url)]);
  await commit();
  const published = await work(recorder, (last) => by('up')(last) && told('failingWitnesses').length > 0);
  expect(cosignersOf(published)).toEqual(['up']);
  await witness(down, Number(new URL(url).port));
  const { size } = await work(recorder, by('up', 'down'));
  expect(size).toBe(published.size);
  expect(notices).toEqual([
    { witnessFails: 'down', why: 'the connection was refused' },
    { failingWitnesses: 1 },
    { witnessWorks: 'down' },
    { failingWitnesses: 0 },
  ]);
});

test('a process that comes after a crash has the last checkpoint cosigned if that is missing', async () => {
  await commit();
  const { size } = await work(await recorderWith([]), ({ size }) => size > 0);
  const late = keyOf('late');
  const { url } = await witness(late);
  const last = await work(await recorderWith([addressOf(late, url)]), by('late'));
  expect(last.size).toBe(size);
});

const lines = (key: SigningKey, body: string, time = 1) =>
  signatureLine(key, openNote(parseAddCheckpoint(body).checkpoint, [KEY]).text, time);

describe('a witness that lies or is broken delays nobody, adds nothing to the checkpoint, and is reported once: it', () => {
  const liar = keyOf('liar');
  const answer = (status: number, body: string | ((asked: string) => string), type = 'text/plain'): RequestListener => {
    return async (request, response) => {
      const asked = await bodyOf(request);
      response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : body(asked));
    };
  };
  let next = 0;
  const cases: [string, RequestListener, RegExp][] = [
    ['answers garbage', answer(200, '\u0000garbage'), /no empty line|not end|control/],
    ['answers nothing', answer(200, ''), /does not end with a signature/],
    ['signs with another key', answer(200, (asked) => lines(keyOf('liar'), asked)), /not signed by liar/],
    ['signs another text', answer(200, signatureLine(liar, `${ORIGIN}\n1\nAAAA\n`, 1)), /does not fit the text/],
    [
      'signs more than the checkpoint',
      answer(200, (asked) => {
        const { text } = openNote(parseAddCheckpoint(asked).checkpoint, [KEY]);
        return `more\n\n${signatureLine(liar, `${text}\nmore\n`, 1)}`;
      }),
      /cosigned another text/,
    ],
    ['names a time without a date', answer(200, (asked) => lines(liar, asked, 1e13)), /does not fit the text/],
    ['fails', answer(500, 'oh no'), /answered 500: oh no/],
    ['does not know the log', answer(404, 'who?'), /answered 404: who\?/],
    ['redirects', (_, response) => response.writeHead(302, { location: '/x' }).end(), /answered 302/],
    ['names no size', answer(409, 'many\n', SIZE_TYPE), /size that the witness names/],
    ['names a size as another type', answer(409, '1\n'), /answered 409/],
    [
      'names another size each time',
      answer(
        409,
        () => {
          next = (next % 5) + 1;
          return `${next}\n`;
        },
        SIZE_TYPE,
      ),
      /another size each time/,
    ],
    [
      'never stops talking',
      (_, response) => {
        const talk = (error?: Error | null) => error || response.write('x'.repeat(10_000), talk);
        talk();
      },
      /more than 65536 bytes/,
    ],
    ['never answers', () => {}, /no answer within 0.3 s/],
    ['hangs up', (request) => request.socket.destroy(), /connection was closed/],
    ['speaks something else', (request) => request.socket.end('220 smtp\r\n'), /not HTTP/],
  ];
  test.each(cases)('%s', async (_, listener, why) => {
    const honest = keyOf('honest');
    const isSlow = why.source.includes('within');
    const addresses = [addressOf(liar, await serve(listener)), addressOf(honest, (await witness(honest)).url)];
    await commit();
    const size = (await projection.logStanding()).head;
    const recorder = await recorderWith(addresses, isSlow ? { timeoutMs: 300 } : {});
    const last = await work(
      recorder,
      (last) =>
        last.size === size &&
        by('honest')(last) &&
        told('witnessFails').some((notice) => 'witnessFails' in notice && notice.witnessFails === 'liar'),
    );
    expect(cosignersOf(last)).toEqual(['honest']);
    const aboutLiar = notices.filter((notice) => 'witnessFails' in notice && notice.witnessFails === 'liar');
    expect(aboutLiar).toEqual([{ witnessFails: 'liar', why: expect.stringMatching(why) }]);
  });
});

test('a checkpoint is offered to a failing witness twenty times, and the next one again', async () => {
  const failing = keyOf('failing');
  let asked = 0;
  const address = addressOf(
    failing,
    await serve(async (request, response) => {
      await bodyOf(request);
      asked += 1;
      response.writeHead(500).end();
    }),
  );
  await commit();
  const recorder = await recorderWith([address]);
  await work(recorder, () => asked === 20);
  await sleep(30);
  expect(asked).toBe(20);
  await commit();
  await work(recorder, () => asked > 20);
  expect(told('witnessFails')).toHaveLength(1);
});

describe('a witness that knows another history is reported as such, and asked no more, if it', () => {
  const size = (asked: string) => Number(parseAddCheckpoint(asked).checkpoint.split('\n')[1]);
  test.each([
    ['has cosigned a larger tree', 1, 409, () => '100000\n', /^it has cosigned 100000 entries, but the log has \d+$/],
    ['has cosigned another root', 2, 409, (asked: string) => `${size(asked)}\n`, /another root of \d+ entries$/],
    ['refuses the proof', 1, 422, () => 'no\n', /^it refuses the proof that \d+ entries continue the 0 it cosigned$/],
  ])('%s', async (_, times, status, body, why) => {
    const other = keyOf('other');
    const honest = keyOf('honest');
    let asked = 0;
    const url = await serve(async (request, response) => {
      const text = await bodyOf(request);
      asked += 1;
      response.writeHead(status, { 'content-type': SIZE_TYPE }).end(body(text));
    });
    const recorder = await recorderWith([addressOf(other, url), addressOf(honest, (await witness(honest)).url)]);
    for (let round = 0; round < 3; round++) {
      await commit();
      const size = (await projection.logStanding()).head;
      await work(recorder, (last) => last.size === size && by('honest')(last) && notices.length === 2);
    }
    expect([asked, notices]).toEqual([
      times,
      [{ witnessDisagrees: 'other', why: expect.stringMatching(why) }, { failingWitnesses: 1 }],
    ]);
  });
});

test('a larger size is no disagreement if another process has published that checkpoint in the meantime', async () => {
  const key = keyOf('early');
  await commit();
  const stale = await work(await recorderWith([]), ({ size }) => size > 0);
  await commit();
  const { size } = await work(await recorderWith([]), (last) => last.size > stale.size);
  let asked = 0;
  const url = await serve(async (request, response) => {
    const { checkpoint } = parseAddCheckpoint(await bodyOf(request));
    asked += 1;
    if (checkpoint === stale.note) response.writeHead(409, { 'content-type': SIZE_TYPE }).end(`${size}\n`);
    else response.writeHead(500).end();
  });
  const witnesses = new Witnesses(projection, [addressOf(key, url)], { onNotice: (notice) => notices.push(notice) });
  witnesses.offer(stale);
  await expect.poll(() => asked).toBe(1);
  witnesses.offer((await projection.lastCheckpoint()) as StoredCheckpoint);
  await expect.poll(() => [asked, notices.length > 0]).toEqual([2, true]);
  witnesses.withdraw();
  expect(notices[0]).toEqual({ witnessFails: 'early', why: 'it answered 500' });
});

test('two views of one log cannot both be cosigned, also by a witness that was restarted; a shrunk log is refused', async () => {
  const key = keyOf('w');
  const forks: LogAlarm[] = [];
  const first = await witness(key);
  const { url } = first;
  await commit();
  const shown = await work(await recorderWith([addressOf(key, url)]), by('w'));
  await first.close();
  const again = await witness(key, Number(new URL(url).port), async (alarm) => void forks.push(alarm));
  const ask = (body: string) => fetch(`${again.url}/add-checkpoint`, { method: 'POST', body });
  // The thief of the log's key shows another history to a second user, who asks for cosignatures and finds none.
  const { size, root } = parseCheckpoint(openNote(shown.note, [KEY]).text);
  const other = Buffer.from(root.map((byte) => byte ^ 1));
  const forged = signNote(checkpointText({ origin: ORIGIN, size, root: other }), KEY);
  const refused = await ask(`old ${size}\n\n${forged}`);
  expect([refused.status, await refused.text()]).toEqual([409, `${size}\n`]);
  expect(forks.map(({ evidence }) => evidence)).toEqual([
    { kind: 'fork', checkpoints: [expect.stringContaining(ORIGIN), forged], hashes: [] },
  ]);
  expect(() => openNote(forged, [key])).toThrow('not signed by w');
  const shrunk = signNote(checkpointText({ origin: ORIGIN, size: size - 1, root: other }), KEY);
  const smaller = await ask(`old ${size - 1}\n\n${shrunk}`);
  expect([smaller.status, smaller.headers.get('content-type'), await smaller.text()]).toEqual([
    409,
    SIZE_TYPE,
    `${size}\n`,
  ]);
});
