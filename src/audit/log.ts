// Audits the public log: computes every leaf from the journal again, and compares the stored hashes and every checkpoint.
import { TreeAppender } from '../log/appender.ts';
import { LeafHasher } from '../log/row.ts';
import { edgeTiles, TILE_WIDTH } from '../log/tile.ts';
import { HASH_BYTES, HASH_TREE } from '../log/tree.ts';
import type { LogIdentity, StoredCheckpoint, TileAt } from '../ports/log-store.ts';
import type { Journal, JournalEntry } from '../ports/store.ts';
import type { PointHead } from './point.ts';

/** A checkpoint that the auditor brought along; the root is in base64. */
export type BroughtCheckpoint = { readonly origin: string; readonly size: number; readonly root: string };

const CHECKPOINTS_AT_ONCE = 1000;

/** Each method returns what is wrong, in words; undefined if nothing is. */
export class LogCheck {
  readonly #journal: Pick<Journal, 'head' | 'log'>;
  readonly #brought: BroughtCheckpoint | undefined;
  readonly #start: PointHead | undefined;
  #tree = new TreeAppender(HASH_TREE, 0, () => Buffer.alloc(0));
  #logs: readonly (LogIdentity & { readonly hasher: LeafHasher })[] = [];
  /** Number of rows whose hashes are stored. */
  #size = 0;
  #checkpoints: StoredCheckpoint[] = [];
  #lastRead = { log: 0, size: 0 };
  #hasMore = true;
  checkpointsCompared = 0;

  constructor(journal: Pick<Journal, 'head' | 'log'>, brought?: BroughtCheckpoint, start?: PointHead) {
    this.#journal = journal;
    this.#brought = brought;
    this.#start = start;
  }

  /** The last row whose hash is stored; undefined if there is no log. */
  get recordedTo(): number | undefined {
    return this.#logs.length > 0 ? this.#size : undefined;
  }

  /** After the transactions that were added, in base64; null if there is no log. */
  get root(): string | null {
    return this.#logs.length > 0 ? this.#tree.root().toString('base64') : null;
  }

  async begin(): Promise<string | undefined> {
    const { log, head } = this.#journal;
    const logs = await log.logs();
    this.#logs = logs.map((one) => ({ ...one, hasher: new LeafHasher(Buffer.from(one.secret, 'hex')) }));
    this.#size = (await log.logStanding()).size;
    if (this.#size > head) return `the public log has ${this.#size} entries, but the journal ends at ${head}`;
    return this.#start?.logRoot ? this.#continue(this.#start) : this.#unfit();
  }

  /** Takes the right edge of the tree from the stored hashes, of which the last audit knew the root. */
  async #continue({ asOf, logRoot }: PointHead): Promise<string | undefined> {
    const edge = edgeTiles(asOf);
    const stored = await this.#journal.log.logTiles(edge);
    const nodesOf = ({ level }: TileAt) => Buffer.from(stored[edge.findIndex((tile) => tile.level === level)] ?? []);
    this.#tree = new TreeAppender(HASH_TREE, asOf, nodesOf);
    this.#lastRead = { log: 0, size: asOf + 1 };
    return this.root === logRoot
      ? undefined
      : `the hashes of the public log up to transaction ${asOf} are not those of the last audit: they were changed`;
  }

  /** A checkpoint that cannot be compared with this journal. */
  #unfit(): string | undefined {
    const brought = this.#brought;
    if (!brought) return undefined;
    if (!this.#logs.some(({ origin }) => origin === brought.origin))
      return `the checkpoint is of the log ${brought.origin}, which this exchange does not have`;
    if (brought.size > this.#journal.head)
      return `the checkpoint has ${brought.size} entries, but the journal ends at ${this.#journal.head}: transactions are missing`;
    return undefined;
  }

  /** Must be called with every transaction, in order. */
  async add(entry: JournalEntry): Promise<string | undefined> {
    const { sequence, text: receipt } = entry;
    const log = this.#logs.findLast(({ firstSequence }) => firstSequence <= sequence);
    if (!log) return undefined;
    this.#tree.append(log.hasher.leafOf({ ...entry, receipt }));
    const isComparable = sequence <= this.#size && (sequence % TILE_WIDTH === 0 || sequence === this.#size);
    return (isComparable ? await this.#compareTiles() : undefined) ?? (await this.#compareCheckpoints(sequence));
  }

  /** An older log may have signed more rows than a rollback has left; the current log may not. */
  async finish(): Promise<string | undefined> {
    const current = this.#logs.at(-1)?.number;
    for (let next = await this.#next(); next; next = await this.#next()) {
      if (next.log === current)
        return `a checkpoint of ${next.size} entries was signed, but the journal ends at ${this.#journal.head}: transactions are missing`;
      this.#checkpoints.shift();
    }
    return undefined;
  }

  async #compareTiles(): Promise<string | undefined> {
    const tiles = this.#tree.takeTiles();
    const stored = await this.#journal.log.logTiles(tiles);
    for (const [place, { level, index, nodes }] of tiles.entries()) {
      const found = stored[place];
      if (found && nodes.equals(found.subarray(0, nodes.length))) continue;
      if (level > 0 || !found)
        return `tile ${index} of level ${level} of the public log is not the one that follows from the journal`;
      const at = nodes.findIndex((byte, offset) => byte !== found[offset]);
      const sequence = index * TILE_WIDTH + Math.floor(at / HASH_BYTES) + 1;
      return `transaction ${sequence} is not the one in the public log: it was changed after it was logged, or its hash was`;
    }
    return undefined;
  }

  async #compareCheckpoints(sequence: number): Promise<string | undefined> {
    const due = await this.#checkpointsOf(sequence);
    const brought = this.#brought?.size === sequence ? this.#brought : undefined;
    if (due.length === 0 && !brought) return undefined;
    const root = this.#tree.root().toString('base64');
    if (brought && brought.root !== root)
      return `the first ${sequence} transactions are not those of the checkpoint that you brought: history was changed`;
    for (const { log, root: signed } of due) {
      if (signed !== root && this.#isShared(log, sequence))
        return `the first ${sequence} transactions are not those of a checkpoint that was signed: history was changed`;
      this.checkpointsCompared += 1;
    }
    return undefined;
  }

  /** False for checkpoints that an older log signed about rows which the rollback has removed. */
  #isShared(log: number, size: number): boolean {
    const next = this.#logs.find(({ number }) => number === log + 1);
    return !next || size < next.firstSequence;
  }

  /** The stored checkpoints of this size; they are read in the order of their sizes. */
  async #checkpointsOf(size: number): Promise<readonly StoredCheckpoint[]> {
    const found: StoredCheckpoint[] = [];
    for (let next = await this.#next(); next?.size === size; next = await this.#next()) {
      found.push(next);
      this.#checkpoints.shift();
    }
    return found;
  }

  async #next(): Promise<StoredCheckpoint | undefined> {
    if (this.#hasMore && this.#checkpoints.length === 0) {
      const page = await this.#journal.log.checkpoints({ after: this.#lastRead, limit: CHECKPOINTS_AT_ONCE });
      this.#checkpoints = [...page];
      this.#hasMore = page.length === CHECKPOINTS_AT_ONCE;
      this.#lastRead = page.at(-1) ?? this.#lastRead;
    }
    return this.#checkpoints[0];
  }
}
