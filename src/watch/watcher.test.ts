// Watching a log over HTTP: what continues is accepted, and every way to show two histories is an alarm. Takes 1 s.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entries, ServedLog } from '../../test/log/served-log.ts';
import { newKeyFile, signingKey } from '../log/keys.ts';
import { LogUnreachable, RemoteLog } from './remote-log.ts';
import { compareWith, LogAlarm, watchOnce } from './watcher.ts';

const KEY = signingKey(newKeyFile(), 'example.com/log', 'note');

let server: Server;
let log: RemoteLog;
let served: ServedLog;
let note: string | Buffer;
let refusal: string;
beforeEach(async () => {
  server = createServer(({ url = '' }, answer) => {
    const body = url === '/checkpoint' ? note : served.answer(url.slice(1));
    answer.writeHead(body ? 200 : 404).end(body || refusal);
  });
  refusal = '';
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  log = new RemoteLog(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(() => server.close());

/** Serves a log, signed as it is unless `as` says otherwise, and watches it once. */
function watch(shown: ServedLog, last: string | undefined, as: string | Buffer = shown.note()) {
  [served, note] = [shown, as];
  return watchOnce(log, KEY, last);
}

const alarmOf = (watched: Promise<unknown>) =>
  watched.then(
    () => 'no alarm',
    (error) => (error instanceof LogAlarm ? error.message : Promise.reject(error)),
  );

test.each([
  [1, 1],
  [1, 2],
  [255, 256],
  [256, 257],
  [7, 300],
  [300, 70_000],
  [65_536, 65_537],
])('a log of %i entries may grow to %i', async (from, to) => {
  const old = new ServedLog(KEY, entries(from));
  const first = await watch(old, undefined);
  expect(first.size).toBe(from);
  expect((await watch(new ServedLog(KEY, entries(to)), first.note)).size).toBe(to);
});

describe('an alarm is raised, with both checkpoints, if the log', () => {
  const old = new ServedLog(KEY, entries(300));
  const changed = entries(400).with(17, 'another');

  test.each([
    ['shrinks', () => watch(new ServedLog(KEY, entries(299)), old.note()), /shrunk from 300 to 299/],
    [
      'has another root',
      () => watch(new ServedLog(KEY, entries(300, '!')), old.note()),
      /300 entries have different roots/,
    ],
    [
      'changes an old entry while it grows',
      () => watch(new ServedLog(KEY, changed), old.note()),
      /do not continue the 300/,
    ],
    [
      'removes an entry while it grows',
      () => watch(new ServedLog(KEY, entries(400).toSpliced(3, 1)), old.note()),
      /do not continue the 300/,
    ],
    [
      'shows hashes that are not those of the signed root',
      () => watch(old, new ServedLog(KEY, entries(10)).note(), new ServedLog(KEY, changed.slice(0, 300)).note()),
      /do not add up to the signed root/,
    ],
    [
      'is signed by another key of the same name',
      () => watch(old, old.note(), old.note(signingKey(newKeyFile(), KEY.name, 'note'))),
      /is not signed with the key that was known/,
    ],
    [
      'goes on under another name',
      () => watch(old, old.note(), old.note(signingKey(newKeyFile(), `${KEY.name}/2`, 'note'))),
      /now shows the log example.com\/log\/2 instead of/,
    ],
    ['is signed with another origin', () => watch(old, old.note(), old.note(KEY, 'example.com/other')), /instead of/],
  ])('%s', async (_, watched, message) => {
    const error = await watched().catch((error) => error);
    expect(error).toBeInstanceOf(LogAlarm);
    expect(error.message).toMatch(message);
    expect(error.evidence).toHaveLength(2);
  });
});

test('a log or a tile that cannot be read is no alarm', async () => {
  const old = new ServedLog(KEY, entries(10)).note();
  const grown = new ServedLog(KEY, entries(600));
  grown.tiles.delete('1/0');
  await expect(watch(grown, old)).rejects.toThrow(LogUnreachable);
  refusal = JSON.stringify({ error: 'No such tile,\u001b[2J sorry.' });
  await expect(watch(grown, old)).rejects.toThrow(/tile\/1\/000 answered 404: No such tile,\?\[2J sorry\.$/);
  await expect(watch(grown, old, '<html>Back soon</html>\n')).rejects.toThrow('something else than a checkpoint');
  await expect(watch(grown, old, Buffer.alloc(200_000, 'x'))).rejects.toThrow('more than 100000 bytes');
  server.close();
  server.closeAllConnections();
  await expect(watch(grown, old)).rejects.toThrow(LogUnreachable);
});

test('a checkpoint that somebody else kept is part of the same history, older or newer, or an alarm', async () => {
  const ours = await watch(new ServedLog(KEY, entries(50)), undefined);
  const compare = (other: ServedLog, shown = served) => {
    served = shown;
    return compareWith(log, KEY, other.note(), ours.note);
  };
  await compare(new ServedLog(KEY, entries(20)));
  await compare(new ServedLog(KEY, entries(50)));
  const later = new ServedLog(KEY, entries(90));
  await compare(later, later);
  expect(await alarmOf(compare(new ServedLog(KEY, entries(20, '!')), new ServedLog(KEY, entries(50))))).toMatch(
    /do not continue/,
  );
  const fork = new ServedLog(KEY, entries(90, '!'));
  expect(await alarmOf(compare(fork, fork))).toMatch(/do not continue the 50/);
});
