// The recorder: adds every row of the journal to the public log and signs checkpoints, if this process holds the lease `log`.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { LogStore, StoredCheckpoint } from '../../ports/public-log.ts';
import { LeaseHolder } from '../../thread/lease-holder.ts';
import { TreeAppender } from '../format/appender.ts';
import { idIn, sequenceIn } from '../format/row.ts';
import { edgeTiles, TILE_WIDTH, tileOf } from '../format/tile.ts';
import { HASH_BYTES, HASH_TREE } from '../format/tree.ts';
import { Continuity, type Fork } from './continuity.ts';
import { KnownLogs } from './known-logs.ts';
import { DamagedLast, UnkeptLast } from './last-file.ts';
import type { Signer } from './signer.ts';
import type { Witnesses } from './witnesses.ts';

/** Status messages of a recorder. */
export type RecorderNotice =
  | { readonly logging: number; readonly of: number }
  | { readonly logged: number; readonly tookMs: number }
  | { readonly checkpoint: number }
  /** There are rows, but no log has been created yet. */
  | { readonly unnamed: number }
  | { readonly relogs: string }
  | { readonly forked: Fork }
  /** Why this process signs nothing though it holds the lease, or could not if it did; null once it can. */
  | { readonly unsure: string | null }
  /** The database does not say which server and timeline it is. */
  | { readonly unidentified: true }
  | { readonly logFails: string };

export type RecorderOptions = {
  readonly signer: Signer;
  readonly checkpointEveryMs: number;
  /** The witnesses that are asked to cosign; only the holder of the lease asks them. */
  readonly witnesses?: Pick<Witnesses, 'offer' | 'take' | 'withdraw' | 'rest' | 'vouch'> | undefined;
  readonly onNotice?: (notice: RecorderNotice) => void;
};

/** Rows added in one transaction: two full tiles, some milliseconds of hashing. */
const ROWS_AT_ONCE = 2 * TILE_WIDTH;
/** A process that may not sign leaves the lease to others for longer than they take to notice. */
const PAUSE_MS = { recording: 1000, standby: 3000, failed: 1000, unsure: 15_000 };
/** If more rows are missing, the start and the end of the work are reported, and its progress every ten seconds. */
const MANY_ROWS = 20_000;
const TOLD_EVERY_MS = 10_000;
const FORK_TOLD_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;

type Turn = { readonly fence: number; readonly nowMs: number };

/** The tree as this process last stored it. */
type Recorded = { readonly logs: KnownLogs; readonly tree: TreeAppender; lastLeaf: Buffer | undefined };

export class Recorder {
  readonly #store: LogStore;
  readonly #options: Required<Pick<RecorderOptions, 'onNotice'>> & RecorderOptions;
  readonly #lease: LeaseHolder;
  readonly #stop = new AbortController();
  #recorded: Recorded | undefined;
  readonly #continuity: Continuity;
  /** Set once the stored tree is known to continue every checkpoint that was signed; `isVouched` if only a witness knew the last one. */
  #sound: { readonly isVouched: boolean } | undefined;
  #unsure: string | null = null;
  #forkToldMs = Number.NEGATIVE_INFINITY;
  #signedMs = Number.NEGATIVE_INFINITY;
  #signedSize: number | undefined;
  #thinnedDay = 0;
  #catchingUp: { readonly sinceMs: number; readonly from: number; toldMs: number } | undefined;
  #failure = '';
  #running: Promise<void> = Promise.resolve();

  constructor(store: LogStore, options: RecorderOptions) {
    this.#store = store;
    this.#options = { onNotice: () => {}, ...options };
    const { signer, witnesses, onNotice } = this.#options;
    this.#continuity = new Continuity(store, {
      signer,
      witnesses,
      onUnidentified: () => onNotice({ unidentified: true }),
    });
    this.#lease = new LeaseHolder(store, { name: 'log', holder: randomUUID(), now: () => performance.now() });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stops after the current step and releases the lease; the next process signs what is not signed yet. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    this.#options.witnesses?.withdraw();
    await this.#lease.release();
  }

  /** Does what is due; returns the pause until the next call. */
  async turn(): Promise<number> {
    const held = this.#lease.held;
    await this.#lease.hold();
    const fence = this.#lease.held?.fence;
    if (this.#lease.held !== held) this.#forget();
    if (fence === undefined) {
      this.#options.witnesses?.rest();
      await this.#follow();
      return PAUSE_MS.standby;
    }
    const { size, head, nowMs } = await this.#store.logStanding();
    if (size > head) return this.#relog(fence, `the journal ends at ${head}, but ${size} rows are logged`);
    if (head === 0) return PAUSE_MS.recording;
    const recorded = await this.#load(size);
    if (!recorded) return this.#relog(fence, 'a tile is missing');
    if (!recorded.logs.current) {
      this.#forget();
      this.#options.onNotice({ unnamed: head });
      return PAUSE_MS.recording;
    }
    const beganMs = performance.now();
    const isAdded = await this.#add(recorded, size, fence);
    if (isAdded === 'other rows') return this.#relog(fence, `row ${size} is not the one that was logged`);
    if (isAdded === 'lease lost') {
      this.#lease.lose(true);
      this.#forget();
      return 0;
    }
    const missing = head - recorded.tree.size;
    this.#report(recorded.tree.size, head);
    // Pauses for as long as the rows took, since SQLite's write lock has no queue and commits need it too.
    if (missing > 0) return performance.now() - beganMs;
    const unsure = await this.#checkpoint(recorded, { fence, nowMs });
    if (unsure !== undefined) return this.#leave(unsure);
    await this.#publishCosigned(fence);
    return Math.min(PAUSE_MS.recording, this.#options.checkpointEveryMs);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const pauseMs = await this.turn().then(
        (pauseMs) => {
          this.#failure = '';
          return pauseMs;
        },
        (error) => this.#fail(error),
      );
      await (pauseMs === 0 ? turn() : sleep(pauseMs, undefined, { signal }).catch(() => {}));
    }
  }

  /** A repeated failure is reported once. */
  #fail(error: unknown): number {
    const message = error instanceof Error ? error.message : String(error);
    if (message !== this.#failure) this.#options.onNotice({ logFails: message });
    this.#failure = message;
    this.#forget();
    return PAUSE_MS.failed;
  }

  #forget(): void {
    this.#options.witnesses?.withdraw();
    this.#recorded = undefined;
    this.#sound = undefined;
    this.#signedSize = undefined;
  }

  async #relog(fence: number, why: string): Promise<number> {
    this.#options.onNotice({ relogs: why });
    if (!(await this.#store.restartLog(fence))) this.#lease.lose(true);
    this.#forget();
    return 0;
  }

  /** The tree in memory, or read from the store if another process has changed the stored one; undefined if a tile is missing. */
  async #load(size: number): Promise<Recorded | undefined> {
    if (this.#recorded?.tree.size === size) return this.#recorded;
    this.#forget();
    const edge = edgeTiles(size);
    const last = size === 0 ? [] : [tileOf(0, size - 1, size)];
    const tiles = await this.#store.logTiles([...edge, ...last]);
    if (tiles.includes(undefined)) return undefined;
    const nodesAt = (place: number): Buffer => {
      const { buffer, byteOffset, byteLength } = tiles[place] as Uint8Array;
      return Buffer.from(buffer, byteOffset, byteLength);
    };
    const logs = new KnownLogs(await this.#store.logs());
    const tree = new TreeAppender(HASH_TREE, size, ({ level }) =>
      nodesAt(edge.findIndex((tile) => tile.level === level)),
    );
    const lastAt = ((size - 1) % TILE_WIDTH) * HASH_BYTES;
    const lastLeaf = size === 0 ? undefined : Buffer.from(nodesAt(edge.length).subarray(lastAt, lastAt + HASH_BYTES));
    this.#recorded = { logs, tree, lastLeaf };
    return this.#recorded;
  }

  /** Adds the next rows. The last row that was logged is read again: it differs if the database was replaced by another. */
  async #add(recorded: Recorded, size: number, fence: number): Promise<'added' | 'other rows' | 'lease lost'> {
    const { logs, tree } = recorded;
    let to = Math.max(0, size - 1);
    const { bytes, lengths } = await this.#store.logRows(to, ROWS_AT_ONCE + 1);
    const leaf = Buffer.alloc(HASH_BYTES);
    let row = bytes;
    let end = 0;
    for (const length of lengths) {
      row = bytes.subarray(end, end + length);
      end += length;
      to += 1;
      if (sequenceIn(row) !== to) {
        if (to === size) return 'other rows';
        throw new Error(`transaction ${to} is missing or cannot be read`);
      }
      logs.hasherFor(to).writeLeaf(row, leaf);
      if (to > size) tree.append(leaf);
      else if (!leaf.equals(recorded.lastLeaf as Buffer)) return 'other rows';
    }
    if (to < size) return 'other rows';
    if (to === size) return 'added';
    if (!(await this.#store.addToLog(tree.takeTiles(), { fence, from: size, to, lastId: idIn(row) })))
      return 'lease lost';
    recorded.lastLeaf = leaf;
    return 'added';
  }

  /** `nowMs` is the database's time: the clocks of nodes differ. Returns why nothing may be signed, if so. */
  async #checkpoint({ logs, tree }: Recorded, { fence, nowMs }: Turn): Promise<string | undefined> {
    const { signer, checkpointEveryMs, onNotice } = this.#options;
    const log = logs.current;
    const isDue = Math.abs(performance.now() - this.#signedMs) >= checkpointEveryMs;
    if (!log || !isDue || tree.size === 0 || tree.size === this.#signedSize) return undefined;
    const database = await this.#continuity.databaseState();
    if (!this.#sound) {
      const verdict = await this.#continuity.verdict(log, tree.size);
      if ('unsure' in verdict) return verdict.unsure;
      if ('forked' in verdict) return this.#tellOfFork(verdict.forked);
      const { stored, isVouched } = verdict;
      this.#sound = { isVouched };
      this.#signedSize = stored?.size;
      if (stored?.size === tree.size) {
        this.#options.witnesses?.offer(stored);
        return this.#setUnsure(null);
      }
    }
    const root = tree.root().toString('base64');
    try {
      const { isVouched } = this.#sound;
      const signed = await signer.sign(
        { origin: log.origin, size: tree.size, root },
        { database, mayBeUnkept: isVouched },
      );
      const checkpoint: StoredCheckpoint = { log: log.number, size: tree.size, root, madeAtMs: nowMs, ...signed };
      if (!(await this.#store.putCheckpoint(checkpoint, fence))) {
        this.#lease.lose(true);
        return undefined;
      }
      this.#options.witnesses?.offer(checkpoint);
    } catch (error) {
      if (error instanceof UnkeptLast || error instanceof DamagedLast) return error.message;
      throw error;
    }
    this.#signedMs = performance.now();
    this.#signedSize = tree.size;
    this.#setUnsure(null);
    onNotice({ checkpoint: tree.size });
    await this.#thin({ fence, nowMs });
    return undefined;
  }

  /** Lets another process sign, which may know what was signed last. */
  async #leave(why: string): Promise<number> {
    this.#setUnsure(why);
    this.#forget();
    await this.#lease.release();
    return PAUSE_MS.unsure;
  }

  /** Keeps the newest checkpoint of the process that signs, in case this one has to continue. */
  async #follow(): Promise<void> {
    try {
      if (await this.#continuity.follow()) this.#setUnsure(null);
    } catch (error) {
      if (!(error instanceof DamagedLast || error instanceof UnkeptLast)) throw error;
      this.#setUnsure(error.message);
    }
  }

  /** The same reason is reported once. */
  #setUnsure(why: string | null): undefined {
    if (why !== this.#unsure) this.#options.onNotice({ unsure: why });
    this.#unsure = why;
  }

  /** Adds the cosignatures that have arrived to the checkpoints they are for. */
  async #publishCosigned(fence: number): Promise<void> {
    for (const checkpoint of this.#options.witnesses?.take() ?? [])
      if (!(await this.#store.putCheckpoint(checkpoint, fence))) return this.#lease.lose(true);
  }

  /** Tells it again every minute, in case no new log could be begun; nothing is signed until there is one. */
  #tellOfFork(forked: Fork): undefined {
    this.#forget();
    if (performance.now() - this.#forkToldMs < FORK_TOLD_EVERY_MS) return undefined;
    this.#forkToldMs = performance.now();
    this.#options.onNotice({ forked });
    return undefined;
  }

  /** Keeps all checkpoints of today and yesterday, and the last one of each day before: some 17,000, and one a day. */
  async #thin({ fence, nowMs }: Turn): Promise<void> {
    const today = Math.floor(nowMs / DAY_MS);
    if (this.#thinnedDay === today) return;
    await this.#store.thinCheckpoints((today - 1) * DAY_MS, fence);
    this.#thinnedDay = today;
  }

  #report(size: number, head: number): void {
    const nowMs = performance.now();
    if (!this.#catchingUp && head - size > MANY_ROWS) {
      this.#catchingUp = { sinceMs: nowMs, from: size, toldMs: nowMs };
      this.#options.onNotice({ logging: size, of: head });
    }
    if (!this.#catchingUp) return;
    if (head === size) {
      const { sinceMs, from } = this.#catchingUp;
      this.#options.onNotice({ logged: size - from, tookMs: nowMs - sinceMs });
      this.#catchingUp = undefined;
    } else if (nowMs - this.#catchingUp.toldMs >= TOLD_EVERY_MS) {
      this.#catchingUp.toldMs = nowMs;
      this.#options.onNotice({ logging: size, of: head });
    }
  }
}
