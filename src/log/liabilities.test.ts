import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrownTree } from '../../test/log/grown-tree.ts';
import { TreeAppender } from './appender.ts';
import { BalanceIds, FEWEST_LEAVES, liabilitiesText, parseLiabilities, SumLeaves } from './liabilities.ts';
import { MAX_SUM, SUM_TREE, splitNode, sumLeaf } from './sums.ts';
import { TokenTree } from './token-tree.ts';

const SECRET = Buffer.alloc(32, 5);
const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((made, part) => made.update(part), createHash('sha256')).digest();
const be16 = (value: bigint) => Buffer.from(value.toString(16).padStart(32, '0'), 'hex');

type Node = { sum: bigint; hash: Buffer };
/** The tree of the document, by recursion. */
function naiveSum(leaves: readonly Node[]): Node {
  if (leaves.length === 1) return leaves[0] as Node;
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1));
  const [left, right] = [naiveSum(leaves.slice(0, k)), naiveSum(leaves.slice(k))];
  const hash = sha256(Buffer.of(1), be16(left.sum), left.hash, be16(right.sum), right.hash);
  return { sum: left.sum + right.sum, hash };
}

test('ids, leaves, order, padding and root are as documented', () => {
  const balances = Array.from({ length: 1000 }, (_, i) => ({ account: `user${i}`, amount: BigInt(i) ** 11n }));
  const leaves = new SumLeaves(new BalanceIds(SECRET, 77, 'TOKEN'));
  for (const { account, amount } of balances) leaves.add(account, amount);
  const sorted = [...leaves.sorted()];
  const padding = Array.from({ length: 24 }, (_, i) => ({ account: `empty\n${i}`, amount: 0n }));
  const expected = [...balances, ...padding]
    .map(({ account, amount }, added) => {
      const nonce = createHmac('sha256', SECRET).update(`balance\n77\nTOKEN\n${account}`).digest();
      const id = sha256(nonce, account);
      return { added, id, sum: amount, hash: sha256(Buffer.of(0), id, be16(amount)) };
    })
    .toSorted((a, b) => Buffer.compare(a.id, b.id));
  expect(sorted).toHaveLength(FEWEST_LEAVES);
  expect(sorted.map(({ added }) => added)).toEqual(expected.map(({ added }) => added));
  expect(sorted.map(({ node }) => splitNode(node).hash.toString('hex'))).toEqual(
    expected.map(({ hash }) => hash.toString('hex')),
  );
  const root = new GrownTree(SUM_TREE).grow(sorted.map(({ node }) => node));
  expect(splitNode(root)).toEqual(naiveSum(expected));
  expect(splitNode(root).sum).toBe(balances.reduce((sum, { amount }) => sum + amount, 0n));
});

test.each([
  ['one byte', 'x'],
  ['two bytes', 'é'],
  ['three bytes', '€'],
])('ids of names of characters of %s are as documented, however long', (_, character) => {
  const ids = new BalanceIds(SECRET, 77, 'TOKEN');
  for (let times = 1; times < 1100; times += times < 290 ? 17 : 1) {
    const account = character.repeat(times);
    const nonce = createHmac('sha256', SECRET).update(`balance\n77\nTOKEN\n${account}`).digest();
    expect(ids.idOf(account)).toEqual(sha256(nonce, account));
  }
});

test('any number of leaves has the root of the recursion', () => {
  const amounts = fc.array(fc.bigInt(0n, 2n ** 110n), { minLength: 1, maxLength: 600 });
  const property = fc.property(amounts, (sums) => {
    const nodes = sums.map((sum, i) => sumLeaf(sha256(String(i)), sum));
    const root = new GrownTree(SUM_TREE).grow(nodes);
    expect(splitNode(root)).toEqual(naiveSum(nodes.map(splitNode)));
  });
  fc.assert(property, { numRuns: 20, seed: 35 });
});

test('sums above 2^120-1 and negative ones are refused', () => {
  const id = sha256('id');
  expect(() => sumLeaf(id, -1n)).toThrow('between 0 and 2^120-1');
  expect(() => sumLeaf(id, MAX_SUM + 1n)).toThrow('between 0 and 2^120-1');
  const tree = (...sums: bigint[]) => new GrownTree(SUM_TREE).grow(sums.map((sum) => sumLeaf(id, sum)));
  expect(splitNode(tree(MAX_SUM - 1n, 1n)).sum).toBe(MAX_SUM);
  expect(() => tree(MAX_SUM, 1n)).toThrow('exceeds 2^120-1');
});

test('no account can be taken for padding', () => {
  expect(() => new SumLeaves(new BalanceIds(SECRET, 1, 'T')).add('empty\n0', 1n)).toThrow('newline');
});

test('balances are streamed in the order of their ids through an appender that keeps the edge alone', () => {
  const ids = new BalanceIds(SECRET, 1, 'T');
  const leaves = new SumLeaves(ids);
  for (let i = 0; i < 5000; i += 1) leaves.add(`a${i}`, 3n);
  const appender = new TreeAppender(SUM_TREE, 0, () => Buffer.alloc(0));
  const order: string[] = [];
  let filled = 0;
  for (const { node, added } of leaves.sorted()) {
    order.push(ids.idOf(`a${added}`).toString('hex'));
    appender.append(node);
    if (appender.size % 256 === 0) filled += appender.takeTiles().filter(({ width }) => width === 256).length;
  }
  expect(order.join()).toBe(order.toSorted().join());
  expect(filled).toBe(Math.floor(5000 / 256));
  expect(splitNode(appender.root()).sum).toBe(15_000n);
});

test.each([
  ['the first', null, 'none'],
  ['a later one', 'cd'.repeat(32), 'cd'.repeat(32)],
])('%s document names the one before it, and tokens in the order of their bytes', (_, previous, line) => {
  const root = Buffer.alloc(32, 0xab);
  const text = liabilitiesText({ asOf: 9, atMs: 1000, log: 2, intervalMs: 60, previous }, [
    { token: 'LP EQb', total: 5n, leaves: 1024, root },
    { token: 'EQa', total: 0n, leaves: 1024, root },
  ]);
  const hex = 'ab'.repeat(32);
  expect(text).toBe(`millpond-liabilities/v1\n9\n1000\n2\n60\n${line}\n0 1024 ${hex} EQa\n5 1024 ${hex} LP EQb\n`);
  expect(liabilitiesText(parseLiabilities(text), parseLiabilities(text).tokens)).toBe(text);
  expect(() => parseLiabilities(text.replace('/v1', '/v2'))).toThrow('not of the form');
});

test('the root of a token keeps nothing else in memory: of 10,000 tokens, not a slab of Buffers each', () => {
  const leaves = new SumLeaves(new BalanceIds(Buffer.alloc(32, 1), 1, 'apple'));
  leaves.add('ann', 5n);
  const tree = new TokenTree('apple', leaves);
  expect([...tree.tiles()]).toHaveLength(1);
  const { total, root } = tree.liability;
  expect([total, root.buffer.byteLength]).toEqual([5n, 32]);
});
