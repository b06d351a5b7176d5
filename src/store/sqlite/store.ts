// The embedded store: one SQLite file, read on the caller's thread and written on another.
import { once } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Policy } from '../../core/decide.ts';
import type { BalanceKey } from '../../core/ledger.ts';
import type { Instruction, Outcome } from '../../core/settle.ts';
import {
  BatchFault,
  type Journal,
  type KeyRecord,
  OutcomeUnknown,
  type Snapshot,
  type Store,
  StoreUnavailable,
} from '../../exchange/store.ts';
import { decodeReceipt } from '../encoding.ts';
import { unfinished } from '../unfinished.ts';
import { type ConnectionOptions, explain, openReader, openWriter } from './connection.ts';
import { openSqliteJournal } from './journal.ts';
import { SqliteReader } from './reader.ts';
import { migrate, SchemaMismatch } from './schema.ts';
import type { ThreadData, ThreadReply } from './thread.ts';
import type { WrittenOutcome } from './writer.ts';

type Waiting = { resolve(reply: ThreadReply): void; reject(error: Error): void };

export type SqliteOptions = ConnectionOptions & {
  readonly policy: Policy;
  /** Refuse a file that can be read but not written. */
  readonly mustWrite?: boolean;
};

/** Opens the file, creating or migrating it; throws an error whose message names the file and what is wrong with it. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  try {
    const db = openWriter(options);
    try {
      migrate(db);
      const sequence = new SqliteReader(db).sequence();
      if (sequence < 0) throw new SchemaMismatch(unfinished(sequence));
      if (options.mustWrite) db.exec('BEGIN IMMEDIATE; UPDATE head SET sequence = sequence; ROLLBACK');
    } finally {
      db.close();
    }
    return new SqliteStore(options);
  } catch (error) {
    if (error instanceof SchemaMismatch) throw new StoreUnavailable('failed', `${options.path}: ${error.message}`);
    throw explain(error, options.path);
  }
}

class SqliteStore implements Store {
  readonly factory: string;
  readonly #options: SqliteOptions;
  readonly #db: DatabaseSync;
  readonly #reader: SqliteReader;
  #thread: Worker | undefined;
  #head: Promise<number> | undefined;
  /** The last of each list of keys that someone holds on to, such as those of a pool. */
  readonly #snapshots = new WeakMap<readonly BalanceKey[], Snapshot>();
  /** In the order in which the thread will answer. */
  readonly #waiting: Waiting[] = [];

  constructor(options: SqliteOptions) {
    this.#options = options;
    this.#db = openReader(options);
    this.#reader = new SqliteReader(this.#db);
    this.factory = this.#reader.factory();
  }

  async commit(batch: readonly Instruction[]): Promise<readonly Outcome[]> {
    this.#thread ??= this.#startThread();
    const thread = this.#thread;
    const reply = await new Promise<ThreadReply>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      thread.postMessage(batch);
    });
    if ('outcomes' in reply) return reply.outcomes.map(toOutcome);
    if ('unavailable' in reply) throw new StoreUnavailable(reply.unavailable, reply.detail);
    if ('unknown' in reply) throw new OutcomeUnknown(reply.unknown);
    throw new BatchFault(reply.bug);
  }

  /** Asked once for all who ask in the same turn of the event loop, after the last of them: none sees an earlier state. */
  head: NonNullable<Store['head']> = () => {
    this.#head ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.#head = undefined;
      return this.#ask(() => this.#reader.sequence());
    });
    return this.#head;
  };

  read: Store['read'] = async (keys, seen) => {
    const last = this.#snapshots.get(keys);
    if (last && last.sequence === seen) return last;
    const snapshot = this.#ask(() => this.#reader.read(keys));
    this.#snapshots.set(keys, snapshot);
    return snapshot;
  };
  token: Store['token'] = async (address) => this.#ask(() => this.#reader.token(address));
  tokens: Store['tokens'] = async () => this.#ask(() => this.#reader.tokens());
  pool: Store['pool'] = async (a, b) => this.#ask(() => this.#reader.pool(a, b));
  pools: Store['pools'] = async (page) => this.#ask(() => this.#reader.pools(page));
  posted: Store['posted'] = async (sequence) => this.#ask(() => this.#reader.posted(sequence));
  swaps: Store['swaps'] = async (page) => this.#ask(() => this.#reader.swaps(page));
  balances: Store['balances'] = async (page) => this.#ask(() => this.#reader.balances(page));
  key: Store['key'] = async (id) => this.#ask(() => this.#reader.key(id));
  keys: Store['keys'] = async () => this.#ask(() => this.#reader.keys());

  async addKey({ id, account, role, hash, createdAtMs, revokedAtMs }: KeyRecord): Promise<void> {
    this.#write((db) =>
      db.prepare('INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?)').run(id, account, role, hash, createdAtMs, revokedAtMs),
    );
  }

  async revokeKey(id: string, revokedAtMs: number): Promise<boolean> {
    const sql = 'UPDATE keys SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL';
    return this.#write((db) => db.prepare(sql).run(revokedAtMs, id)).changes === 1;
  }

  async openJournal(): Promise<Journal> {
    return this.#ask(() => openSqliteJournal(this.#options));
  }

  async check(): Promise<void> {
    this.#ask(() => this.#reader.sequence());
  }

  async close(): Promise<void> {
    if (this.#thread) {
      const ended = once(this.#thread, 'exit');
      this.#thread.postMessage('close');
      await ended;
    }
    this.#db.close();
  }

  #ask<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw explain(error, this.#options.path);
    }
  }

  #write<T>(work: (db: DatabaseSync) => T): T {
    return this.#ask(() => {
      const db = openWriter(this.#options);
      try {
        return work(db);
      } finally {
        db.close();
      }
    });
  }

  /** Starts the writer; should it ever die, the next commit starts another. */
  #startThread(): Worker {
    const workerData: ThreadData = this.#options;
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData });
    thread.on('message', (reply: ThreadReply) => this.#waiting.shift()?.resolve(reply));
    let why = 'it ended';
    thread.on('error', (error: Error) => {
      why = error.message;
    });
    // Every thread exits once, after its error if it had one, so that a late event never speaks for its successor.
    thread.on('exit', () => this.#loseThread(why));
    return thread;
  }

  #loseThread(why: string): void {
    this.#thread = undefined;
    for (const { reject } of this.#waiting.splice(0)) {
      reject(new OutcomeUnknown(`the writer thread died during a commit: ${why}`));
    }
  }
}

function toOutcome(written: WrittenOutcome): Outcome {
  if ('rejection' in written) return written;
  const [sequence, id, actor, createdAtMs, receipt] = written;
  // Few calls tell more of a transaction than its id, so its receipt is only read for those that ask.
  const posted = {
    sequence,
    id,
    actor,
    createdAtMs,
    get receipt() {
      return decodeReceipt(receipt);
    },
  };
  return { posted };
}
