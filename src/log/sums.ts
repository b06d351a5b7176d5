// A Merkle sum tree over balances: a node is the sum of its leaves, followed by a hash that commits to both children and their sums.
import { hash } from 'node:crypto';
import { HASH_BYTES, hashChildren, type Tree } from './tree.ts';

const SUM_BYTES = 16;
const NODE_BYTES = SUM_BYTES + HASH_BYTES;
/** No account holds more, and no token has more in circulation. */
export const MAX_SUM = (1n << 120n) - 1n;
const LOW = (1n << 64n) - 1n;

/** A node's hash is SHA-256(0x01 ‖ sumL ‖ hashL ‖ sumR ‖ hashR); its sum is sumL + sumR. */
export const SUM_TREE: Tree = {
  nodeBytes: NODE_BYTES,
  join: (left, leftAt, right, rightAt, out, at) => {
    hashChildren(NODE_BYTES, left, leftAt, right, rightAt, hashed, 0);
    let carry = 0;
    for (let i = SUM_BYTES - 1; i >= 0; i -= 1) {
      const digit = (left[leftAt + i] as number) + (right[rightAt + i] as number) + carry;
      added[i] = digit & 255;
      carry = digit >> 8;
    }
    if (carry !== 0 || added[0] !== 0) throw new Error('the sum of balances exceeds 2^120-1');
    added.copy(out, at);
    hashed.copy(out, at + SUM_BYTES);
  },
};

const hashed = Buffer.alloc(HASH_BYTES);
const added = Buffer.alloc(SUM_BYTES);

/** The node of a leaf, whose hash is SHA-256(0x00 ‖ id ‖ amount). */
export function sumLeaf(id: Uint8Array, amount: bigint): Buffer {
  const sum = sumBytes(amount);
  return Buffer.concat([sum, Buffer.from(hash('sha256', Buffer.concat([Buffer.of(0x00), id, sum]), 'hex'), 'hex')]);
}

/** 16 bytes, big endian. */
export function sumBytes(amount: bigint): Buffer {
  const bytes = Buffer.alloc(SUM_BYTES);
  writeSum(amount, bytes, 0);
  return bytes;
}

export function writeSum(amount: bigint, out: Buffer, at: number): void {
  if (amount < 0n || amount > MAX_SUM) throw new Error('a balance lies between 0 and 2^120-1');
  out.writeBigUInt64BE(amount >> 64n, at);
  out.writeBigUInt64BE(amount & LOW, at + SUM_BYTES / 2);
}

export const splitNode = (node: Buffer): { readonly sum: bigint; readonly hash: Buffer } => ({
  sum: BigInt(`0x${node.toString('hex', 0, SUM_BYTES)}`),
  hash: Buffer.from(node.subarray(SUM_BYTES)),
});
