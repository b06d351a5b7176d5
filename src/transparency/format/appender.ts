// Appends leaves to a tree of which it holds the right edge alone: at most seven partial tiles.
import { computed, type ReadTile, wantedRoot } from './proofs.ts';
import { edgeTiles, TILE_WIDTH, type Tile } from './tile.ts';
import { perfectRoot, type Tree } from './tree.ts';

type Level = { nodes: Buffer; count: number; full: number; changed: boolean };

export class TreeAppender {
  readonly #tree: Tree;
  readonly #levels: Level[] = [];
  #size: number;
  #filled: Tile[] = [];

  /** `read` returns the tiles that `edgeTiles(size)` names. */
  constructor(tree: Tree, size: number, read: ReadTile) {
    this.#tree = tree;
    this.#size = size;
    const edge = edgeTiles(size);
    for (let level = 0; TILE_WIDTH ** level <= size; level += 1) {
      const full = Math.floor(size / TILE_WIDTH ** (level + 1));
      const tile = edge.find((found) => found.level === level);
      const nodes = Buffer.alloc(TILE_WIDTH * tree.nodeBytes);
      if (tile) read(tile).copy(nodes, 0, 0, tile.width * tree.nodeBytes);
      this.#levels.push({ nodes, count: tile?.width ?? 0, full, changed: false });
    }
  }

  get size(): number {
    return this.#size;
  }

  /** Appends the node of a leaf, which begins at `at`. */
  append(leaf: Buffer, at = 0): void {
    this.#size += 1;
    this.#add(0, leaf, at);
  }

  /** The root of all leaves; there must be one. */
  root(): Buffer {
    const [root] = computed(this.#tree, wantedRoot(this.#size), ({ level }) => (this.#levels[level] as Level).nodes);
    return root as Buffer;
  }

  /** The tiles that were filled or grew since the last call, to be stored in place of their narrower versions. */
  takeTiles(): readonly Tile[] {
    const filled = this.#filled;
    this.#filled = [];
    const growing = this.#levels.flatMap((level, number): readonly Tile[] => {
      if (!level.changed || level.count === 0) return [];
      level.changed = false;
      const nodes = Buffer.from(level.nodes.subarray(0, level.count * this.#tree.nodeBytes));
      return [{ level: number, index: level.full, width: level.count, nodes }];
    });
    return [...filled, ...growing];
  }

  #add(number: number, from: Buffer, at: number): void {
    const bytes = this.#tree.nodeBytes;
    this.#levels[number] ??= { nodes: Buffer.alloc(TILE_WIDTH * bytes), count: 0, full: 0, changed: false };
    const level = this.#levels[number];
    from.copy(level.nodes, level.count * bytes, at, at + bytes);
    level.count += 1;
    level.changed = true;
    if (level.count < TILE_WIDTH) return;
    this.#filled.push({ level: number, index: level.full, width: TILE_WIDTH, nodes: Buffer.from(level.nodes) });
    level.count = 0;
    level.full += 1;
    this.#add(number + 1, perfectRoot(this.#tree, level.nodes, 0, TILE_WIDTH), 0);
  }
}
