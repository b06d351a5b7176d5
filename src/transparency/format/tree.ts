// A Merkle tree of RFC 6962.
import { hash } from 'node:crypto';

export type Tree = {
  readonly nodeBytes: number;
  /** Writes the parent of two nodes to `out`, which may be the place of one of them. */
  readonly join: (left: Buffer, leftAt: number, right: Buffer, rightAt: number, out: Buffer, at: number) => void;
};

export const HASH_BYTES = 32;

/** A node is SHA-256(0x01 ‖ left ‖ right). */
export const HASH_TREE: Tree = {
  nodeBytes: HASH_BYTES,
  join: (left, leftAt, right, rightAt, out, at) => {
    // Loops, since a call of `copy` takes longer than so few bytes.
    for (let i = 0; i < HASH_BYTES; i += 1) children[1 + i] = left[leftAt + i] as number;
    for (let i = 0; i < HASH_BYTES; i += 1) children[1 + HASH_BYTES + i] = right[rightAt + i] as number;
    // Node makes a string of 32 characters three times as fast as a Buffer.
    out.write(hash('sha256', children, 'latin1'), at, 'latin1');
  },
};

/** 0x01 ‖ left ‖ right. */
const children = Buffer.alloc(1 + 2 * HASH_BYTES, 0x01);

/** The root of a log without entries. */
export const EMPTY_ROOT: Buffer = Buffer.from(hash('sha256', '', 'hex'), 'hex');

/** SHA-256(0x00 ‖ entry), for entries of any length. */
export const leafHash = (entry: Uint8Array): Buffer =>
  Buffer.from(hash('sha256', Buffer.concat([Buffer.of(0x00), entry]), 'hex'), 'hex');

export function joined(tree: Tree, left: Buffer, right: Buffer): Buffer {
  const parent = Buffer.alloc(tree.nodeBytes);
  tree.join(left, 0, right, 0, parent, 0);
  return parent;
}

/** The root over `count` adjacent nodes, a power of two. */
export function perfectRoot(tree: Tree, nodes: Buffer, first: number, count: number): Buffer {
  const bytes = tree.nodeBytes;
  const level = Buffer.from(nodes.subarray(first * bytes, (first + count) * bytes));
  for (let width = count; width > 1; width /= 2) {
    for (let i = 0; i < width; i += 2) tree.join(level, i * bytes, level, (i + 1) * bytes, level, (i / 2) * bytes);
  }
  return Buffer.from(level.subarray(0, bytes));
}

/** The leaves from `start` up to, but without, `end`. */
export type Range = readonly [start: number, end: number];

/** The largest power of two below `count`: RFC 6962 splits a tree there. */
export function splitOf(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

export const isPowerOfTwo = (count: number): boolean => count === 1 || count === 2 * splitOf(count);

/** Subtrees whose roots are the inclusion proof of a leaf, from its sibling up. */
export function inclusionRanges(index: number, [start, end]: Range): readonly Range[] {
  if (end - start === 1) return [];
  const middle = start + splitOf(end - start);
  return index < middle
    ? [...inclusionRanges(index, [start, middle]), [middle, end]]
    : [...inclusionRanges(index, [middle, end]), [start, middle]];
}

/** Subtrees whose roots are the consistency proof from `oldSize` leaves to all of the range: RFC 6962, 2.1.2. */
export function consistencyRanges(oldSize: number, [start, end]: Range): readonly Range[] {
  if (oldSize === end) return start === 0 ? [] : [[start, end]];
  const middle = start + splitOf(end - start);
  return oldSize <= middle
    ? [...consistencyRanges(oldSize, [start, middle]), [middle, end]]
    : [...consistencyRanges(oldSize, [middle, end]), [start, middle]];
}
