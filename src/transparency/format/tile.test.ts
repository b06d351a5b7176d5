import { expect, test } from 'vitest';
import { edgeTiles, parseTilePath, type TileId, tilePath } from './tile.ts';

test.each<[string, TileId]>([
  ['tile/0/000', { level: 0, index: 0, width: 256 }],
  ['tile/0/000.p/1', { level: 0, index: 0, width: 1 }],
  ['tile/1/999.p/255', { level: 1, index: 999, width: 255 }],
  ['tile/0/x001/000', { level: 0, index: 1000, width: 256 }],
  ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
  ['tile/0/x001/x234/067.p/12', { level: 0, index: 1_234_067, width: 12 }],
  ['tile/63/x123/x456/789', { level: 63, index: 123_456_789, width: 256 }],
])('%s is the path of a tile', (path, tile) => {
  expect(tilePath(tile)).toBe(path);
  expect(parseTilePath(path)).toEqual(tile);
});

test.each([
  ...['', 'tile', 'tile/0', 'tile/0/', 'tile/0/0', 'tile/0/0000', 'tile/00/000', 'tile/0/000/', '/tile/0/000'],
  ...['tile/0/x000/000', 'tile/0/001/000', 'tile/0/x001/x000', 'tile/0/X001/000', 'tile/0/-01', 'tile/-1/000'],
  ...['tile/0/000.p/0', 'tile/0/000.p/256', 'tile/0/000.p/01', 'tile/0/000.p/', 'tile/0/000.p/1000', 'tile/100/000'],
  ...['tile/64/000', 'tile/0/000.p/1\n', 'tile/entries/000', 'tile/0/x999/x999/x999/x999/x999/999'],
])('%j is not the path of a tile', (path) => {
  expect(parseTilePath(path)).toBeUndefined();
});

test('a tree of 70,000 leaves has the partial tiles that tlog-tiles names', () => {
  expect(edgeTiles(70_000).map(tilePath)).toEqual(['tile/0/273.p/112', 'tile/1/001.p/17', 'tile/2/000.p/1']);
  expect(edgeTiles(256).map(tilePath)).toEqual(['tile/1/000.p/1']);
  expect(edgeTiles(0)).toEqual([]);
});
