// Consistency proofs from tiles: the same hashes as the exchange's own code computes, and accepted by the verifier. About 1 s.
import { expect, test } from 'vitest';
import { checkpointText } from '../../../src/transparency/format/checkpoint.ts';
import { newKeyFile, signingKey, vkeyOf } from '../../../src/transparency/format/keys.ts';
import { signNote } from '../../../src/transparency/format/note.ts';
import { parseTilePath, type TileId } from '../../../src/transparency/format/tile.ts';
import { leafHash } from '../../../src/transparency/format/tree.ts';
import { GrownTree } from '../../../test/log/grown-tree.ts';
import { consistencyHashes, verifyConsistency } from './proof.ts';

const LOG = signingKey(newKeyFile(), 'exchange.example/log', 'note');
const tree = new GrownTree();
tree.grow(Array.from({ length: 70_000 }, (_, at) => leafHash(Buffer.from(`entry ${at}`))));

const noteOf = (size: number) => signNote(checkpointText({ origin: LOG.name, size, root: tree.root(size) }), LOG);
const readTile = async (path: string) => tree.read(parseTilePath(path) as TileId);

test.each([
  [0, 5],
  [1, 1],
  [1, 2],
  [3, 7],
  [7, 300],
  [255, 256],
  [256, 257],
  [300, 70_000],
  [65_535, 65_536],
  [65_536, 65_537],
  [69_999, 70_000],
])('from %i to %i entries', async (oldSize, size) => {
  const proof = await consistencyHashes(oldSize, size, readTile);
  expect(proof).toEqual(
    oldSize === 0 || oldSize === size ? [] : tree.consistency(oldSize, size).map((hash) => hash.toString('hex')),
  );
  if (oldSize === 0) return;
  const verified = await verifyConsistency({ old: noteOf(oldSize), now: noteOf(size), proof }, { key: vkeyOf(LOG) });
  expect(verified.size).toBe(size);
});

test('every two sizes up to 40, and each tile is read once', async () => {
  for (let size = 1; size <= 40; size += 1)
    for (let oldSize = 1; oldSize < size; oldSize += 1) {
      const read: string[] = [];
      const proof = await consistencyHashes(oldSize, size, (path) => {
        read.push(path);
        return readTile(path);
      });
      expect(proof).toEqual(tree.consistency(oldSize, size).map((hash) => hash.toString('hex')));
      expect(new Set(read).size).toBe(read.length);
    }
});

test('a tile that is cut off, or cannot be read, gives no proof', async () => {
  const cut = async (path: string) => (await readTile(path)).subarray(1);
  await expect(consistencyHashes(3, 7, cut)).rejects.toThrow('tile/0/000.p/7 has 223 bytes instead of 224.');
  await expect(consistencyHashes(3, 7, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
});
