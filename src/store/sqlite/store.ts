// The embedded store: one SQLite file, read on the caller's thread and written on another.
import type { DatabaseSync } from 'node:sqlite';
import type { Policy } from '../../core/decide.ts';
import { type Journal, type KeyRecord, type Store, StoreUnavailable } from '../../exchange/store.ts';
import { unfinished } from '../unfinished.ts';
import { WriterThread } from '../writer-thread.ts';
import { type ConnectionOptions, explain, openReader, openWriter } from './connection.ts';
import { openSqliteJournal } from './journal.ts';
import { SqliteReader } from './reader.ts';
import { migrate, SchemaMismatch } from './schema.ts';

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
  readonly #writer: WriterThread;

  constructor(options: SqliteOptions) {
    this.#options = options;
    this.#db = openReader(options);
    this.#reader = new SqliteReader(this.#db);
    this.#writer = new WriterThread(new URL('./thread.ts', import.meta.url), options);
    this.factory = this.#reader.factory();
  }

  commit: Store['commit'] = (batch) => this.#writer.commit(batch);
  head: Store['head'] = async () => this.#ask(() => this.#reader.sequence());
  read: Store['read'] = async (keys) => this.#ask(() => this.#reader.read(keys));
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
    await this.#writer.close();
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
}
