// The receiving end of a copy in an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import { assert } from '../../core/assert.ts';
import type { Chunk, CopyTarget, Journal } from '../../exchange/store.ts';
import { encodeReceipt, encodeRejection, encodeTransfers } from '../encoding.ts';
import { headAfter, isResumed } from '../unfinished.ts';
import { inStatements, preparePuts } from './balances.ts';
import { type ConnectionOptions, explain, openWriter } from './connection.ts';
import { openSqliteJournal } from './journal.ts';
import { migrate } from './schema.ts';
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
  #arrived = 0;

  constructor(options: ConnectionOptions, db: DatabaseSync) {
    this.#options = options;
    this.#db = db;
    this.#sql = prepare(db);
  }

  async begin(factory: string): Promise<number> {
    this.#atOnce(() => {
      const head = this.#sql.head.get() as { factory: string; sequence: number; isEmpty: number };
      if (isResumed(head, { factory, isEmpty: head.isEmpty === 1 })) this.#arrived = headAfter(head.sequence);
      else this.#sql.claim.run(factory, headAfter(0));
    });
    return this.#arrived;
  }

  async add(chunk: Chunk): Promise<void> {
    const { transactions = [] } = chunk;
    const arrived = this.#arrived + transactions.length;
    this.#atOnce(() => {
      this.#moveHead(headAfter(arrived));
      this.#write(chunk);
    });
    this.#arrived = arrived;
  }

  async openJournal(): Promise<Journal> {
    return openSqliteJournal(this.#options);
  }

  async finish(): Promise<void> {
    this.#atOnce(() => this.#moveHead(this.#arrived));
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  #write({ transactions = [], tokens = [], pools = [], balances = [], replies = [], keys = [] }: Chunk): void {
    const sql = this.#sql;
    for (const { address, symbol, decimals } of tokens) sql.token.run(address, symbol, decimals);
    for (const pool of pools) {
      const { number, address, token0, token1, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress } = pool;
      sql.pool.run(number, address, token0, token1, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress);
    }
    for (const { sequence, id, actor, createdAtMs, transfers, receipt } of transactions) {
      const { kind } = receipt;
      sql.posted.run(sequence, id, kind, actor, createdAtMs, encodeTransfers(transfers), encodeReceipt(receipt));
    }
    for (const some of inStatements(balances)) sql.put(some);
    for (const { actor, key, fingerprint, sequence, rejection } of replies) {
      sql.reply.run(actor, key, fingerprint, sequence, rejection && encodeRejection(rejection));
    }
    for (const { id, account, role, hash, createdAtMs, revokedAtMs } of keys) {
      sql.key.run(id, account, role, hash, createdAtMs, revokedAtMs);
    }
  }

  /** Fails when another process has moved it, so that two copies at once cannot mix. */
  #moveHead(sequence: number): void {
    const moved = this.#sql.moveHead.run(sequence, headAfter(this.#arrived));
    assert(moved.changes === 1, 'nobody else writes to the target of a copy');
  }

  #atOnce(work: () => void): void {
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
         OR EXISTS (SELECT 1 FROM keys)) AS isEmpty FROM head`,
    ),
    claim: db.prepare('UPDATE head SET factory = ?, sequence = ?'),
    moveHead: db.prepare('UPDATE head SET sequence = ? WHERE sequence = ?'),
    token: db.prepare('INSERT INTO tokens VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    pool: db.prepare('INSERT INTO pools VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
    posted: db.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)'),
    put: preparePuts(db),
    reply: db.prepare('INSERT INTO replies VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
    key: db.prepare(
      'INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET revoked_at_ms = excluded.revoked_at_ms',
    ),
  };
}
