// The write-ahead log, brought into the file between batches: SQLite would do it within a commit, before it is answered.
import type { DatabaseSync } from 'node:sqlite';

/** A smaller batch shows that there is time between batches. */
const SMALL_BATCH = 16;
/** Rows after which it is done when there is time: the next batch then waits for a millisecond or so. */
const ROWS_AT_LEISURE = 1000;
/** Rows after which it is done in any case; until then what is written again and again has to be copied but once. */
const ROWS_AT_MOST = 8000;

export class Log {
  readonly #db: DatabaseSync;
  #rows = 0;
  #lastBatch = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec('PRAGMA wal_autocheckpoint = 0');
  }

  /** A batch of so many transactions has written so many rows. */
  grew(batch: number, rows: number): void {
    this.#lastBatch = batch;
    this.#rows += rows;
  }

  /** Waits for nobody who reads or writes: what they keep from being copied is copied another time. */
  tidy(): void {
    if (this.#rows < (this.#lastBatch < SMALL_BATCH ? ROWS_AT_LEISURE : ROWS_AT_MOST)) return;
    this.#rows = 0;
    try {
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // What was committed is in the log, so that nothing is lost; a disk that fails shows in the next commit.
    }
  }
}
