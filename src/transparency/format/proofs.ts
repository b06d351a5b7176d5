// Roots and proofs from tiles. A caller first asks which tiles are needed, reads them in one go, and then computes.
import { TILE_WIDTH, type TileId, tileOf, tilePath } from './tile.ts';
import {
  consistencyRanges,
  inclusionRanges,
  isPowerOfTwo,
  joined,
  perfectRoot,
  type Range,
  splitOf,
  type Tree,
} from './tree.ts';

/** The subtrees of a tree of `size` leaves whose roots are wanted. */
export type WantedSubtrees = { readonly size: number; readonly ranges: readonly Range[] };

export function wantedRoot(size: number): WantedSubtrees {
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`no tiles hold a tree of ${size} leaves`);
  return { size, ranges: [[0, size]] };
}

export function wantedInclusion(index: number, size: number): WantedSubtrees {
  if (!(Number.isSafeInteger(size) && Number.isSafeInteger(index) && index >= 0 && index < size)) {
    throw new Error(`a tree of ${size} leaves has no leaf ${index}`);
  }
  return { size, ranges: inclusionRanges(index, [0, size]) };
}

/** Empty if the old tree is empty or the same: nothing is to be proven then. */
export function wantedConsistency(oldSize: number, size: number): WantedSubtrees {
  if (!(Number.isSafeInteger(size) && Number.isSafeInteger(oldSize) && oldSize >= 0 && oldSize <= size)) {
    throw new Error(`a tree of ${size} leaves does not extend one of ${oldSize}`);
  }
  return { size, ranges: oldSize === 0 ? [] : consistencyRanges(oldSize, [0, size]) };
}

/** The hashes from which `rootsOf` computes the roots of both sizes: a consistency proof that always begins with a subtree of the old tree. */
export function wantedRoots(oldSize: number, size: number): WantedSubtrees {
  const { ranges } = wantedConsistency(oldSize, size);
  return { size, ranges: isPowerOfTwo(oldSize) ? [[0, oldSize], ...ranges] : ranges };
}

/** At most 8 tiles a range, each once. */
export function neededTiles({ size, ranges }: WantedSubtrees): readonly TileId[] {
  const tiles = ranges.flatMap(perfectParts).map((part) => {
    const { level, position } = placeOf(part);
    return tileOf(level, position, size);
  });
  return [...new Map(tiles.map((tile) => [tilePath(tile), tile])).values()];
}

/** The nodes of a tile; it may return more than the width that was asked for, since a tile only ever grows. */
export type ReadTile = (tile: TileId) => Buffer;

/** The root of each wanted subtree, in order: as a proof, or the root of the whole tree. */
export const computed = (tree: Tree, { size, ranges }: WantedSubtrees, read: ReadTile): readonly Buffer[] =>
  ranges.map((range) => rootOf(tree, range, size, read));

function rootOf(tree: Tree, range: Range, size: number, read: ReadTile): Buffer {
  // The parts come from left to right and shrink: they are joined from the last.
  return perfectParts(range)
    .map((part) => perfectPart(tree, part, size, read))
    .reduceRight((right, left) => joined(tree, left, right));
}

function perfectPart(tree: Tree, part: Range, size: number, read: ReadTile): Buffer {
  const { level, position, count } = placeOf(part);
  const tile = tileOf(level, position, size);
  const nodes = read(tile);
  if (nodes.length < tile.width * tree.nodeBytes) {
    throw new Error(`${tilePath(tile)} has ${nodes.length} bytes instead of ${tile.width * tree.nodeBytes}`);
  }
  return perfectRoot(tree, nodes, position % TILE_WIDTH, count);
}

/** Subtrees of a power of two of leaves each. The start of a range is a multiple of its largest part. */
function perfectParts([start, end]: Range): readonly Range[] {
  const count = end - start;
  const split = splitOf(count);
  if (isPowerOfTwo(count)) return [[start, end]];
  return [[start, start + split], ...perfectParts([start + split, end])];
}

/** The nodes of a tile under which a perfect subtree lies. */
function placeOf([start, end]: Range): { level: number; position: number; count: number } {
  let level = 0;
  let below = 1;
  while (below * TILE_WIDTH <= end - start) {
    below *= TILE_WIDTH;
    level += 1;
  }
  return { level, position: start / below, count: (end - start) / below };
}
