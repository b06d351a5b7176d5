// RFC 6962, section 2.1, word by word and slowly: the model that the log's trees are compared with.
import { createHash } from 'node:crypto';

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const naiveLeaf = (entry: Uint8Array): Buffer => sha256(Buffer.of(0), entry);

/** MTH over leaf hashes. Perfect subtrees are kept in `known`, since trees of every size share them. */
export function naiveRoot(
  leaves: readonly Buffer[],
  start = 0,
  end = leaves.length,
  known?: Map<string, Buffer>,
): Buffer {
  if (end === start) return sha256();
  if (end - start === 1) return leaves[start] as Buffer;
  const key = `${start}-${end}`;
  const found = known?.get(key);
  if (found) return found;
  const k = largestPowerBelow(end - start);
  const root = sha256(
    Buffer.of(1),
    naiveRoot(leaves, start, start + k, known),
    naiveRoot(leaves, start + k, end, known),
  );
  if (end - start === 2 * k) known?.set(key, root);
  return root;
}

export function naivePath(index: number, leaves: readonly Buffer[], known?: Map<string, Buffer>): Buffer[] {
  const path = (m: number, start: number, end: number): Buffer[] => {
    if (end - start === 1) return [];
    const k = largestPowerBelow(end - start);
    return m < k
      ? [...path(m, start, start + k), naiveRoot(leaves, start + k, end, known)]
      : [...path(m - k, start + k, end), naiveRoot(leaves, start, start + k, known)];
  };
  return path(index, 0, leaves.length);
}

export function naiveConsistency(oldSize: number, leaves: readonly Buffer[], known?: Map<string, Buffer>): Buffer[] {
  const subproof = (m: number, start: number, end: number, isWhole: boolean): Buffer[] => {
    const n = end - start;
    if (m === n) return isWhole ? [] : [naiveRoot(leaves, start, end, known)];
    const k = largestPowerBelow(n);
    return m <= k
      ? [...subproof(m, start, start + k, isWhole), naiveRoot(leaves, start + k, end, known)]
      : [...subproof(m - k, start + k, end, false), naiveRoot(leaves, start, start + k, known)];
  };
  return subproof(oldSize, 0, leaves.length, true);
}

const largestPowerBelow = (n: number): number => 2 ** Math.floor(Math.log2(n - 1));
