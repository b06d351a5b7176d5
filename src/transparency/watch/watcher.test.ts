// Watching a log over HTTP: what continues is accepted, two histories are an alarm with evidence, and all else is none. Takes 2 s.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyEvidence } from '#client/proof';
import { entries, ServedLog } from '../../../test/log/served-log.ts';
import { Random } from '../../../test/simulation/random.ts';
import { times } from '../../../test/times.ts';
import { type ForkEvidence, provenBy, Unproven } from '../format/evidence.ts';
import { newKeyFile, type SigningKey, signingKey, vkeyOf } from '../format/keys.ts';
import { LogUnreachable, RemoteLog } from './remote-log.ts';
import { AnotherLog, compare, LogAlarm, watchOnce } from './watcher.ts';

const KEY = signingKey(newKeyFile(), 'example.com/log', 'note');
const logOf = (count: number, more = '') => new ServedLog(KEY, entries(count, more));

let server: Server;
let log: RemoteLog;
let served: ServedLog;
let note: string | Buffer;
let vkey: string;
let refusal: string;
/** Changes an answer on its way. */
let damage: (path: string, body: Buffer) => Buffer;
beforeEach(async () => {
  server = createServer(({ url = '' }, answer) => {
    const getLog = JSON.stringify({ data: { vkey } });
    const body = url === '/checkpoint' ? note : url === '/getLog' ? getLog : served.answer(url.slice(1));
    answer.writeHead(body ? 200 : 404).end(body ? damage(url, Buffer.from(body)) : refusal);
  });
  [refusal, vkey, damage] = ['', vkeyOf(KEY), (_, body) => body];
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  log = new RemoteLog(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(() => server.close());

/** Serves a log, signed as it is unless `as` says otherwise, and watches it once. */
function watch(shown: ServedLog, last: string | undefined, as: string | Buffer = shown.note()) {
  [served, note] = [shown, as];
  return watchOnce(log, KEY, last);
}

test.each([
  [1, 1],
  [1, 2],
  [255, 256],
  [256, 257],
  [7, 300],
  [300, 70_000],
  [65_536, 65_537],
])('a log of %i entries may grow to %i', async (from, to) => {
  const old = logOf(from);
  const first = await watch(old, undefined);
  expect([first.size, first.relation]).toEqual([from, 'first']);
  const grown = await watch(logOf(to), first.note);
  expect([grown.size, grown.relation]).toEqual([to, from === to ? 'same' : 'continued']);
});

test.each([
  [1, 2],
  [256, 300],
  [299, 300],
  [7, 70_000],
])('a checkpoint of %i entries is old, and no alarm, if %i were seen and both are one history', async (size, seen) => {
  const later = logOf(seen);
  expect(await watch(later, later.note(), logOf(size).note())).toMatchObject({ size, relation: 'old' });
});

describe('an alarm is raised, with evidence that convinces without the log, if it', () => {
  const old = logOf(300);
  const changed = new ServedLog(KEY, entries(400).with(17, 'another'));

  test.each([
    [
      'has another root',
      () => watch(logOf(300, '!'), old.note()),
      'two checkpoints of 300 entries have different roots',
    ],
    [
      'changes an old entry while it grows',
      () => watch(changed, old.note()),
      'the 400 entries of the log do not continue the 300',
    ],
    [
      'changes an entry of a power of two',
      () => watch(changed, logOf(256).note()),
      'the 400 entries of the log do not continue the 256',
    ],
    [
      'removes an entry while it grows',
      () => watch(new ServedLog(KEY, entries(400).toSpliced(3, 1)), old.note()),
      'the 399 entries of the log do not continue the 300',
    ],
    [
      'goes back, and is another there',
      () => watch(logOf(400), logOf(400).note(), logOf(299, '!').note()),
      'the 400 entries of the log do not continue the 299',
    ],
  ])('%s', async (_, watched, message) => {
    const error = await watched().catch((error) => error);
    expect(error).toBeInstanceOf(LogAlarm);
    expect(error.message).toContain(message);
    await expectConvincing(error.evidence, KEY);
  });
});

/** Both verifiers accept the evidence, with its own key alone, and neither with any part of it changed. */
async function expectConvincing(evidence: ForkEvidence, key: SigningKey): Promise<void> {
  const text = JSON.stringify(evidence);
  expect(text.length).toBeLessThan(5000);
  expect(provenBy(JSON.parse(text), key)).not.toBe('');
  expect(await verifyEvidence(JSON.parse(text), { key: vkeyOf(key) })).toMatchObject({ is: 'fork' });
  const { kind, checkpoints, hashes } = evidence;
  const [smaller, larger] = checkpoints;
  const other = vkeyOf(signingKey(newKeyFile(), key.name, 'note'));
  await expect(verifyEvidence(evidence, { key: other })).rejects.toThrow('is not signed by');
  const forged: ForkEvidence[] = [
    { kind, checkpoints: [smaller, smaller], hashes },
    { kind, checkpoints: [larger, larger], hashes: [] },
    { kind, checkpoints: [smaller.replace('\n', '\n1'), larger], hashes },
    ...hashes.map((_, at) => ({ kind, checkpoints, hashes: hashes.with(at, '0'.repeat(64)) })),
    ...(hashes.length > 0 ? [{ kind, checkpoints, hashes: hashes.slice(1) }] : []),
    ...(hashes.length > 0 ? [{ kind, checkpoints: [larger, smaller] as const, hashes }] : []),
  ];
  for (const one of forged) {
    expect(() => provenBy(one, key)).toThrow(Unproven);
    await expect(verifyEvidence(one, { key: vkeyOf(key) })).rejects.toThrow();
  }
}

describe('no alarm is raised, and nothing can be compared, if', () => {
  const flipped = (body: Buffer, bit: number) => {
    body[bit >> 3] = (body[bit >> 3] as number) ^ (1 << (bit & 7));
    return body;
  };
  test.each([
    ['one bit of a tile is flipped', '/tile/', 'cannot compare: the hashes that'],
    [
      'one bit of the root in the checkpoint is flipped',
      '/checkpoint',
      'is no checkpoint of example.com/log with its key',
    ],
  ])('%s', async (_, path, message) => {
    damage = (url, body) => (url.startsWith(path) ? flipped(body, url === '/checkpoint' ? 180 : 13) : body);
    const error = await watch(logOf(400), logOf(300).note()).catch((error) => error);
    expect(error).toBeInstanceOf(LogUnreachable);
    expect(error.message).toContain(message);
  });

  test('the hashes are those of another log', async () => {
    const changed = new ServedLog(KEY, entries(400).with(17, 'another'));
    await expect(watch(changed, logOf(300).note(), logOf(400).note())).rejects.toThrow(LogUnreachable);
  });

  test('a signature is of another key, and the exchange names the known one', async () => {
    const forged = logOf(10).note(signingKey(newKeyFile(), KEY.name, 'note'));
    await expect(watch(logOf(10), logOf(10).note(), forged)).rejects.toThrow(LogUnreachable);
  });
});

test('tiles that are damaged once are read again, past caches', async () => {
  const asked: (string | undefined)[] = [];
  server.on('request', ({ url, headers }) => url?.startsWith('/tile/') && asked.push(headers['cache-control']));
  let isFirst = true;
  damage = (url, body) => {
    if (!url.startsWith('/tile/') || !isFirst) return body;
    isFirst = false;
    return Buffer.alloc(body.length);
  };
  expect(await watch(logOf(400), logOf(300).note())).toMatchObject({ relation: 'continued' });
  expect([asked[0], asked.at(-1)]).toEqual([undefined, 'no-cache']);
});

test.each([
  ['another key', KEY.name, /now signs example.com\/log with another key/],
  ['another name', `${KEY.name}/2`, /now shows the log example.com\/log\/2 instead of example.com\/log/],
])('a log with %s, which the exchange names, is another log and no proof', async (_, name, message) => {
  const other = signingKey(newKeyFile(), name, 'note');
  vkey = vkeyOf(other);
  const error = await watch(logOf(20), logOf(10).note(), logOf(20).note(other)).catch((error) => error);
  expect(error).toBeInstanceOf(AnotherLog);
  expect(error.message).toMatch(message);
});

test(`no evidence can be made from an honest log, whatever happens to its answers (${times(40)} times)`, async () => {
  const seed = Number(process.env.WATCH_SEED ?? Date.now() % 2 ** 32);
  const random = new Random(seed);
  const outcomes = new Set<string>();
  for (let round = 0; round < times(40); round++) {
    const [seen, now] = [1 + random.below(700), 1 + random.below(700)];
    const honest = logOf(Math.max(seen, now));
    const [bit, chance] = [random.below(80_000), random.below(4)];
    damage = (url, body) => {
      if (url === '/getLog' || random.below(4) >= chance) return body;
      if (random.below(3) === 0) return Buffer.from(logOf(1 + random.below(700)).note());
      body[(bit >> 3) % body.length] = (body[(bit >> 3) % body.length] as number) ^ (1 << (bit & 7));
      return body;
    };
    const relation = await watch(honest, logOf(seen).note(), logOf(now).note()).then(
      ({ relation }) => relation,
      (error) => (error instanceof LogUnreachable ? 'unreachable' : `seed ${seed}: ${error}`),
    );
    outcomes.add(relation);
  }
  expect([...outcomes].filter((one) => !['same', 'continued', 'old', 'unreachable'].includes(one))).toEqual([]);
  expect(outcomes.size).toBeGreaterThan(2);
});

test('a log or a tile that cannot be read is no alarm', async () => {
  const old = logOf(10).note();
  const grown = logOf(600);
  grown.tiles.delete('1/0');
  await expect(watch(grown, old)).rejects.toThrow(LogUnreachable);
  refusal = JSON.stringify({ error: 'No such tile,\u001b[2J sorry.' });
  await expect(watch(grown, old)).rejects.toThrow(/tile\/1\/000\.p\/2 answered 404: No such tile,\?\[2J sorry\.$/);
  await expect(watch(grown, old, '<html>Back soon</html>\n')).rejects.toThrow('something else than a checkpoint');
  await expect(watch(grown, old, Buffer.alloc(200_000, 'x'))).rejects.toThrow('more than 100000 bytes');
  server.close();
  server.closeAllConnections();
  await expect(watch(grown, old)).rejects.toThrow(LogUnreachable);
});

test('a checkpoint that somebody else kept is part of the same history, older or newer, or an alarm', async () => {
  const ours = (await watch(logOf(50), undefined)).note;
  const compared = (other: ServedLog, shown = served) => {
    served = shown;
    return compare(log, KEY, other.note(), ours);
  };
  expect(await compared(logOf(20))).toBe('continued');
  expect(await compared(logOf(50))).toBe('same');
  expect(await compared(logOf(90), logOf(90))).toBe('old');
  await expect(compared(logOf(20, '!'), logOf(50))).rejects.toThrow(/50 entries of the log do not continue the 20/);
  await expect(compared(logOf(90, '!'), logOf(90, '!'))).rejects.toThrow(
    /90 entries of the log do not continue the 50/,
  );
});
