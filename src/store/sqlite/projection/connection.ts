// The connections for the projection (the market's rows, leases and webhooks): one for reading and, once needed, one for writing.
import type { DatabaseSync } from 'node:sqlite';
import type { Database } from '../../sql/database.ts';
import type { Together } from '../../sql/log.ts';
import { type ConnectionOptions, explain, openReader, openWriter } from '../connection.ts';
import { MISSED, type Prepared, prepared, runEach, WORDS } from '../database.ts';
import { FileGuard } from '../file-identity.ts';
import { retryWhileLocked, TRY_MS } from '../lock-retries.ts';
import { refuseExcluded } from '../schema.ts';
import { inTransaction } from '../transaction.ts';
import { WriteAheadLog } from '../wal.ts';

/** `counted again`: rows that a power failure may lose, since they are derived or taken again; `lasting`: rows that it must not lose. */
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
      this.#reader ??= opened(openReader(this.#options));
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

  /** Runs `work` in one transaction, after waiting for the write lock. */
  write<T>(durability: Durability, work: (sql: Prepared) => T): Promise<T> {
    return retryWhileLocked(this.#options, () => {
      this.#writer ??= this.#openWriter();
      const { db, sql, log, guard } = this.#writer;
      guard.before();
      db.exec(`PRAGMA synchronous = ${durability === 'lasting' ? 'FULL' : 'NORMAL'}`);
      const before = changesOn(sql);
      const answer = inTransaction(db, () => {
        refuseExcluded(sql);
        return work(sql);
      });
      guard.after();
      log.grew(changesOn(sql) - before);
      log.tidy();
      return answer;
    });
  }

  database(durability: Durability): Database {
    return {
      ...WORDS,
      ask: async (text, ...values) => this.ask((sql) => sql(text).all(...values) as never),
      write: (text, ...values) => this.write(durability, (sql) => sql(text).all(...values) as never),
    };
  }

  together(durability: Durability): Together {
    return (steps) =>
      this.write(durability, (sql) => runEach(sql, steps)).then(
        () => true,
        (error) => {
          if (error === MISSED) return false;
          throw error;
        },
      );
  }

  async close(): Promise<void> {
    this.#reader?.db.close();
    this.#writer?.db.close();
    this.#reader = undefined;
    this.#writer = undefined;
  }

  #openWriter(): Writing {
    const writer = opened(openWriter({ ...this.#options, busyTimeoutMs: TRY_MS }));
    return { ...writer, log: new WriteAheadLog(writer.db), guard: new FileGuard(this.#options.path) };
  }
}

const opened = (db: DatabaseSync) => ({ db, sql: prepared(db) });

const changesOn = (sql: Prepared): number => (sql('SELECT total_changes() AS rows').get() as { rows: number }).rows;
