// Consistency proofs from the tiles that a log publishes (C2SP tlog-tiles). They are checked by `verifyConsistency`, so nothing here is trusted.
import { type Bytes, sha256, toHex } from './bytes.ts';
import { isPowerOfTwo, splitOf } from './merkle.ts';
import { ProofRefused } from './refused.ts';

const HASH_BYTES = 32;
const TILE_WIDTH = 256;

/** Reads a file of the log, such as `tile/0/000.p/7`; a failure to read it rejects the whole proof with the same error. */
export type ReadTile = (path: string) => Promise<Uint8Array>;

type Range = readonly [start: number, end: number];

/** The hashes that connect a log of `oldSize` entries with the same log of `size` entries, for `verifyConsistency`. */
export async function consistencyHashes(oldSize: number, size: number, readTile: ReadTile): Promise<string[]> {
  if (oldSize === 0 || oldSize > size) return [];
  return rootsOfRanges(rangesOf(oldSize, [0, size], true), size, readTile);
}

/** The hashes that lead to the roots of both sizes: those of a consistency proof, which here always begin with a subtree of the old tree. */
export function connectingHashes(oldSize: number, size: number, readTile: ReadTile): Promise<string[]> {
  const ranges = rangesOf(oldSize, [0, size], true);
  return rootsOfRanges(isPowerOfTwo(oldSize) ? [[0, oldSize], ...ranges] : ranges, size, readTile);
}

async function rootsOfRanges(ranges: readonly Range[], size: number, readTile: ReadTile): Promise<string[]> {
  const tiles = new Map<string, Promise<Bytes>>();
  const read = (level: number, index: number): Promise<Bytes> => {
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
    const path = tilePath(level, index, width);
    const known = tiles.get(path) ?? readTile(path).then((bytes) => whole(bytes, width, path));
    tiles.set(path, known);
    return known;
  };
  return (await Promise.all(ranges.map((range) => rootOf(range, read)))).map(toHex);
}

function whole(bytes: Uint8Array, width: number, path: string): Bytes {
  if (bytes.length === width * HASH_BYTES) return new Uint8Array(bytes);
  throw new ProofRefused(`${path} has ${bytes.length} bytes instead of ${width * HASH_BYTES}.`);
}

/** The subtrees of a consistency proof, in its order (RFC 6962, 2.1.2). */
function rangesOf(old: number, [start, end]: Range, isWhole: boolean): readonly Range[] {
  if (old === end - start) return isWhole ? [] : [[start, end]];
  const middle = start + splitOf(end - start);
  return start + old <= middle
    ? [...rangesOf(old, [start, middle], isWhole), [middle, end]]
    : [...rangesOf(start + old - middle, [middle, end], false), [start, middle]];
}

async function rootOf([start, end]: Range, read: (level: number, index: number) => Promise<Bytes>): Promise<Bytes> {
  const count = end - start;
  if (!isPowerOfTwo(count)) {
    const split = splitOf(count);
    const parts = [rootOf([start, start + split], read), rootOf([start + split, end], read)] as const;
    return join(...(await Promise.all(parts)));
  }
  let level = 0;
  let below = 1;
  while (below * TILE_WIDTH <= count) {
    below *= TILE_WIDTH;
    level += 1;
  }
  const position = start / below;
  const first = position % TILE_WIDTH;
  const nodes = await read(level, Math.floor(position / TILE_WIDTH));
  let row = Array.from({ length: count / below }, (_, at) => nodeAt(nodes, first + at));
  while (row.length > 1) {
    const children = row;
    row = await Promise.all(
      Array.from({ length: children.length / 2 }, (_, at) =>
        join(children[2 * at] as Bytes, children[2 * at + 1] as Bytes),
      ),
    );
  }
  return row[0] as Bytes;
}

const nodeAt = (nodes: Bytes, at: number): Bytes => nodes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES);

const join = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(Uint8Array.of(1), left, right);

/** `tile/<L>/<N>[.p/<W>]`, with the index in groups of three digits. */
function tilePath(level: number, index: number, width: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const last = groups.pop();
  return `tile/${level}/${groups.map((group) => `x${group}/`).join('')}${last}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}
