// Tiles: a tree in pieces of eight levels, with the paths of C2SP tlog-tiles.

export const TILE_WIDTH = 256;
/** Sizes are exact JavaScript numbers, so no tree has more levels of tiles. */
const MAX_LEVEL = 6;

/** `width` nodes from number `index` · 256 of the level on; 256 if the tile is full. */
export type TileId = { readonly level: number; readonly index: number; readonly width: number };
export type Tile = TileId & { readonly nodes: Buffer };

/** `tile/<L>/<N>[.p/<W>]`. */
export function tilePath({ level, index, width }: TileId): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .replaceAll(/\d{3}(?=\d)/g, (group) => `x${group}/`);
  return `tile/${level}/${groups}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^tile\/(0|[1-9]|[1-5]\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Undefined unless the path is written exactly as `tilePath` does. */
export function parseTilePath(path: string): TileId | undefined {
  const [, level, groups = '', width] = PATH.exec(path) ?? [];
  const tile = {
    level: Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: Number(width ?? TILE_WIDTH),
  };
  return level !== undefined && tilePath(tile) === path && Number.isSafeInteger(tile.index) ? tile : undefined;
}

/** The tile that holds node `position` of a level in a tree of `size` leaves. */
export function tileOf(level: number, position: number, size: number): TileId {
  const index = Math.floor(position / TILE_WIDTH);
  const nodes = Math.floor(size / TILE_WIDTH ** level);
  return { level, index, width: Math.min(TILE_WIDTH, nodes - index * TILE_WIDTH) };
}

/** The partial tiles at the right edge of a tree: all that is needed to append to it. */
export function edgeTiles(size: number): readonly TileId[] {
  const tiles: TileId[] = [];
  for (let level = 0; level <= MAX_LEVEL; level += 1) {
    const nodes = Math.floor(size / TILE_WIDTH ** level);
    if (nodes % TILE_WIDTH > 0) tiles.push(tileOf(level, nodes, size));
  }
  return tiles;
}
