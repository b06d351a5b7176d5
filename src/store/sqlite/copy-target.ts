// Writes the copy of an exchange (`millpond copy`) to an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import { assert } from '../../core/assert.ts';
import type { Chunk, CopyTarget, Journal } from '../../ports/store.ts';
import { CHANGED_KEY } from '../rows/rows.ts';
import { SIDE_RECORDS } from '../rows/side-records.ts';
import { insertKey } from '../sql/access.ts';
import type { Statement } from '../sql/database.ts';
import { insertHook } from '../sql/hooks.ts';
import { arrivedAt, isResumed, unfinishedHead } from '../unfinished-copy.ts';
import { preparePuts } from './balances.ts';
import { forgetChainRecords, insertChainRecords } from './chain/copied.ts';
import { type ConnectionOptions, explain, openWriter } from './connection.ts';
import { type Prepared, prepared } from './database.ts';
import { prepareInserts, prepareUpdates } from './inserts.ts';
import { openJournal } from './journal.ts';
import { migrate } from './schema.ts';
import { lockForServer } from './server-lock.ts';
import { inTransaction } from './transaction.ts';

/** Opens the file, creating or migrating it. */
export function openSqliteCopyTarget(options: ConnectionOptions): CopyTarget {
  try {
    const db = openWriter(options);
    migrate(db);
    return new SqliteCopyTarget(options, db);
  } catch (error) {
    throw explain(error, options.path);
  }
}

class SqliteCopyTarget implements CopyTarget {
  readonly #options: ConnectionOptions;
  readonly #db: DatabaseSync;
  readonly #sql: ReturnType<typeof prepare>;
  readonly #prepared: Prepared;
  /** The number of transactions copied so far, by earlier runs too. */
  #arrived = 0;

  constructor(options: ConnectionOptions, db: DatabaseSync) {
    this.#options = options;
    this.#db = db;
    this.#sql = prepare(db);
    this.#prepared = prepared(db);
  }

  /** Refuses a file on which a server runs; from here on none starts, since the copy is unfinished. */
  async begin(factory: string): Promise<number> {
    const lock = lockForServer(this.#options.path);
    try {
      this.#claim(factory);
    } finally {
      lock.release();
    }
    return this.#arrived;
  }

  #claim(factory: string): void {
    this.#inTransaction(() => {
      const head = this.#sql.head.get() as { factory: string; sequence: number; isEmpty: number };
      if (isResumed(head, { factory, isEmpty: head.isEmpty === 1 })) {
        this.#arrived = arrivedAt(head.sequence);
        // Deletes rows that an earlier run has copied: the source sends all of these again, without those that it has deleted since.
        this.#sql.forgetRefusals.run();
        this.#sql.forgetSideRecords.run();
        forgetChainRecords(this.#db);
      } else this.#sql.claim.run(factory, unfinishedHead(0));
    });
  }

  async add(chunk: Chunk): Promise<void> {
    const { transactions = [] } = chunk;
    const arrived = this.#arrived + transactions.length;
    this.#inTransaction(() => {
      this.#moveHead(unfinishedHead(arrived));
      this.#write(chunk);
      this.#sql.markLast.run();
    });
    this.#arrived = arrived;
  }

  async openJournal(): Promise<Journal> {
    return openJournal(this.#options);
  }

  async finish(): Promise<void> {
    this.#inTransaction(() => this.#moveHead(this.#arrived));
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  #write({ transactions = [], listingSequence, balances = [], replies = [], keys = [], hooks, ...chunk }: Chunk): void {
    const { insert, update, putBalances, putListingSequence } = this.#sql;
    const { tokens = [], pools = [], sideRecords = [] } = chunk;
    // Tokens and pools that an earlier run has copied may have changed at the source since.
    for (const token of tokens) {
      insert.token(token);
      update.token(token);
    }
    for (const pool of pools) {
      insert.pool(pool);
      update.pool(pool);
    }
    if (listingSequence !== undefined) putListingSequence.run(listingSequence);
    insert.transactions(
      transactions,
      transactions.map(({ text }) => text),
    );
    putBalances(balances);
    insert.replies(replies);
    for (const key of keys) this.#run(insertKey(key, `ON CONFLICT (id) DO UPDATE SET ${CHANGED_KEY}`));
    for (const record of sideRecords) this.#sql.insertSideRecord.run(...SIDE_RECORDS.valuesOf(record));
    insertChainRecords(this.#db, chunk.chainRecords ?? []);
    if (hooks) this.#sql.forgetHooks.run();
    for (const hook of hooks ?? []) this.#run(insertHook(hook));
  }

  #run({ text, values }: Statement): void {
    this.#prepared(text).run(...values);
  }

  /** Fails if another process has moved the head, so that two concurrent copies cannot mix. */
  #moveHead(sequence: number): void {
    const moved = this.#sql.moveHead.run(sequence, unfinishedHead(this.#arrived));
    assert(moved.changes === 1, 'only one copy at a time writes to the target');
  }

  #inTransaction(work: () => void): void {
    try {
      inTransaction(this.#db, work);
    } catch (error) {
      throw explain(error, this.#options.path);
    }
  }
}

function prepare(db: DatabaseSync) {
  return {
    head: db.prepare(
      `SELECT factory, sequence, NOT (EXISTS (SELECT 1 FROM journal) OR EXISTS (SELECT 1 FROM replies)
         OR EXISTS (SELECT 1 FROM keys) OR EXISTS (SELECT 1 FROM hooks) OR EXISTS (SELECT 1 FROM records)
         OR EXISTS (SELECT 1 FROM chain_orders) OR EXISTS (SELECT 1 FROM chain_wallets)) AS isEmpty FROM head`,
    ),
    forgetRefusals: db.prepare('DELETE FROM replies WHERE sequence IS NULL'),
    forgetSideRecords: db.prepare('DELETE FROM records'),
    insertSideRecord: db.prepare(`INSERT INTO records (${SIDE_RECORDS.list}) VALUES (?, ?, ?, ?, ?)`),
    forgetHooks: db.prepare('DELETE FROM hooks'),
    claim: db.prepare('UPDATE head SET factory = ?, sequence = ?'),
    moveHead: db.prepare('UPDATE head SET sequence = ? WHERE sequence = ?'),
    markLast: db.prepare('UPDATE head SET last_transaction = (SELECT id FROM journal ORDER BY sequence DESC LIMIT 1)'),
    putListingSequence: db.prepare('UPDATE head SET listed = ?'),
    insert: prepareInserts(db, { mayBeThere: true }),
    update: prepareUpdates(db),
    putBalances: preparePuts(db),
  };
}
