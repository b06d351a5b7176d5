// A log whose entries are texts, served like that of an exchange.
import { TreeAppender } from '../../src/transparency/format/appender.ts';
import { checkpointText } from '../../src/transparency/format/checkpoint.ts';
import type { SigningKey } from '../../src/transparency/format/keys.ts';
import { signNote } from '../../src/transparency/format/note.ts';
import { parseTilePath } from '../../src/transparency/format/tile.ts';
import { HASH_TREE, leafHash } from '../../src/transparency/format/tree.ts';

export class ServedLog {
  readonly #tree = new TreeAppender(HASH_TREE, 0, () => Buffer.alloc(0));
  readonly #key: SigningKey;
  readonly tiles = new Map<string, Buffer>();

  constructor(key: SigningKey, entries: readonly string[]) {
    this.#key = key;
    for (const entry of entries) this.#tree.append(leafHash(Buffer.from(entry)));
    for (const { level, index, nodes } of this.#tree.takeTiles()) this.tiles.set(`${level}/${index}`, nodes);
  }

  note(key = this.#key, origin = key.name): string {
    return signNote(checkpointText({ origin, size: this.#tree.size, root: this.#tree.root() }), key);
  }

  /** The bytes of a tile; undefined if there is no such path. */
  answer(path: string): Buffer | undefined {
    const tile = parseTilePath(path);
    return tile && this.tiles.get(`${tile.level}/${tile.index}`)?.subarray(0, tile.width * 32);
  }
}

export const entries = (count: number, more = ''): string[] =>
  Array.from({ length: count }, (_, at) => `entry ${at} ${more}`);
