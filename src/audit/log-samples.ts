// An audit that starts where the last one ended reads no row before that, but a random hundredth: compares them with the public log.

import type { LogReads } from '../ports/public-log.ts';
import type { LeafHasher } from '../transparency/format/row.ts';
import { edgeTiles, TILE_WIDTH } from '../transparency/format/tile.ts';
import { HASH_BYTES, HASH_TREE, perfectRoot } from '../transparency/format/tree.ts';
import type { Samples } from './samples.ts';

/** One tile in this many is drawn, with the rows that it covers. */
const ONE_IN = 100;

export class LogSamples {
  readonly #log: LogReads;
  readonly #samples: Samples;
  readonly #hasherOf: (sequence: number) => LeafHasher;
  /** Tiles known to be in the tree, by level and index; the right edge is known from the root. */
  readonly #known = new Map<string, Buffer>();
  /** Number of rows that were compared. */
  compared = 0;

  constructor(log: LogReads, samples: Samples, hasherOf: (sequence: number) => LeafHasher) {
    this.#log = log;
    this.#samples = samples;
    this.#hasherOf = hasherOf;
  }

  /** Says what is wrong with the rows up to this one, of which the right edge of the tree is known to be right. */
  async compare(asOf: number): Promise<string | undefined> {
    const edge = edgeTiles(asOf);
    for (const [at, nodes] of (await this.#log.logTiles(edge)).entries()) {
      const { level, index, width } = edge[at] as (typeof edge)[number];
      this.#known.set(`${level} ${index}`, Buffer.from(nodes ?? []).subarray(0, width * HASH_BYTES));
    }
    for (let index = 0; index * TILE_WIDTH < asOf; index += 1) {
      const fault = this.#samples.has(`rows ${index}`, ONE_IN) ? await this.#compareRows(index, asOf) : undefined;
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  async #compareRows(index: number, asOf: number): Promise<string | undefined> {
    const leaves = await this.#tile(0, index);
    if (!leaves)
      return `tile ${index} of level 0 of the public log, or one above it, is not one that was audited: it was changed`;
    const first = index * TILE_WIDTH;
    const { bytes, lengths } = await this.#log.logRows(first, Math.min(TILE_WIDTH, asOf - first));
    const leaf = Buffer.alloc(HASH_BYTES);
    for (let [at, start] = [0, 0]; at * HASH_BYTES < leaves.length; at += 1) {
      const sequence = first + at + 1;
      const length = lengths[at] ?? 0;
      if (length > 0) this.#hasherOf(sequence).writeLeaf(Buffer.from(bytes.subarray(start, start + length)), leaf);
      if (length === 0 || !leaf.equals(leaves.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)))
        return `transaction ${sequence} is not the one in the public log: it was changed after it was audited`;
      start += length;
      this.compared += 1;
    }
    return undefined;
  }

  /** The nodes of a tile whose root is in the tile above; undefined if it is not. */
  async #tile(level: number, index: number): Promise<Buffer | undefined> {
    const name = `${level} ${index}`;
    const known = this.#known.get(name);
    if (known) return known;
    const [stored] = await this.#log.logTiles([{ level, index }]);
    const nodes = Buffer.from(stored ?? []);
    if (nodes.length !== TILE_WIDTH * HASH_BYTES) return undefined;
    const above = await this.#tile(level + 1, Math.floor(index / TILE_WIDTH));
    const at = (index % TILE_WIDTH) * HASH_BYTES;
    if (!above?.subarray(at, at + HASH_BYTES).equals(perfectRoot(HASH_TREE, nodes, 0, TILE_WIDTH))) return undefined;
    this.#known.set(name, nodes);
    return nodes;
  }
}
