// Checkpoints the write-ahead log (copies it into the file) between batches: SQLite itself would do so within a commit and delay it.
import type { DatabaseSync } from 'node:sqlite';

/** Rows written between two checkpoints; more would make checkpoints cheaper, since a page that is written repeatedly is copied once. */
const ROWS = 4000;
/** Length at which the log should be written from its start again, which SQLite does once everything in it is copied. */
const PAGES_AT_MOST = 8000;

/** Copies the log on another thread, so that no batch waits for it. */
export type Checkpoints = {
  /** Returns the number of pages in the log, or undefined if it could not be copied. */
  copy(): Promise<number | undefined>;
};

export class WriteAheadLog {
  readonly #db: DatabaseSync;
  readonly #elsewhere: Checkpoints | undefined;
  #rows = 0;
  #isUnderWay = false;
  #isToBeFinished = false;

  constructor(db: DatabaseSync, elsewhere?: Checkpoints) {
    this.#db = db;
    this.#elsewhere = elsewhere;
    db.exec('PRAGMA wal_autocheckpoint = 0');
  }

  /** To be called with the number of rows of each batch. */
  grew(rows: number): void {
    this.#rows += rows;
  }

  tidy(): void {
    if (this.#isUnderWay) return;
    if (this.#isToBeFinished) this.#copyHere();
    else if (this.#rows >= ROWS) this.#copy();
  }

  #copy(): void {
    if (!this.#elsewhere) {
      this.#copyHere();
      return;
    }
    this.#rows = 0;
    this.#isUnderWay = true;
    void this.#elsewhere.copy().then((pages) => {
      this.#isUnderWay = false;
      // Pages written during a copy remain, so under steady writing the log would grow for ever: the writer then finishes the copy itself.
      this.#isToBeFinished = pages === undefined || pages > PAGES_AT_MOST;
    });
  }

  #copyHere(): void {
    this.#rows = 0;
    this.#isToBeFinished = false;
    try {
      copyLog(this.#db);
    } catch {
      // Nothing is lost, since commits are in the log; if the disk fails, the next commit reports it.
    }
  }
}

/** Waits for no reader or writer: pages that they block are copied another time. Returns the number of pages in the log. */
export const copyLog = (db: DatabaseSync): number =>
  (db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { log: number }).log;
