// The point where an audit ended: read as it was written, refused if anything about it was changed.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newKeyFile, signingKey } from '../transparency/format/keys.ts';
import { signLines } from '../transparency/format/signed-text.ts';
import { hashOfBalances, isSignedPoint, type PointHead, readPoint, type Saved, writePoint } from './point.ts';

const KEY = newKeyFile();
const LOG = signingKey(KEY, 'example.com/log', 'note');
const HEAD: Omit<PointHead, 'version'> = {
  ...{ asOf: 7, full: { asOf: 3, atMs: 1 }, balancesHash: 'ab', logRoot: null, logsHash: 'cd' },
  ...{ last: { id: 'id', createdAtMs: 2 }, poolsCreated: 1, listingSequence: 5 },
};
const NOTHING: Saved = {
  ...{ pools: [], tokens: [], orders: [], averages: [], tokenMarks: [] },
  ...{ figures: [], positions: [], orderRecords: [] },
};

test('every value is read as it was written, also texts that look like the bigints of the format', () => {
  const records = [
    ...[1n, -5n, 0n, 2n ** 130n, 1, 1.5, null, true, 'text', ''],
    ...['1n', '-5n', '~1n', '~~1n', '~', 'n', '1n ', '~text'],
    { amount: 12n, name: '12n', nested: [{ deep: '~-12n', sum: -12n }] },
    'two\nlines',
  ];
  const written = writePoint(HEAD, { ...NOTHING, pools: records, orderRecords: ['last'] }, LOG);
  expect(readPoint(written)).toEqual({
    head: { version: expect.any(Number), ...HEAD },
    saved: { ...NOTHING, pools: records, orderRecords: ['last'] },
  });
});

test('a long point is stored in parts of limited length, and has one hash', () => {
  const records = Array.from({ length: 50 }, (_, at) => `${at}${'x'.repeat(9000)}`);
  const { parts, hash: stated, asOf } = writePoint(HEAD, { ...NOTHING, tokens: records }, LOG);
  expect([asOf, parts.length, Math.max(...parts.map(({ length }) => length)) < 110_000]).toEqual([7, 5, true]);
  expect(hash('sha256', parts.join(''), 'hex')).toBe(stated);
  expect(readPoint({ hash: stated, parts })?.saved.tokens).toEqual(records);
});

test('a point that was changed, lost a part, or is of another version is none', () => {
  const point = writePoint(HEAD, { ...NOTHING, pools: [1n], tokens: ['x'.repeat(200_000), 'y'] }, LOG);
  expect(readPoint(point)).toBeDefined();
  expect(readPoint({ ...point, parts: point.parts.with(0, `${point.parts[0]}`.replace('1n', '2n')) })).toBeUndefined();
  expect(readPoint({ ...point, parts: point.parts.slice(0, -1) })).toBeUndefined();
  expect(readPoint({ ...point, parts: point.parts.toReversed() })).toBeUndefined();
  const text = point.parts.join('').replace(/"version":(\d+)/, (_, version) => `"version":${Number(version) + 1}`);
  expect(readPoint({ parts: [text], hash: hash('sha256', text, 'hex') })).toBeUndefined();
});

test('the hash of balances depends on each account, token and amount, and neither on order nor on balances of zero', () => {
  const balances: readonly (readonly [string, bigint])[] = [
    ['ann\napple', 5n],
    ['bob\napple', 7n],
    ['the issuer\napple', -12n],
  ];
  const stated = hashOfBalances(new Map(balances));
  expect(stated).toBe(hash('sha256', 'ann\napple\n5\nbob\napple\n7\nthe issuer\napple\n-12\n', 'hex'));
  expect(hashOfBalances(new Map(balances.toReversed()))).toBe(stated);
  expect(hashOfBalances(new Map([...balances, ['cid\napple', 0n]]))).toBe(stated);
  expect(hashOfBalances(new Map(balances.slice(1)))).not.toBe(stated);
  expect(hashOfBalances(new Map(balances.with(0, ['ann\napple', 6n])))).not.toBe(stated);
  expect(hashOfBalances(new Map(balances.with(0, ['ann\nbread', 5n])))).not.toBe(stated);
  // More text than is hashed at once.
  const many = Array.from({ length: 20_000 }, (_, at) => [`user${String(at).padStart(5, '0')}\napple`, 1n] as const);
  const text = many.map(([key, balance]) => `${key}\n${balance}\n`).join('');
  expect(hashOfBalances(new Map(many))).toBe(hash('sha256', text, 'hex'));
});

test('a point is signed by the key of the log, over its transaction and hash, with a text of its own kind', () => {
  const point = writePoint(HEAD, NOTHING, LOG);
  const lines = ['7', point.hash];
  expect(isSignedPoint(point, KEY, LOG.name)).toBe(true);
  for (const [changed, key = KEY, origin = LOG.name] of [
    [{ ...point, asOf: 8 }],
    [{ ...point, hash: 'ab'.repeat(32) }],
    [{ ...point, note: '' }],
    [{ ...point, note: signLines('audited', ['6', point.hash], LOG) }],
    [{ ...point, note: signLines('receipt', lines, LOG) }],
    [{ ...point, note: signLines('audited', lines, signingKey(newKeyFile(), LOG.name, 'note')) }],
    [point, newKeyFile()],
    [point, KEY, 'example.com/log/2'],
  ] as const)
    expect(isSignedPoint(changed, key, origin)).toBe(false);
});
