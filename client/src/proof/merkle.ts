// Trees of RFC 6962, from the root down: a path is split where the tree is split.
import { type Bytes, sha256, toHex } from './bytes.ts';
import { ProofRefused, type ProofStep } from './refused.ts';

/** Makes the parent of two nodes; `pathIsLeft` tells on which side the checked leaf is. */
export type Join<Node> = (left: Node, right: Node, pathIsLeft: boolean) => Promise<Node>;

/** The root that a leaf and its path lead to, in a tree of `size` leaves. */
export function rootOfPath<Node>(
  leaf: Node,
  index: number,
  size: number,
  path: readonly Node[],
  join: Join<Node>,
): Promise<Node> {
  if (index >= size) throw new ProofRefused(`The tree has ${size} leaves, and none with the number ${index}.`);
  const under = async (place: number, leaves: number, length: number): Promise<Node> => {
    if (leaves === 1) {
      if (length === 0) return leaf;
      throw new ProofRefused('The path is longer than a tree of this size has levels.');
    }
    const sibling = path[length - 1];
    if (sibling === undefined) throw new ProofRefused('The path is shorter than a tree of this size has levels.');
    const middle = splitOf(leaves);
    return place < middle
      ? join(await under(place, middle, length - 1), sibling, true)
      : join(sibling, await under(place - middle, leaves - middle, length - 1), false);
  };
  return under(index, size, path.length);
}

type Roots<Node> = { readonly old: Node; readonly now: Node };

/** The roots of the old and the new tree that a consistency proof leads to. `oldRoot` is used if the old tree is a subtree of the new one. */
export function rootsOfProof<Node>(
  oldRoot: Node,
  oldSize: number,
  size: number,
  proof: readonly Node[],
  join: Join<Node>,
): Promise<Roots<Node>> {
  const under = async (old: number, leaves: number, length: number, isWhole: boolean): Promise<Roots<Node>> => {
    const last = proof[length - 1];
    if (old === leaves) {
      if (isWhole && length === 0) return { old: oldRoot, now: oldRoot };
      if (!isWhole && length === 1 && last !== undefined) return { old: last, now: last };
      throw new ProofRefused('The consistency proof has too many hashes.');
    }
    if (last === undefined) throw new ProofRefused('The consistency proof has too few hashes.');
    const middle = splitOf(leaves);
    if (old <= middle) {
      const left = await under(old, middle, length - 1, isWhole);
      return { old: left.old, now: await join(left.now, last, true) };
    }
    const right = await under(old - middle, leaves - middle, length - 1, false);
    return { old: await join(last, right.old, false), now: await join(last, right.now, false) };
  };
  return under(oldSize, size, proof.length, true);
}

/** The largest power of two below `leaves`. */
export function splitOf(leaves: number): number {
  let power = 1;
  while (power * 2 < leaves) power *= 2;
  return power;
}

export const isPowerOfTwo = (leaves: number): boolean => leaves === 1 || leaves === 2 * splitOf(leaves);

/** Hashes two nodes, and notes the step. */
export const hashJoin =
  (steps: ProofStep[]): Join<Bytes> =>
  async (left, right, pathIsLeft) => {
    const hash = await sha256(Uint8Array.of(1), left, right);
    const [sibling, side] = pathIsLeft ? ([right, 'right'] as const) : ([left, 'left'] as const);
    steps.push({ step: 'node', sibling: toHex(sibling), side, hash: toHex(hash) });
    return hash;
  };
