// Keeps the last checkpoint and some tiles of the public log in memory, so that many readers of the same files cost one read.

import type { PublicLog, StatementsPage, StoredCheckpoint } from '../../ports/public-log.ts';
import type { TileId } from '../../transparency/format/tile.ts';
import { HASH_BYTES } from '../../transparency/format/tree.ts';

type Tile = NonNullable<Awaited<ReturnType<PublicLog['tile']>>>;

/** Shorter than the second that a watcher waits at least: nodes that are this far apart never show it a log that has shrunk. */
const FRESH_MS = 250;
/** Most tiles in memory, of 8 KiB each; beyond that, those not asked for the longest are forgotten. */
const MAX_TILES = 256;

export class LogCache implements PublicLog {
  readonly #log: PublicLog;
  #last: { readonly checkpoint: StoredCheckpoint; readonly readMs: number } | undefined;
  /** By place, with as many hashes as were read: a tile only grows, so they contain those of every smaller width. */
  readonly #tiles = new Map<string, Tile>();
  readonly #reading = new Map<string, Promise<unknown>>();

  constructor(log: PublicLog) {
    this.#log = log;
  }

  get isSigning(): boolean {
    return this.#log.isSigning;
  }

  get unsure(): string | undefined {
    return this.#log.unsure;
  }

  /** Reads it anew, for calls. */
  async checkpoint(): Promise<StoredCheckpoint | undefined> {
    const readMs = performance.now();
    const checkpoint = await this.#log.checkpoint();
    if (checkpoint) this.#keep(checkpoint, readMs);
    return checkpoint;
  }

  ended(log: number): Promise<StoredCheckpoint | undefined> {
    return this.#once(`ended ${log}`, () => this.#log.ended(log));
  }

  async proof(sequence: number): ReturnType<PublicLog['proof']> {
    const readMs = performance.now();
    const proof = await this.#log.proof(sequence);
    if (proof) this.#keep(proof.checkpoint, readMs);
    return proof;
  }

  statements(page: StatementsPage): ReturnType<PublicLog['statements']> {
    return this.#log.statements(page);
  }

  receipts(transactions: Parameters<PublicLog['receipts']>[0]): ReturnType<PublicLog['receipts']> {
    return this.#log.receipts(transactions);
  }

  /** The checkpoint in memory; undefined if it must be read again. */
  get recentCheckpoint(): StoredCheckpoint | undefined {
    return this.#last && performance.now() - this.#last.readMs < FRESH_MS ? this.#last.checkpoint : undefined;
  }

  /** A tile in memory, of the log that the checkpoint in memory is of; undefined if either must be read. */
  recentTile(tile: TileId): Tile | undefined {
    const known = this.#tiles.get(placeOf(tile));
    const bytes = tile.width * HASH_BYTES;
    if (!known || known.nodes.length < bytes || known.log !== this.recentCheckpoint?.log) return undefined;
    this.#tiles.delete(placeOf(tile));
    this.#tiles.set(placeOf(tile), known);
    return { log: known.log, nodes: known.nodes.subarray(0, bytes) };
  }

  /** Reads the checkpoint, unless it is in memory or being read. */
  async readCheckpoint(): Promise<StoredCheckpoint | undefined> {
    return this.recentCheckpoint ?? this.#once('checkpoint', () => this.checkpoint());
  }

  async tile(tile: TileId): Promise<Tile | undefined> {
    await this.readCheckpoint();
    const known = this.recentTile(tile);
    if (known) return known;
    const found = await this.#once(`${placeOf(tile)} ${tile.width}`, () => this.#log.tile(tile, tile.width));
    if (found) this.#keepTile(tile, found);
    return found;
  }

  #once<Answer>(what: string, read: () => Promise<Answer>): Promise<Answer> {
    const reading = this.#reading.get(what) as Promise<Answer> | undefined;
    if (reading) return reading;
    const begun = read().finally(() => this.#reading.delete(what));
    this.#reading.set(what, begun);
    return begun;
  }

  /** Of two reads that end in another order than they began, the later state is kept. */
  #keep(checkpoint: StoredCheckpoint, readMs: number): void {
    if (this.#last === undefined || readMs >= this.#last.readMs) this.#last = { checkpoint, readMs };
  }

  #keepTile(tile: TileId, { log, nodes }: Tile): void {
    const known = this.#tiles.get(placeOf(tile));
    if (known?.log === log && known.nodes.length >= nodes.length) return;
    // Copied, since the hashes may be a part of a larger buffer.
    this.#tiles.set(placeOf(tile), { log, nodes: nodes.slice() });
    if (this.#tiles.size <= MAX_TILES) return;
    const [oldest = ''] = this.#tiles.keys();
    this.#tiles.delete(oldest);
  }
}

const placeOf = ({ level, index }: TileId): string => `${level}/${index}`;
