// A log in memory: its leaves, its tiles by path, and the proofs that are computed from them.
import { TreeAppender } from '../../src/transparency/format/appender.ts';
import {
  computed,
  neededTiles,
  type ReadTile,
  type WantedSubtrees,
  wantedConsistency,
  wantedInclusion,
  wantedRoot,
} from '../../src/transparency/format/proofs.ts';
import { type TileId, tilePath } from '../../src/transparency/format/tile.ts';
import { HASH_TREE, type Tree } from '../../src/transparency/format/tree.ts';

export class GrownTree {
  readonly leaves: Buffer[] = [];
  /** The widest version of each tile, by level and index. */
  readonly tiles = new Map<string, Buffer>();
  readonly #tree: Tree;

  constructor(tree: Tree = HASH_TREE) {
    this.#tree = tree;
  }

  /** Appends with a new appender, which knows nothing but the stored edge. */
  grow(leaves: readonly Buffer[]): Buffer {
    const appender = new TreeAppender(this.#tree, this.leaves.length, this.read);
    for (const leaf of leaves) appender.append(leaf);
    this.leaves.push(...leaves);
    for (const tile of appender.takeTiles()) {
      if (tile.nodes.length !== tile.width * this.#tree.nodeBytes) throw new Error('a tile has another width');
      this.tiles.set(keyOf(tile), tile.nodes);
    }
    return appender.root();
  }

  readonly read: ReadTile = (tile) => {
    const nodes = this.tiles.get(keyOf(tile));
    if (!nodes) throw new Error(`${tilePath(tile)} is missing`);
    return nodes.subarray(0, tile.width * this.#tree.nodeBytes);
  };

  root = (size = this.leaves.length): Buffer => this.#compute(wantedRoot(size))[0] as Buffer;
  inclusion = (index: number, size = this.leaves.length) => this.#compute(wantedInclusion(index, size));
  consistency = (oldSize: number, size = this.leaves.length) => this.#compute(wantedConsistency(oldSize, size));

  /** Reads the needed tiles first and computes from them alone, as a caller with a database does. */
  #compute(wanted: WantedSubtrees): readonly Buffer[] {
    const fetched = new Map(neededTiles(wanted).map((tile) => [tilePath(tile), this.read(tile)]));
    return computed(this.#tree, wanted, (tile) => fetched.get(tilePath(tile)) as Buffer);
  }
}

const keyOf = ({ level, index }: TileId): string => `${level}/${index}`;
