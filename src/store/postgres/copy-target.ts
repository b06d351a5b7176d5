// Writes the copy of an exchange (`millpond copy`) to a PostgreSQL database.
import { assert } from '../../core/assert.ts';
import type { Chunk, CopyTarget, Journal } from '../../ports/store.ts';
import { movementsIn, partiesIn } from '../rows/activity.ts';
import { CHANGED_KEY, KEYS, MOVEMENTS, PARTIES, POOLS, REPLIES, TOKENS } from '../rows/rows.ts';
import { SIDE_RECORDS } from '../rows/side-records.ts';
import { insertHook } from '../sql/hooks.ts';
import { arrivedAt, isResumed, unfinishedHead } from '../unfinished-copy.ts';
import { forgetChainRecords, insertChainRecords } from './chain/copied.ts';
import { checkPreparing, checkReached } from './check.ts';
import { type Connection, type ConnectionOptions, connect, explain, type Transaction } from './connection.ts';
import { run } from './database.ts';
import { balanceRows, poolChanges, rowsOf, tokenChanges, transactionRows } from './inserts.ts';
import { openJournal } from './journal.ts';
import { migrate } from './schema.ts';

/** Connects and migrates the schema. */
export async function openPostgresCopyTarget(options: ConnectionOptions): Promise<CopyTarget> {
  let sql: Connection | undefined;
  try {
    sql = connect(options, 1);
    await checkReached(sql, options);
    await checkPreparing(options);
    await migrate(sql);
    return new PostgresCopyTarget(options, sql);
  } catch (error) {
    await sql?.end({ timeout: 0 });
    throw explain(error, options.url);
  }
}

type Head = { readonly factory: string; readonly sequence: number };

class PostgresCopyTarget implements CopyTarget {
  readonly #options: ConnectionOptions;
  readonly #sql: Connection;
  /** The number of transactions copied so far, by earlier runs too. */
  #arrived = 0;

  constructor(options: ConnectionOptions, sql: Connection) {
    this.#options = options;
    this.#sql = sql;
  }

  async begin(factory: string): Promise<number> {
    await this.#inTransaction(async (sql) => {
      // FOR UPDATE also waits until the server has ended the last transaction of a copy that was killed.
      const [head] = await sql<[Head]>`SELECT factory, sequence FROM head FOR UPDATE`;
      const [{ isEmpty }] = await sql<[{ isEmpty: boolean }]>`
        SELECT NOT (EXISTS (SELECT FROM journal) OR EXISTS (SELECT FROM replies) OR EXISTS (SELECT FROM keys)
          OR EXISTS (SELECT FROM hooks) OR EXISTS (SELECT FROM records)
          OR EXISTS (SELECT FROM chain_orders) OR EXISTS (SELECT FROM chain_wallets)) AS "isEmpty"`;
      if (isResumed(head, { factory, isEmpty })) {
        this.#arrived = arrivedAt(head.sequence);
        // Deletes rows that an earlier run has copied: the source sends all of these again, without those that it has deleted since.
        await sql`DELETE FROM replies WHERE sequence IS NULL`;
        await sql`DELETE FROM records`;
        await forgetChainRecords(sql);
      } else await sql`UPDATE head SET factory = ${factory}, sequence = ${unfinishedHead(0)}`;
    });
    return this.#arrived;
  }

  async add(chunk: Chunk): Promise<void> {
    const arrived = this.#arrived + (chunk.transactions?.length ?? 0);
    await this.#inTransaction(async (sql) => {
      await this.#moveHead(sql, unfinishedHead(arrived));
      await insertChunk(sql, chunk);
      await sql`UPDATE head SET last_transaction = (SELECT id FROM journal ORDER BY sequence DESC LIMIT 1)`;
    });
    this.#arrived = arrived;
  }

  async openJournal(): Promise<Journal> {
    return openJournal(this.#options);
  }

  async finish(): Promise<void> {
    // A table that was just filled has no statistics, so that the first queries would scan it instead of using its indexes.
    await this.#sql`ANALYZE`;
    await this.#inTransaction((sql) => this.#moveHead(sql, this.#arrived));
  }

  close(): Promise<void> {
    return this.#sql.end({ timeout: 5 });
  }

  /** Fails if another process has moved the head, so that two concurrent copies cannot mix. */
  async #moveHead(sql: Transaction, sequence: number): Promise<void> {
    const moved = await sql`UPDATE head SET sequence = ${sequence} WHERE sequence = ${unfinishedHead(this.#arrived)}`;
    assert(moved.count === 1, 'only one copy at a time writes to the target');
  }

  async #inTransaction(work: (sql: Transaction) => Promise<void>): Promise<void> {
    try {
      await this.#sql.begin('isolation level read committed', work);
    } catch (error) {
      throw explain(error, this.#options.url);
    }
  }
}

/** Inserts tables in the order that their foreign keys require, each with one statement for all its rows. */
async function insertChunk(sql: Transaction, chunk: Chunk): Promise<void> {
  const { listingSequence, tokens, pools, transactions, balances, replies, keys, hooks, sideRecords } = chunk;
  if (listingSequence !== undefined) await sql`UPDATE head SET listed = ${listingSequence}`;
  // Tokens and pools that an earlier run has copied may have changed at the source since.
  if (tokens) {
    await sql`INSERT INTO tokens ${rowsOf(sql, TOKENS, tokens)} ON CONFLICT DO NOTHING`;
    await sql`UPDATE ${tokenChanges(sql, tokens)}`;
  }
  if (pools) {
    await sql`INSERT INTO pools ${rowsOf(sql, POOLS, pools)} ON CONFLICT DO NOTHING`;
    await sql`UPDATE ${poolChanges(sql, pools)}`;
  }
  if (transactions) {
    const receipts = transactions.map(({ text }) => text);
    await sql`INSERT INTO journal ${transactionRows(sql, transactions, receipts)}`;
    await sql`INSERT INTO parties ${rowsOf(sql, PARTIES, partiesIn(transactions))}`;
    await sql`INSERT INTO movements ${rowsOf(sql, MOVEMENTS, movementsIn(transactions))}`;
  }
  if (balances) {
    await sql`
      INSERT INTO balances ${balanceRows(sql, balances)}
      ON CONFLICT (account, token) DO UPDATE SET balance = excluded.balance WHERE balances.balance <> excluded.balance`;
  }
  if (replies) await sql`INSERT INTO replies ${rowsOf(sql, REPLIES, replies)} ON CONFLICT DO NOTHING`;
  if (keys) {
    await sql`
      INSERT INTO keys ${rowsOf(sql, KEYS, keys)}
      ON CONFLICT (id) DO UPDATE SET ${sql.unsafe(CHANGED_KEY)}`;
  }
  if (sideRecords) await sql`INSERT INTO records ${rowsOf(sql, SIDE_RECORDS, sideRecords)}`;
  if (chunk.chainRecords) await insertChainRecords(sql, chunk.chainRecords);
  if (hooks) await sql`DELETE FROM hooks`;
  for (const hook of hooks ?? []) {
    const { text, values } = insertHook(hook);
    await run(sql, text, values);
  }
}
