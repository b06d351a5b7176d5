import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GrownTree } from '../../../test/log/grown-tree.ts';
import { naiveConsistency, naivePath, naiveRoot } from '../../../test/log/naive.ts';
import vectors from '../../../test/log/vectors/merkle.json' with { type: 'json' };
import { times } from '../../../test/times.ts';
import { wantedConsistency, wantedInclusion, wantedRoot } from './proofs.ts';
import { leafHash } from './tree.ts';
import { isConsistent, isIncluded } from './verify.ts';

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');
/** As text, since comparing bytes one by one takes a hundred times as long. */
const hex = (hashes: readonly Buffer[]): string => hashes.map((hash) => hash.toString('hex')).join('\n');

describe('vectors of transparency-dev', () => {
  test.each(vectors.inclusion)('$name', ({ leafIdx, treeSize, root, leafHash, proof, wantErr }) => {
    const path = (proof ?? []).map(bytes);
    expect(isIncluded(bytes(leafHash), leafIdx, path, { size: treeSize, root: bytes(root) })).toBe(!wantErr);
  });
  test.each(vectors.consistency)('$name', ({ size1, size2, root1, root2, proof, wantErr }) => {
    const old = { size: size1, root: bytes(root1) };
    // One vector calls a text of 12 bytes a root; here roots are hashes.
    const isRefused = wantErr || old.root.length !== 32;
    expect(isConsistent(old, { size: size2, root: bytes(root2) }, (proof ?? []).map(bytes))).toBe(!isRefused);
  });
});

/** The leaves that the tests of Certificate Transparency use, and the roots of their first 1 to 8. */
const CT_LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const CT_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
test('the roots of Certificate Transparency', () => {
  const tree = new GrownTree();
  const roots = CT_LEAVES.map((leaf) => tree.grow([leafHash(Buffer.from(leaf, 'hex'))]).toString('hex'));
  expect(roots).toEqual(CT_ROOTS);
});

/** Any 32 bytes can be a leaf. */
const leavesOf = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, index) => {
    const leaf = Buffer.alloc(32);
    leaf.writeUInt32BE(index);
    return leaf;
  });

test('trees of 1 to 1,000 leaves have the roots and proofs of a naive implementation', () => {
  const leaves = leavesOf(1000);
  const tree = new GrownTree();
  const known = new Map<string, Buffer>();
  for (let size = 1; size <= leaves.length; size += 1) {
    const soFar = leaves.slice(0, size);
    const root = tree.grow([leaves[size - 1] as Buffer]);
    expect(root.equals(naiveRoot(soFar, 0, size, known))).toBe(true);
    if (size > 70 && size % 9 !== 0) continue;
    const index = ((size * 7919) % 997) % size;
    const path = tree.inclusion(index);
    expect(hex(path)).toBe(hex(naivePath(index, soFar, known)));
    expect(isIncluded(leaves[index] as Buffer, index, path, { size, root })).toBe(true);
    const oldSize = index + 1;
    const proof = tree.consistency(oldSize);
    expect(hex(proof)).toBe(hex(naiveConsistency(oldSize, soFar, known)));
    expect(isConsistent({ size: oldSize, root: tree.root(oldSize) }, { size, root }, proof)).toBe(true);
  }
});

test('the way in which leaves arrive does not change tiles, and old roots stay computable', () => {
  const leaves = leavesOf(66_000);
  const atOnce = new GrownTree();
  const root = atOnce.grow(leaves);
  const inParts = new GrownTree();
  const roots = new Map<number, Buffer>();
  for (let start = 0, part = 1; start < leaves.length; start += part, part = (part * 3) % 1021) {
    roots.set(Math.min(start + part, leaves.length), inParts.grow(leaves.slice(start, start + part)));
  }
  expect(inParts.root()).toEqual(root);
  expect([...inParts.tiles.keys()].toSorted()).toEqual([...atOnce.tiles.keys()].toSorted());
  for (const [key, nodes] of atOnce.tiles) expect(inParts.tiles.get(key)?.equals(nodes)).toBe(true);
  const some = [...roots].filter((_, index) => index % 40 === 0);
  for (const [size, then] of some) {
    expect(atOnce.root(size)).toEqual(then);
    const proof = atOnce.consistency(size);
    expect(isConsistent({ size, root: then }, { size: leaves.length, root }, proof)).toBe(true);
  }
});

test('what no tree has is refused', () => {
  expect(() => wantedRoot(0)).toThrow('no tiles');
  expect(() => wantedInclusion(5, 5)).toThrow('no leaf 5');
  expect(() => wantedInclusion(-1, 5)).toThrow('no leaf -1');
  expect(() => wantedConsistency(6, 5)).toThrow('does not extend');
  expect(wantedConsistency(0, 5).ranges).toEqual([]);
  const tree = new GrownTree();
  tree.grow(leavesOf(3));
  expect(() => tree.root(4)).toThrow('tile/0/000.p/4 has 96 bytes instead of 128');
});

describe('a hash with a byte too many or too few is refused', () => {
  const tree = new GrownTree();
  const root = tree.grow(leavesOf(9));
  const [index, oldSize] = [4, 6];
  const included = { leaf: tree.leaves[index] as Buffer, path: tree.inclusion(index), root };
  const extended = { old: tree.root(oldSize), proof: tree.consistency(oldSize), root };
  const isLeaf = ({ leaf, path, root }: typeof included) => isIncluded(leaf, index, path, { size: 9, root });
  const isLater = ({ old, proof, root }: typeof extended) =>
    isConsistent({ size: oldSize, root: old }, { size: 9, root }, proof);

  test.each([
    ['longer', (hash: Buffer) => Buffer.concat([hash, Buffer.of(0)])],
    ['shorter', (hash: Buffer) => hash.subarray(0, 31)],
    ['empty', () => Buffer.alloc(0)],
  ])('%s', (_, other) => {
    expect([isLeaf(included), isLater(extended)]).toEqual([true, true]);
    expect(isLeaf({ ...included, leaf: other(included.leaf) })).toBe(false);
    expect(isLeaf({ ...included, root: other(root) })).toBe(false);
    expect(isLater({ ...extended, old: other(extended.old) })).toBe(false);
    expect(isLater({ ...extended, root: other(root) })).toBe(false);
    for (const [at, hash] of included.path.entries())
      expect(isLeaf({ ...included, path: included.path.with(at, other(hash)) })).toBe(false);
    for (const [at, hash] of extended.proof.entries())
      expect(isLater({ ...extended, proof: extended.proof.with(at, other(hash)) })).toBe(false);
  });
});

describe('mutated proofs', () => {
  const tree = new GrownTree();
  const root = tree.grow(leavesOf(1000));
  const paths = tree.leaves.map((_, index) => tree.inclusion(index));
  const flipped = (hash: Buffer, bit: number): Buffer => {
    const copy = Buffer.from(hash);
    copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
    return copy;
  };
  const place = fc.record({ index: fc.nat(999), bit: fc.nat(255), at: fc.nat(9), kind: fc.nat(6), other: fc.nat(999) });

  /** A proof that claims something else, in one of seven ways. */
  function mutated({
    index,
    bit,
    at,
    kind,
    other,
  }: {
    index: number;
    bit: number;
    at: number;
    kind: number;
    other: number;
  }) {
    const path = [...(paths[index] as readonly Buffer[])];
    const leaf = tree.leaves[index] as Buffer;
    const head = { size: 1000, root };
    const there = at % path.length;
    const right = { leaf, index, path, head };
    if (kind === 0) return { ...right, path: path.with(there, flipped(path[there] as Buffer, bit)) };
    if (kind === 1) return { ...right, leaf: flipped(leaf, bit) };
    if (kind === 2) return { ...right, index: other === index ? 1000 + other : other };
    if (kind === 3) return { ...right, path: path.toSpliced(there, 1) };
    if (kind === 4) return { ...right, path: path.toSpliced(there, 0, tree.leaves[other] as Buffer) };
    if (kind === 5) return { ...right, leaf: tree.leaves[other === index ? (other + 1) % 1000 : other] as Buffer };
    return { ...right, head: { size: 1000, root: flipped(root, bit) } };
  }

  test('100,000 mutated inclusion proofs are refused', () => {
    let accepted = 0;
    for (const [start] of fc.sample(fc.tuple(fc.nat()), { numRuns: times(1000), seed: 33 })) {
      // A linear congruence makes a hundred places of each number, which is faster than drawing them.
      let random = start;
      const next = (below: number): number => {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((random / 2 ** 32) * below);
      };
      for (let i = 0; i < 100; i += 1) {
        const change = { index: next(1000), bit: next(256), at: next(10), kind: next(7), other: next(1000) };
        const { leaf, index, path, head } = mutated(change);
        if (isIncluded(leaf, index, path, head)) accepted += 1;
      }
    }
    expect(accepted).toBe(0);
  });

  test('mutated consistency proofs are refused', () => {
    const places = fc.sample(place, { numRuns: times(200), seed: 34 });
    for (const { index, bit, at, kind } of places) {
      const oldSize = index + 1;
      const proof = [...tree.consistency(oldSize)];
      const old = { size: oldSize, root: tree.root(oldSize) };
      const there = at % Math.max(1, proof.length);
      const [then, now, hashes] =
        kind < 2 || proof.length === 0
          ? [{ ...old, root: flipped(old.root, bit) }, { size: 1000, root }, proof]
          : kind < 4
            ? [old, { size: 1000, root }, proof.with(there, flipped(proof[there] as Buffer, bit))]
            : [old, { size: 1000, root: flipped(root, bit) }, proof];
      expect(isConsistent(then, now, hashes)).toBe(false);
    }
  });
});
