// Checks inclusion and consistency proofs as RFC 9162 describes it (2.1.3.2 and 2.1.4.2).
import { EMPTY_ROOT, HASH_BYTES, HASH_TREE, isPowerOfTwo, joined } from './tree.ts';

export type TreeHead = { readonly size: number; readonly root: Uint8Array };

/** True if the tree has the leaf at the index. */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  path: readonly Uint8Array[],
  { size, root }: TreeHead,
): boolean {
  if (!isSize(size) || !isSize(index) || index >= size || !areHashes([leaf, root, ...path])) return false;
  let node = index;
  let last = size - 1;
  let hash = bufferOf(leaf);
  for (const sibling of path.map(bufferOf)) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = joined(HASH_TREE, sibling, hash);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      hash = joined(HASH_TREE, hash, sibling);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 && hash.equals(root);
}

/** True if the new tree begins with all leaves of the old one. */
export function isConsistent(old: TreeHead, now: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (!isSize(old.size) || !isSize(now.size) || old.size > now.size) return false;
  if (!areHashes([old.root, now.root, ...proof])) return false;
  if (old.size === 0)
    return proof.length === 0 && EMPTY_ROOT.equals(old.root) && (now.size > 0 || EMPTY_ROOT.equals(now.root));
  if (old.size === now.size) return proof.length === 0 && bufferOf(old.root).equals(now.root);
  // The old tree is a subtree of the new one if its size is a power of two, and its root is then not in the proof.
  const roots = rootsOf(old.size, now.size, isPowerOfTwo(old.size) ? [old.root, ...proof] : proof);
  return proof.length > 0 && roots !== undefined && roots.old.equals(old.root) && roots.now.equals(now.root);
}

/** The roots of both sizes that hashes lead to; `wantedRoots` names the hashes. Undefined if their number is wrong, or they are no hashes. */
export function rootsOf(
  oldSize: number,
  size: number,
  hashes: readonly Uint8Array[],
): { readonly old: Buffer; readonly now: Buffer } | undefined {
  if (!isSize(oldSize) || !isSize(size) || oldSize < 1 || oldSize >= size || !areHashes(hashes)) return undefined;
  let node = oldSize - 1;
  let last = size - 1;
  while (isOdd(node)) {
    node = half(node);
    last = half(last);
  }
  const [first, ...rest] = hashes.map(bufferOf);
  if (first === undefined) return undefined;
  let [old, now] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return undefined;
    if (isOdd(node) || node === last) {
      old = joined(HASH_TREE, sibling, old);
      now = joined(HASH_TREE, sibling, now);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else {
      now = joined(HASH_TREE, now, sibling);
    }
    node = half(node);
    last = half(last);
  }
  return last === 0 ? { old, now } : undefined;
}

const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);
const areHashes = (nodes: readonly Uint8Array[]): boolean => nodes.every(({ length }) => length === HASH_BYTES);
const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
