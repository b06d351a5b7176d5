// Roots and proofs of the stored log.

import type { LogStore } from '../../ports/public-log.ts';
import { computed, neededTiles, type WantedSubtrees, wantedRoot } from '../format/proofs.ts';
import { tilePath } from '../format/tile.ts';
import { HASH_TREE } from '../format/tree.ts';

/** The hashes that a question needs, from the stored tiles. */
export async function hashesOf(store: Pick<LogStore, 'logTiles'>, wanted: WantedSubtrees): Promise<readonly Buffer[]> {
  const tiles = neededTiles(wanted);
  const stored = await store.logTiles(tiles);
  const byPath = new Map(tiles.map((tile, place) => [tilePath(tile), stored[place]]));
  return computed(HASH_TREE, wanted, (tile) => {
    const nodes = byPath.get(tilePath(tile));
    if (!nodes) throw new Error(`the public log is incomplete: ${tilePath(tile)} is missing`);
    return Buffer.from(nodes.buffer, nodes.byteOffset, nodes.byteLength);
  });
}

export async function rootAt(store: Pick<LogStore, 'logTiles'>, size: number): Promise<Buffer> {
  const [root] = await hashesOf(store, wantedRoot(size));
  return root as Buffer;
}
