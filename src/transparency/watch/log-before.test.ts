// The log after a fork is compared with what a watcher kept of the log before. What both share by the log's own statement must be the same.
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GrownTree } from '../../../test/log/grown-tree.ts';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { checkpointText } from '../format/checkpoint.ts';
import { provenBy, type SharedEvidence, Unproven } from '../format/evidence.ts';
import { newKeyFile, type SigningKey, signingKey, vkeyOf } from '../format/keys.ts';
import { signNote } from '../format/note.ts';
import { parseTilePath } from '../format/tile.ts';
import { leafHash } from '../format/tree.ts';
import { verifiedFile } from './alarm.ts';
import { Watch } from './watch.ts';

const OLD = signingKey(newKeyFile(), 'example.com/log', 'note');
const NEW = signingKey(newKeyFile(), 'example.com/log/2', 'note');
const NONCE = 'ab'.repeat(32);
const [SHARED, SIGNED] = [60, 70];

const leavesOf = (count: number, more = '') =>
  Array.from({ length: count }, (_, at) => leafHash(Buffer.from(`entry ${at} ${more}`)));
const OLD_LEAVES = leavesOf(SIGNED);
const noteOf = (leaves: readonly Buffer[], key: SigningKey) => {
  const root = new GrownTree().grow(leaves);
  return signNote(checkpointText({ origin: key.name, size: leaves.length, root }), key);
};
const oldNote = (size: number) => noteOf(OLD_LEAVES.slice(0, size), OLD);

const inFolder = useTempFolder();
let server: Server;
let url: string;
/** The new log: its rows before the fork, and what its own first row says. */
let before: readonly Buffer[];
let receipt: object;
let lines: string[];
beforeEach(async () => {
  before = [...OLD_LEAVES.slice(0, SHARED), ...leavesOf(3, 'never signed by the log before')];
  receipt = { kind: 'forked', log: 2, checkpoint: oldNote(SIGNED), shared: SHARED };
  lines = [];
  server = createServer(({ url: path = '' }, response) => response.end(answer(path.slice(1))));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

function answer(path: string): Buffer | string {
  const row = `millpond-row/v1\n${before.length + 1}\nid\nforked\nkeeper\n0\n${JSON.stringify(receipt)}`;
  const entry = hash('sha256', Buffer.concat([Buffer.from(NONCE, 'hex'), Buffer.from(row)]), 'buffer');
  const leaves = [...before, leafHash(entry), ...leavesOf(9, 'after')];
  const checkpoint = noteOf(leaves, NEW);
  if (path === 'checkpoint') return checkpoint;
  const tree = new GrownTree();
  tree.grow(leaves);
  const tile = parseTilePath(path);
  if (tile) return tree.read(tile);
  const inclusion = tree.inclusion(before.length).map((node) => node.toString('hex'));
  const proof = { row, nonce: NONCE, index: before.length, path: inclusion, checkpoint };
  const isAsked = path.includes('kind=forked') && path.endsWith('cursor=0');
  return JSON.stringify({ data: { statements: isAsked ? [proof] : [] } });
}

/** Watches the new log once, with the state of a watcher that saw checkpoints of these sizes of the old one. */
async function watched(sizes: readonly number[]): Promise<number> {
  const against = inFolder('old.json');
  const days = sizes.map((size, at) => ({ day: `2026-11-${10 + at}`, checkpoint: oldNote(size) }));
  writeFileSync(against, JSON.stringify({ vkey: vkeyOf(OLD), checkpoint: oldNote(SIGNED), days }));
  const say = (line: string) => void lines.push(line);
  const options = { stateFile: inFolder('new.json'), key: NEW, everyMs: 1, silenceMs: 1, isOnce: true, cosigners: [] };
  return new Watch({ url, ...options, againstFile: against, print: say, warn: say }).run();
}

const STATES =
  'example.com/log/2 states that it shares 60 entries with example.com/log, and up to 10 more that were signed are lost';

test.each([
  ['of them', [20, 50, 65], 'the first 50 are the same'],
  ['of exactly as many', [20, 60], 'the first 60 are the same'],
  ['of more alone', [61, 65], 'no checkpoint of so few entries was kept, so nothing is compared'],
])('a log that shares what it says is fine, if checkpoints %s were kept', async (_, sizes, outcome) => {
  expect(await watched(sizes)).toBe(0);
  expect(lines.join()).toContain(`${STATES}; ${outcome}`);
});

test('a log that has lost entries before the shared size is an alarm, whose evidence stands alone', async () => {
  before = before.with(5, leafHash(Buffer.from('another')));
  expect(await watched([20, 50, 65])).toBe(1);
  const message =
    'transaction 64 of example.com/log/2 states that its first 60 entries are those of example.com/log, but they do not continue the 50 that were signed';
  expect(lines.join()).toContain(`ALARM: ${message}`);
  const text = readFileSync(inFolder('new.json.alarm'), 'utf8');
  server.close();
  expect(verifiedFile(text, NEW).proven).toContain(message);
  expect(() => verifiedFile(text, OLD)).toThrow(Unproven);
});

test('nobody can make such evidence against a log that shares what it says', async () => {
  before = before.with(5, leafHash(Buffer.from('another')));
  await watched([50]);
  const { evidence }: { evidence: SharedEvidence } = JSON.parse(readFileSync(inFolder('new.json.alarm'), 'utf8'));
  expect(provenBy(evidence, NEW)).not.toBe('');
  const { proof, hashes } = evidence;
  const thief = signingKey(newKeyFile(), OLD.name, 'note');
  const truth = noteOf(before.slice(0, 50), OLD);
  const forged: [string, Partial<SharedEvidence>, RegExp][] = [
    ['what the log has', { before: truth }, /are shared, as it is stated/],
    ['more than is shared', { before: oldNote(65) }, /only the first 60 entries/],
    ['another size', { before: oldNote(40) }, /do not lead to the signed root/],
    ['another key of that name', { vkey: vkeyOf(thief), before: noteOf(leavesOf(50, '!'), thief) }, /is not signed by/],
    ['no key', { vkey: 'x' }, /the key of the log before/],
    [
      'another statement',
      { proof: { ...proof, row: proof.row.replace('"shared":60', '"shared":61') } },
      /not in the log/,
    ],
    ['another hash', { hashes: hashes.with(0, '0'.repeat(64)) }, /do not lead to the signed root/],
  ];
  for (const [name, part, reason] of forged)
    expect(() => provenBy({ ...evidence, ...part }, NEW), name).toThrow(reason);
});

test.each([
  ['states nothing of the log before', () => ({ ...receipt, checkpoint: noteOf(leavesOf(3), NEW) })],
  [
    'states another key',
    () => ({ ...receipt, checkpoint: noteOf(OLD_LEAVES, signingKey(newKeyFile(), OLD.name, 'note')) }),
  ],
])('it is silence if the new log %s', async (_, stated) => {
  receipt = stated();
  expect(await watched([50])).toBe(3);
  expect(lines.join()).toContain('example.com/log/2 does not state which entries it shares with example.com/log');
});
