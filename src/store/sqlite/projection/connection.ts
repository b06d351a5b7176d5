// The connections of the projection: one for reading and, once needed, one for writing.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type ConnectionOptions, explain, openReader, openWriter } from '../connection.ts';
import { FileGuard } from '../file-identity.ts';
import { retryWhileLocked, TRY_MS } from '../lock-retries.ts';
import { inTransaction } from '../transaction.ts';
import { WriteAheadLog } from '../wal.ts';

/** A statement by its text, prepared once. */
export type Prepared = (text: string) => StatementSync;

/** `counted again`: can be derived anew if a power failure loses it; `lasting`: cannot. */
type Durability = 'counted again' | 'lasting';

type Writing = {
  readonly db: DatabaseSync;
  readonly sql: Prepared;
  readonly log: WriteAheadLog;
  readonly guard: FileGuard;
};

export class ProjectionConnection {
  readonly #options: ConnectionOptions;
  #reader: { readonly db: DatabaseSync; readonly sql: Prepared } | undefined;
  #writer: Writing | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  ask<T>(question: (sql: Prepared) => T): T {
    try {
      this.#reader ??= prepared(openReader(this.#options));
      return question(this.#reader.sql);
    } catch (error) {
      throw explain(error, this.#options.path);
    }
  }

  askAtOneMoment<T>(question: (sql: Prepared) => T): T {
    return this.ask((sql) => {
      sql('BEGIN').run();
      try {
        return question(sql);
      } finally {
        sql('COMMIT').run();
      }
    });
  }

  /** Runs in one transaction, after waiting for the lock. */
  write<T>(durability: Durability, work: (sql: Prepared) => T): Promise<T> {
    return retryWhileLocked(this.#options, () => {
      this.#writer ??= this.#openWriter();
      const { db, sql, log, guard } = this.#writer;
      guard.before();
      db.exec(`PRAGMA synchronous = ${durability === 'lasting' ? 'FULL' : 'NORMAL'}`);
      const before = changesOn(sql);
      const answer = inTransaction(db, () => work(sql));
      guard.after();
      log.grew(changesOn(sql) - before);
      log.tidy();
      return answer;
    });
  }

  async close(): Promise<void> {
    this.#reader?.db.close();
    this.#writer?.db.close();
    this.#reader = undefined;
    this.#writer = undefined;
  }

  #openWriter(): Writing {
    const opened = prepared(openWriter({ ...this.#options, busyTimeoutMs: TRY_MS }));
    return { ...opened, log: new WriteAheadLog(opened.db), guard: new FileGuard(this.#options.path) };
  }
}

function prepared(db: DatabaseSync) {
  const statements = new Map<string, StatementSync>();
  const sql: Prepared = (text) => {
    const known = statements.get(text);
    if (known) return known;
    const made = db.prepare(text);
    statements.set(text, made);
    return made;
  };
  return { db, sql };
}

const changesOn = (sql: Prepared): number => (sql('SELECT total_changes() AS rows').get() as { rows: number }).rows;
