// The write-ahead log, checkpointed between batches: SQLite would do it within a commit, before the commit is answered.
import type { DatabaseSync } from 'node:sqlite';

/** Rows after which it is done; until then what is written again and again has to be copied but once. */
const ROWS = 4000;
/** Pages after which the log is to begin anew, which it does once nothing of it is left to copy. */
const PAGES_AT_MOST = 8000;

/** What copies the log on another thread, so that no batch waits for it. */
export type Checkpoints = {
  /** Answers how many pages the log has, or undefined where it could not be copied there. */
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

  /** A batch has written so many rows. */
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
      // What was written meanwhile is left, so that under steady writing the log would never begin anew.
      this.#isToBeFinished = pages === undefined || pages > PAGES_AT_MOST;
    });
  }

  #copyHere(): void {
    this.#rows = 0;
    this.#isToBeFinished = false;
    try {
      copyLog(this.#db);
    } catch {
      // What was committed is in the log, so that nothing is lost; a disk that fails shows in the next commit.
    }
  }
}

/** Waits for nobody who reads or writes: what they keep from being copied is copied another time. Answers the log's pages. */
export const copyLog = (db: DatabaseSync): number =>
  (db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as { log: number }).log;
