// The public log over HTTP: checkpoint, tiles and proofs, who may ask for them, and what is answered before the first. Takes 1 s.
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { verifyTransactionProof } from '#client/proof';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import { LOG_KIND, type StoredCheckpoint } from '../../src/ports/public-log.ts';
import { parseCheckpoint } from '../../src/transparency/format/checkpoint.ts';
import { newKeyFile, parseVkey } from '../../src/transparency/format/keys.ts';
import { openNote } from '../../src/transparency/format/note.ts';
import { leafHash } from '../../src/transparency/format/tree.ts';
import { isIncluded } from '../../src/transparency/format/verify.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { LogService } from '../../src/transparency/log/service.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { recordAll } from '../record-all.ts';
import { exact, send } from './client.ts';
import { headersOf } from './keys-of.ts';
import { type Server, startServer } from './server.ts';

const ORIGIN = 'example.com/log';
const KEY = newKeyFile();
let server: Server;
let projection: Projection;
const headers: Record<string, Record<string, string>> = {};
let swapped: string;

beforeAll(async () => {
  server = await startServer({ auth: 'keys', demo: true, log: 'signed' });
  Object.assign(headers, await headersOf(server, { local: 'operator', ann: 'trader', bob: 'trader' }));
  const { tokens } = exact(await send(server, { path: '/getTokens' })).data;
  const of = (symbol: string) => tokens.find((token: { symbol: string }) => token.symbol === symbol).address;
  const deposit = { account: 'ann', token: of('TON'), amount: 10, reference: 'r' };
  exact(await send(server, { path: '/deposit', body: deposit, headers: by('local') }));
  const body = { Pair: { tokenA: of('TON'), tokenB: of('USDT') }, amount: { tokenA: 1 } };
  swapped = exact(await send(server, { path: '/createSwap', body, headers: by('ann') })).data.transactionId;
  projection = await openProjection(server.store.projection);
  const identity = { origin: ORIGIN, secret: hash('sha256', 'secret', 'hex'), firstSequence: 1 };
  const record1 = { kind: LOG_KIND, id: '1', version: 0, body: JSON.stringify(identity) };
  await server.store.sideRecords.change([record1], { nowMs: Date.now() });
});
afterAll(async () => {
  await projection.close();
  await server.close();
});

const by = (account: string) => headers[account] as Record<string, string>;
const dataOf = ({ text }: { text: string }) => JSON.parse(text).data;
const told = ({ status, headers, text }: Awaited<ReturnType<typeof send>>) => [
  status,
  headers.get('error-code'),
  headers.get('retry-after'),
  JSON.parse(text).error,
];
const askProof = (account: string) =>
  send(server, { path: `/getTransactionProof?transactionId=${swapped}`, headers: by(account) });

async function record(): Promise<number> {
  const signer = new FileSigner(KEY, `${server.path}.last`);
  const recorder = new Recorder(projection, { signer, checkpointEveryMs: 1 });
  await recordAll(recorder, projection);
  return (await projection.logStanding()).size;
}

test('before the first checkpoint getLog says so, and what needs one is answered 503 with Retry-After', async () => {
  const none = [503, 'not_logged_yet', '1', 'The public log has no checkpoint yet; ask again in some seconds.'];
  const noLog = { origin: null, size: 0, root: null, signedAt: null, witnesses: [], checkpoint: null, vkey: null };
  expect(dataOf(await send(server, { path: '/getLog' }))).toEqual(noLog);
  expect(told(await send(server, { path: '/checkpoint' }))).toEqual(none);
  expect(told(await askProof('ann'))).toEqual(none);
  expect((await send(server, { path: '/tile/0/000.p/1' })).status).toBe(404);
});

test('anybody reads the checkpoint and the hashes; whoever made a transaction proves it', async () => {
  const size = await record();
  const log = dataOf(await send(server, { path: '/getLog' }));
  expect(log).toMatchObject({ origin: ORIGIN, size, signedAt: expect.stringMatching(/^20/) });
  const note = await fetch(`${server.url}/checkpoint`);
  const text = await note.text();
  expect([note.headers.get('content-type'), note.headers.get('cache-control'), text]).toEqual([
    'text/plain; charset=utf-8',
    'no-store',
    log.checkpoint,
  ]);
  const head = parseCheckpoint(openNote(text, [parseVkey(log.vkey)]).text);
  expect([head.origin, head.size, Buffer.from(head.root).toString('base64')]).toEqual([ORIGIN, size, log.root]);
  const found = dataOf(await askProof('ann'));
  expect(found).toMatchObject({ transactionId: swapped, size, checkpoint: text, vkey: log.vkey });
  expect(found.row).toMatch(
    new RegExp(`^millpond-row/v1\n${found.index + 1}\n${swapped}\nswap\nann\n\\d{13}\n\\{"kind":"swap"`),
  );
  const entry = hash('sha256', Buffer.concat([Buffer.from(found.nonce, 'hex'), Buffer.from(found.row)]), 'buffer');
  const path = found.path.map((node: string) => Buffer.from(node, 'hex'));
  expect(isIncluded(leafHash(entry), found.index, path, head)).toBe(true);
  expect(await verifyTransactionProof(found, { key: log.vkey })).toMatchObject({
    id: swapped,
    kind: 'swap',
    actor: 'ann',
  });
  const tile = await fetch(`${server.url}/tile/0/000.p/${size}`);
  const leaves = Buffer.from(await tile.arrayBuffer());
  expect([tile.headers.get('content-type'), tile.headers.get('cache-control'), leaves.length]).toEqual([
    'application/octet-stream',
    'public, max-age=31536000, immutable',
    size * 32,
  ]);
  expect(leaves.subarray(found.index * 32, found.index * 32 + 32)).toEqual(leafHash(entry));
});

test('operators prove any transaction; to others it does not exist', async () => {
  expect(dataOf(await askProof('local')).transactionId).toBe(swapped);
  const unknown = [404, 'not_found', null, `You have no transaction with the transactionId ${swapped}.`];
  expect(told(await askProof('bob'))).toEqual(unknown);
  expect((await send(server, { path: `/getTransactionProof?transactionId=${swapped}` })).status).toBe(401);
});

test.each([
  '0/000',
  '0/000.p/255',
  '0/0',
  '0/x000/000.p/1',
  '-1/000',
  '0/000.p/0',
  '9/000.p/1',
  '0/000.p/1/',
  '0/%30%30%30.p/1x',
])('a tile that the log does not have, or that is written differently, is not found: %s', async (name) => {
  const answer = await send(server, { path: `/tile/${name}` });
  expect([answer.status, answer.headers.get('error-code')]).toEqual([404, 'not_found']);
  expect(answer.text).toContain('does not cover this tile');
});

test('hashes of rows that no checkpoint covers are not shown: a failover could lose the rows', async () => {
  const { size } = (await projection.lastCheckpoint()) as StoredCheckpoint;
  const { tokens } = dataOf(await send(server, { path: '/getTokens' }));
  const deposit = { account: 'ann', token: tokens[0].address, amount: 1, reference: 'unsigned' };
  dataOf(await send(server, { path: '/deposit', body: deposit, headers: by('local') }));
  const signer = { sign: () => Promise.reject(new Error('no key')), last: async () => undefined, keep: async () => {} };
  const recorder = new Recorder(projection, { signer: { ...signer, vkeyOf: () => '' }, checkpointEveryMs: 1 });
  await recorder.turn();
  await recorder.close();
  expect(await projection.logStanding()).toMatchObject({ size: size + 1, head: size + 1 });
  expect((await fetch(`${server.url}/tile/0/000.p/${size + 1}`)).status).toBe(404);
  expect((await fetch(`${server.url}/tile/0/000.p/${await record()}`)).status).toBe(200);
});

test('a transaction newer than the checkpoint is answered 503 until it is logged', async () => {
  const { tokens } = dataOf(await send(server, { path: '/getTokens' }));
  const deposit = { account: 'ann', token: tokens[0].address, amount: 1, reference: 'later' };
  const { transactionId } = dataOf(await send(server, { path: '/deposit', body: deposit, headers: by('local') }));
  const asked = () => send(server, { path: `/getTransactionProof?transactionId=${transactionId}`, headers: by('ann') });
  expect(told(await asked()).slice(0, 3)).toEqual([503, 'not_logged_yet', '1']);
  const size = await record();
  expect(dataOf(await asked())).toMatchObject({ index: size - 1, size });
});

test('without a key nobody signs', async () => {
  const unsigned = await startServer();
  expect(told(await send(unsigned, { path: '/getLog' })).slice(0, 2)).toEqual([404, 'not_found']);
  await unsigned.close();
});

test.each([
  [100, 404, 'not_found'],
  [101, 400, 'invalid_request'],
  [10_000, 400, 'invalid_request'],
])('a path of a tile with %s characters is answered %s', async (length, status, code) => {
  for (const start of ['/tile/0/', '/1/tile/0/']) {
    const path = start.padEnd(length, 'x001/');
    const answer = await send(server, { path: `${path}?${'x'.repeat(200)}` });
    expect([answer.status, answer.headers.get('error-code')]).toEqual([status, code]);
  }
});

test('files of the log count like calls of a caller without a key, and are read once however many ask', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  const limited = await startServer({
    path: server.path,
    log: 'signed',
    auth: 'keys',
    rateLimitPerSecond: 5,
    trustedProxies: ['127.0.0.1'],
  });
  const spies = (['checkpoint', 'tile'] as const).map((name) => vi.spyOn(LogService.prototype, name));
  onTestFinished(async () => {
    for (const spy of [clock, ...spies]) spy.mockRestore();
    await limited.close();
  });
  const ask = async (path: string, address: string) =>
    (await send(limited, { path, headers: { 'x-forwarded-for': address } })).status;
  for (const path of ['/checkpoint', '/tile/0/000.p/3', '/tile/0/000.p/2', '/1/checkpoint', '/1/tile/0/000.p/1']) {
    const statuses: number[] = [];
    for (let time = 0; time < 10; time += 1) statuses.push(await ask(path, `203.0.113.${path.length}`));
    expect([path, statuses]).toEqual([path, [...Array(5).fill(200), ...Array(5).fill(429)]]);
    expect(await ask('/getLog', `203.0.113.${path.length}`)).toBe(429);
    for (let host = 0; host < 20; host += 1) expect(await ask(path, `198.51.100.${host}`)).toBe(200);
    clock.mockReturnValue(performance.now() + 1000);
    expect(await ask('/checkpoint', '203.0.113.99')).toBe(200);
  }
  const [checkpoints, tiles] = spies.map((spy) => spy.mock.calls.length);
  // The checkpoint is read again once the one in memory has expired, and by the one read of a tile.
  expect([checkpoints, tiles]).toEqual([7, 1]);
});

test('a log is at its number too, where its tiles may be cached for ever; after a fork those of the root may not', async () => {
  const ask = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`);
    const bytes = Buffer.from(await answer.arrayBuffer()).toString('hex');
    return [answer.status, answer.headers.get('cache-control'), answer.ok && bytes];
  };
  const forEver = 'public, max-age=31536000, immutable';
  const last = (await projection.lastCheckpoint()) as StoredCheckpoint;
  const note = Buffer.from(last.note).toString('hex');
  const [, , tile] = await ask('/tile/0/000.p/3');
  expect(await ask('/1/checkpoint')).toEqual([200, 'no-store', note]);
  expect(await ask('/1/tile/0/000.p/3')).toEqual([200, forEver, tile]);
  for (const path of ['/2/checkpoint', '/2/tile/0/000.p/3', '/01/checkpoint', '/x/checkpoint'])
    expect((await ask(path))[0]).toBe(404);
  // The checkpoint in memory is that of the first log for 250 ms.
  const [clock, atMs] = [vi.spyOn(performance, 'now'), performance.now()];
  onTestFinished(() => clock.mockRestore());
  clock.mockReturnValue(atMs + 250);
  // The first checkpoint of the next log, which has the same rows.
  const fence = (await projection.takeLease({ name: 'log', holder: 'test', forMs: 1 })) as number;
  const next = { ...last, log: 2, note: last.note.replace('\n', '/2\n') };
  expect(await projection.putCheckpoint(next, fence)).toBe(true);
  expect((await ask('/checkpoint'))[2]).toBe(Buffer.from(next.note).toString('hex'));
  expect(await ask('/2/checkpoint')).toEqual(await ask('/checkpoint'));
  expect(await ask('/2/tile/0/000.p/3')).toEqual([200, forEver, tile]);
  expect(await ask('/tile/0/000.p/3')).toEqual([200, 'no-store', tile]);
  // The ended log is still there, as far as the journal has what it signed.
  expect(await ask('/1/checkpoint')).toEqual([200, 'no-store', note]);
  expect(await ask('/1/tile/0/000.p/3')).toEqual([200, forEver, tile]);
  expect((await ask(`/1/tile/0/000.p/${last.size + 1}`))[0]).toBe(404);
  const logAt = async (path: string) => JSON.parse(await (await fetch(`${server.url}${path}`)).text()).data;
  expect(await logAt('/1/getLog')).toMatchObject({ vkey: last.vkey, size: last.size, checkpoint: last.note });
  expect(await logAt('/2/getLog')).toEqual(await logAt('/getLog'));
  expect((await ask('/3/getLog'))[0]).toBe(404);
});
