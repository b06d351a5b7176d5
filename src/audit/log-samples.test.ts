// The rows that an audit draws from before its start: a changed one is found, whatever was made to fit up to the root, which is known.
import { beforeAll, expect, test } from 'vitest';
import type { LogReads, TileAt } from '../ports/public-log.ts';
import { TreeAppender } from '../transparency/format/appender.ts';
import { LeafHasher, NONCE_BYTES, rowText } from '../transparency/format/row.ts';
import { HASH_TREE, perfectRoot } from '../transparency/format/tree.ts';
import { LogSamples } from './log-samples.ts';

/** The tile of a row among the first has two levels above it, and the last has one. */
const SIZE = 256 * 256 + 256 + 5;
const HASHER = new LeafHasher(Buffer.alloc(32, 1));

const rowOf = (sequence: number, actor = 'ann') => {
  const row = { sequence, id: `id-${sequence}`, kind: 'deposit', actor, createdAtMs: 1, receipt: '{}' };
  return Buffer.from(' '.repeat(NONCE_BYTES) + rowText(row));
};
const leafOf = (row: Buffer): Buffer => {
  const leaf = Buffer.alloc(32);
  HASHER.writeLeaf(Buffer.from(row), leaf);
  return leaf;
};

const made = new Map<string, Buffer>();
beforeAll(() => {
  const tree = new TreeAppender(HASH_TREE, 0, () => Buffer.alloc(0));
  for (let sequence = 1; sequence <= SIZE; sequence += 1) tree.append(leafOf(rowOf(sequence)));
  for (const { level, index, nodes } of tree.takeTiles()) made.set(`${level} ${index}`, nodes);
});

/** Compares the rows of one tile. `changed` is a row by somebody else; up to `fitted` levels, the tiles above it are made to fit. */
async function compare(index: number, changed?: { readonly sequence: number; readonly fitted: number }) {
  const tiles = new Map(made);
  const row = (sequence: number) => rowOf(sequence, sequence === changed?.sequence ? 'eve' : 'ann');
  let node = changed && leafOf(row(changed.sequence));
  for (let [level, at] = [0, (changed?.sequence ?? 1) - 1]; node && level < (changed?.fitted ?? 0); level += 1) {
    const name = `${level} ${Math.floor(at / 256)}`;
    const nodes = Buffer.from(tiles.get(name) as Buffer);
    node.copy(nodes, (at % 256) * 32);
    tiles.set(name, nodes);
    node = perfectRoot(HASH_TREE, nodes, 0, 256);
    at = Math.floor(at / 256);
  }
  const log = {
    logTiles: async (wanted: readonly TileAt[]) => wanted.map((tile) => tiles.get(`${tile.level} ${tile.index}`)),
    logRows: async (after: number, limit: number) => {
      const rows = Array.from({ length: limit }, (_, at) => row(after + at + 1));
      return { bytes: Buffer.concat(rows), lengths: rows.map(({ length }) => length) };
    },
  } as unknown as LogReads;
  const drawn = new LogSamples(log, { seed: '', has: (name) => name === `rows ${index}` }, () => HASHER);
  return [await drawn.compare(SIZE), drawn.compared];
}

test.each([
  ['in the first tile', 0, 256],
  ['in the last full tile', 256, 256],
  ['in the tile that still grows', 257, 5],
])('sound rows %s are compared', async (_, index, rows) => {
  expect(await compare(index)).toEqual([undefined, rows]);
});

const changedRow = (sequence: number) =>
  `transaction ${sequence} is not the one in the public log: it was changed after it was audited`;
const changedTile = (index: number) =>
  `tile ${index} of level 0 of the public log, or one above it, is not one that was audited: it was changed`;

test.each([
  [1, 0, changedRow(1)],
  [256, 0, changedRow(256)],
  [257, 0, undefined],
  [256, 1, changedTile(0)],
  [256, 2, changedTile(0)],
])('transaction %i, with %i levels of tiles made to fit', async (sequence, fitted, fault) => {
  expect((await compare(0, { sequence, fitted }))[0]).toBe(fault);
});

test('a changed row of the tile that grows is found', async () => {
  expect((await compare(257, { sequence: SIZE, fitted: 0 }))[0]).toBe(changedRow(SIZE));
});
