// Audits the public log: computes every leaf from the journal again, and compares the stored hashes and every checkpoint. It believes
// neither the records of the logs nor the columns beside a signed note: a log begins where the journal says so, and a note is opened.
import { hash } from 'node:crypto';
import type { LogIdentity, StoredCheckpoint, TileAt } from '../ports/public-log.ts';
import type { Journal, JournalEntry } from '../ports/store.ts';
import { TreeAppender } from '../transparency/format/appender.ts';
import { parseCheckpoint } from '../transparency/format/checkpoint.ts';
import { parseVkey, type SigningKey, signingKey, vkeyOf } from '../transparency/format/keys.ts';
import { openNote } from '../transparency/format/note.ts';
import { LeafHasher } from '../transparency/format/row.ts';
import { edgeTiles, TILE_WIDTH } from '../transparency/format/tile.ts';
import { HASH_BYTES, HASH_TREE } from '../transparency/format/tree.ts';
import { LogSamples } from './log-samples.ts';
import type { PointHead } from './point.ts';
import { Samples } from './samples.ts';

/** A checkpoint that the auditor brought along; the root is in base64. */
export type BroughtCheckpoint = { readonly origin: string; readonly size: number; readonly root: string };

/** What an audit can say about the public log. */
export type LogReport = {
  /** Checkpoints that were opened and compared. */
  readonly checkpoints: number;
  /** Public key that signed the checkpoints of the current log; undefined if none was opened. */
  readonly vkey: string | undefined;
  /** Origins of the logs that have hashes but no checkpoint: nothing shows that what they contain was ever signed. */
  readonly unsigned: readonly string[];
  /** Size of the checkpoint that the auditor brought, once it was compared with the journal. */
  readonly brought: number | undefined;
  /** Number of rows before the start that were drawn and compared. */
  readonly sampled: number;
};

export type LogCheckOptions = {
  readonly brought?: BroughtCheckpoint | undefined;
  readonly start?: PointHead | undefined;
  /** Content of the key file, if the auditor has it: the current log must be signed with this key. */
  readonly keyText?: string | undefined;
  readonly samples?: Samples;
};

type KnownLog = LogIdentity & { readonly hasher: LeafHasher };

const CHECKPOINTS_AT_ONCE = 1000;

/** Each method returns what is wrong, in words; undefined if nothing is. */
export class LogCheck {
  readonly #journal: Pick<Journal, 'head' | 'log'>;
  readonly #options: LogCheckOptions;
  #tree = new TreeAppender(HASH_TREE, 0, () => Buffer.alloc(0));
  #logs: readonly KnownLog[] = [];
  /** Numbers of the logs whose beginning was found in the journal. */
  readonly #begun = new Set<number>();
  /** Public keys of the checkpoints that were opened, by the numbers of their logs. */
  readonly #keys = new Map<number, string>();
  /** Number of rows whose hashes are stored. */
  #size = 0;
  #checkpoints: StoredCheckpoint[] = [];
  #lastRead = { log: 0, size: 0 };
  #hasMore = true;
  #compared = 0;
  #broughtSize: number | undefined;
  #unsigned: readonly string[] = [];
  #sampled = 0;

  constructor(journal: Pick<Journal, 'head' | 'log'>, options: LogCheckOptions = {}) {
    this.#journal = journal;
    this.#options = options;
  }

  /** The last row whose hash is stored; undefined if there is no log. */
  get recordedTo(): number | undefined {
    return this.#logs.length > 0 ? this.#size : undefined;
  }

  /** After the transactions that were added, in base64; null if there is no log. */
  get root(): string | null {
    return this.#logs.length > 0 ? this.#tree.root().toString('base64') : null;
  }

  get report(): LogReport {
    const vkey = this.#keys.get(this.#logs.at(-1)?.number ?? 0);
    return {
      checkpoints: this.#compared,
      vkey,
      unsigned: this.#unsigned,
      brought: this.#broughtSize,
      sampled: this.#sampled,
    };
  }

  /** Undefined if there is no log, or no key to sign with. */
  get signingKey(): SigningKey | undefined {
    const { keyText } = this.#options;
    const log = this.#logs.at(-1);
    return keyText === undefined || !log ? undefined : signingKey(keyText, log.origin, 'note');
  }

  /** The hash of what is recorded about the logs that begin up to a transaction. */
  logsHash(asOf: number): string {
    const logs = this.#logs.filter(({ firstSequence }) => firstSequence <= asOf);
    const known = logs.map(({ number, origin, secret, firstSequence }) => [number, origin, secret, firstSequence]);
    return hash('sha256', JSON.stringify(known), 'hex');
  }

  async begin(): Promise<string | undefined> {
    const { log, head } = this.#journal;
    const { start } = this.#options;
    const logs = await log.logs();
    this.#logs = logs.map((one) => ({ ...one, hasher: new LeafHasher(Buffer.from(one.secret, 'hex')) }));
    this.#size = (await log.logStanding()).size;
    if (this.#size > head) return `the public log has ${this.#size} entries, but the journal ends at ${head}`;
    return (await this.#misplaced()) ?? (start?.logRoot ? this.#continue(start) : this.#unfit());
  }

  /** Every row is in a log: the first begins at transaction 1, whatever its record says. */
  async #misplaced(): Promise<string | undefined> {
    const { start } = this.#options;
    const [first] = this.#logs;
    if (!first) {
      const isLogged = this.#size > 0 || (await this.#journal.log.lastCheckpoint()) !== undefined;
      return isLogged ? 'there are hashes or checkpoints of a public log, but no record of the log' : undefined;
    }
    if (first.firstSequence !== 1)
      return `the log ${first.origin} is recorded to begin at transaction ${first.firstSequence}, but the first log begins at 1`;
    this.#begun.add(first.number);
    if (!start) return undefined;
    for (const { number, firstSequence } of this.#logs) if (firstSequence <= start.asOf) this.#begun.add(number);
    return start.logsHash === this.logsHash(start.asOf)
      ? undefined
      : 'the records of the public logs are not those of the last audit: they were changed';
  }

  /** Takes the right edge of the tree from the stored hashes, of which the last audit knew the root. */
  async #continue({ asOf, logRoot }: PointHead): Promise<string | undefined> {
    const edge = edgeTiles(asOf);
    const stored = await this.#journal.log.logTiles(edge);
    const nodesOf = ({ level }: TileAt) => Buffer.from(stored[edge.findIndex((tile) => tile.level === level)] ?? []);
    this.#tree = new TreeAppender(HASH_TREE, asOf, nodesOf);
    this.#lastRead = { log: 0, size: asOf + 1 };
    if (this.root !== logRoot)
      return `the hashes of the public log up to transaction ${asOf} are not those of the last audit: they were changed`;
    const { samples = new Samples() } = this.#options;
    const drawn = new LogSamples(this.#journal.log, samples, (sequence) => this.#logOf(sequence).hasher);
    const fault = await drawn.compare(asOf);
    this.#sampled = drawn.compared;
    return fault;
  }

  /** A checkpoint that cannot be compared with this journal. */
  #unfit(): string | undefined {
    const { brought } = this.#options;
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
    if (this.#logs.length === 0) return undefined;
    const log = this.#logOf(sequence);
    this.#tree.append(log.hasher.leafOf({ ...entry, receipt }));
    const isComparable = sequence <= this.#size && (sequence % TILE_WIDTH === 0 || sequence === this.#size);
    return (
      this.#faultOfPlace(entry) ??
      (isComparable ? await this.#compareTiles() : undefined) ??
      (await this.#compareCheckpoints(sequence))
    );
  }

  #logOf(sequence: number): KnownLog {
    return this.#logs.findLast(({ firstSequence }) => firstSequence <= sequence) as KnownLog;
  }

  /** Every log but the first begins with the row that says so. */
  #faultOfPlace({ sequence, receipt }: JournalEntry): string | undefined {
    const begins = this.#logs.find(({ firstSequence }) => firstSequence === sequence);
    const named = receipt.kind === 'forked' ? receipt.log : undefined;
    if (named !== undefined && !this.#logs.some(({ number }) => number === named))
      return `transaction ${sequence} begins log ${named}, of which there is no record (if the server has only just begun it, audit again)`;
    if (begins?.number === named && named !== undefined) this.#begun.add(named);
    return begins && !this.#begun.has(begins.number)
      ? `the log ${begins.origin} is recorded to begin at transaction ${sequence}, which does not begin it`
      : undefined;
  }

  /** An older log may have signed more rows than a rollback has left; the current log may not. */
  async finish(): Promise<string | undefined> {
    const { brought, start } = this.#options;
    const stray = this.#logs.find(({ number }) => !this.#begun.has(number));
    if (stray) return `the journal has no transaction that begins the log ${stray.origin}`;
    const current = this.#logs.at(-1);
    for (let next = await this.#next(); next; next = await this.#next()) {
      const fault = this.#faultOfNote(next);
      if (fault !== undefined) return fault;
      if (next.log === current?.number)
        return `a checkpoint of ${next.size} entries was signed, but the journal ends at ${this.#journal.head}: transactions are missing`;
      this.#checkpoints.shift();
    }
    if (brought && this.#broughtSize === undefined)
      return `the checkpoint of ${brought.size} entries that you brought could not be compared with the journal`;
    const last = start && (await this.#journal.log.lastCheckpoint());
    // An audit from a point opens only newer checkpoints, so for the current log it looks whether there is one at all.
    const isSigned = (log: LogIdentity) =>
      this.#keys.has(log.number) || (start && (log !== current || last?.log === log.number));
    this.#unsigned = this.#logs
      .filter((log) => log.firstSequence <= this.#size && !isSigned(log))
      .map(({ origin }) => origin);
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
    const { brought } = this.#options;
    const isBrought = brought?.size === sequence;
    if (due.length === 0 && !isBrought) return undefined;
    const root = this.#tree.root().toString('base64');
    if (isBrought) {
      if (brought.root !== root)
        return `the first ${sequence} transactions are not those of the checkpoint that you brought: history was changed`;
      this.#broughtSize = sequence;
    }
    for (const checkpoint of due) {
      const fault = this.#faultOfNote(checkpoint);
      if (fault !== undefined) return fault;
      if (checkpoint.root === root) this.#compared += 1;
      else if (this.#isShared(checkpoint.log, sequence))
        return `the first ${sequence} transactions are not those of a checkpoint that was signed: history was changed`;
    }
    return undefined;
  }

  /** Opens the signed note: what is stored beside it must be what was signed, with the one key of its log. */
  #faultOfNote({ log: number, size, root, vkey, note }: StoredCheckpoint): string | undefined {
    const log = this.#logs.find((one) => one.number === number);
    if (!log) return `a checkpoint of ${size} entries is of log ${number}, of which there is no record`;
    const what = `the checkpoint of ${size} entries of ${log.origin}`;
    try {
      const signed = parseCheckpoint(openNote(note, [parseVkey(vkey)]).text);
      const isIt = signed.origin === log.origin && signed.size === size;
      if (!isIt || Buffer.from(signed.root).toString('base64') !== root)
        return `${what} is stored with another log, size or root than was signed: it was changed`;
    } catch (error) {
      return `${what} is not signed with the key that is stored beside it: ${(error as Error).message}`;
    }
    const known = this.#keys.get(number) ?? this.#ownKey(log) ?? vkey;
    if (known !== vkey) return `${what} is signed with the key ${vkey}, but the key of the log is ${known}`;
    this.#keys.set(number, vkey);
    return undefined;
  }

  /** Only of the current log: those before it may have had another key. */
  #ownKey(log: KnownLog): string | undefined {
    const key = log === this.#logs.at(-1) ? this.signingKey : undefined;
    return key && vkeyOf(key);
  }

  /** False for checkpoints that an older log signed about rows which the rollback has removed. */
  #isShared(log: number, size: number): boolean {
    const next = this.#logs.find(({ number }) => number > log);
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
