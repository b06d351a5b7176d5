import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { naiveRoot } from '../../../test/log/naive.ts';
import { hashOfList, LinesTree, liabilitiesText, parseLiabilities, type TokenLiability } from './liabilities.ts';
import { leafHash } from './tree.ts';
import { isIncluded } from './verify.ts';

const leavesOf = (lines: readonly string[]) => lines.map((line) => leafHash(Buffer.from(line)));

const root = Buffer.alloc(32, 0xab);
const hex = 'ab'.repeat(32);
const apples: TokenLiability = { token: 'EQa', people: 3, peopleTotal: 7n, root, own: [] };
const pool: TokenLiability = {
  ...{ token: 'LP EQb', people: 0, peopleTotal: 0n, root },
  own: [
    { account: 'the lock', amount: 1000n },
    { account: 'pool EQz fees', amount: 5n },
  ],
};
const lineOfApples = `3 7 ${hex} 0 ${hash('sha256', '', 'hex')} EQa`;
const lineOfPool = `0 0 ${hex} 1005 ${hash('sha256', '5 pool EQz fees\n1000 the lock\n', 'hex')} LP EQb`;

test.each([
  ['the first', null, 'none'],
  ['a later one', 'cd'.repeat(32), 'cd'.repeat(32)],
])('%s list names the one before it, and tokens and accounts in the order of their bytes', (_, previous, line) => {
  const head = { asOf: 9, atMs: 1000, log: 2, intervalMs: 60, previous };
  const text = liabilitiesText(head, [pool, apples]);
  const linesRoot = naiveRoot(leavesOf([lineOfApples, lineOfPool])).toString('hex');
  const headText = `millpond-liabilities/v2\n9\n1000\n2\n60\n${line}\n2\n${linesRoot}\n`;
  expect(text).toBe(`${headText}${lineOfApples}\n${lineOfPool}\n 5 pool EQz fees\n 1000 the lock\n`);
  expect(hashOfList(text)).toBe(hash('sha256', headText, 'hex'));
  expect(liabilitiesText(parseLiabilities(text), parseLiabilities(text).tokens)).toBe(text);
  for (const changed of [
    text.replace('/v2', '/v3'),
    text.replace(' 5 pool', ' 6 pool'),
    text.replace('\n0 0 ', '\n1 0 '),
    `${text}\n`,
  ])
    expect(() => parseLiabilities(changed)).toThrow('not of the form');
});

test('a list of no tokens has the root of an empty tree', () => {
  const text = liabilitiesText({ asOf: 9, atMs: 1, log: 1, intervalMs: 0, previous: null }, []);
  expect(text).toContain(`\n0\n${hash('sha256', '', 'hex')}\n`);
  expect(parseLiabilities(text).tokens).toEqual([]);
});

test.each([1, 2, 3, 7, 255, 256, 257, 700])('each of %i lines leads to the root', (count) => {
  const lines = Array.from({ length: count }, (_, i) => `line ${i}`);
  const tree = new LinesTree(lines);
  const leaves = leavesOf(lines);
  const root = naiveRoot(leaves);
  expect(Buffer.from(tree.root)).toEqual(root);
  for (const index of new Set([0, count >> 1, count - 1]))
    expect(isIncluded(leaves[index] as Buffer, index, tree.path(index), { size: count, root })).toBe(true);
});
