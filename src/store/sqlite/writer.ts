// The one place that changes an SQLite exchange: a batch is loaded, decided and written under the write lock.
import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../../core/amount.ts';
import { assert } from '../../core/assert.ts';
import type { Policy } from '../../core/commands/kind.ts';
import { balancesOf, recordsNamed, repliesNamed } from '../../core/prefetch.ts';
import { type Instruction, type Loaded, type Outcome, type Reply, settle } from '../../core/settle.ts';
import { ENTROPY_VALUES } from '../../core/transaction-id.ts';
import { OutcomeUnknown } from '../../exchange/store.ts';
import { decodeRejection, encodeRejection, encodeTransfers } from '../codec.ts';
import { KnownRecords } from '../known-records.ts';
import { POSTED_COLUMNS, type PostedRow, toPosted } from '../rows.ts';
import { type EncodedSettlement, encode, type WrittenOutcome } from '../written.ts';
import { inStatements, preparePuts, prepareReads } from './balances.ts';
import { catalogue } from './catalogue.ts';
import { mayYetCommit } from './connection.ts';

export class SqliteWriter {
  readonly #db: DatabaseSync;
  readonly #policy: Policy;
  readonly #sql: ReturnType<typeof prepare>;
  readonly #catalogue: ReturnType<typeof catalogue>;
  readonly #known: KnownRecords;

  constructor(db: DatabaseSync, policy: Policy) {
    this.#db = db;
    this.#policy = policy;
    this.#sql = prepare(db);
    this.#catalogue = catalogue(db);
    this.#known = new KnownRecords((this.#sql.head.get() as { factory: string }).factory);
  }

  commit(batch: readonly Instruction[]): readonly WrittenOutcome[] {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const loaded = this.#load(batch);
      const settlement = encode(settle(batch, loaded));
      this.#write(settlement, loaded.lastSequence);
      this.#commit();
      return settlement.written;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #commit(): void {
    try {
      this.#db.exec('COMMIT');
    } catch (error) {
      throw mayYetCommit(error) ? new OutcomeUnknown((error as Error).message) : error;
    }
  }

  #load(batch: readonly Instruction[]): Loaded {
    const { tokens, pairs } = recordsNamed(batch, this.#known);
    this.#known.remember(
      tokens.flatMap((address) => this.#catalogue.token(address) ?? []),
      pairs.flatMap((pair) => this.#catalogue.pool(...pair) ?? []),
    );
    return {
      ...this.#known,
      lastSequence: this.#head(),
      nowMs: Date.now(),
      entropy: randomInt(ENTROPY_VALUES),
      policy: this.#policy,
      balances: this.#balances(batch),
      replies: this.#replies(batch),
    };
  }

  #balances(batch: readonly Instruction[]): ReadonlyMap<string, bigint> {
    const balances = new Map<string, bigint>();
    for (const some of inStatements([...balancesOf(batch, this.#known, this.#policy)])) {
      const { balances: found } = this.#sql.read(some.map(([, key]) => key));
      for (const [index, [name]] of some.entries()) balances.set(name, found[index] as bigint);
    }
    return balances;
  }

  #replies(batch: readonly Instruction[]): ReadonlyMap<string, Reply> {
    const replies = new Map<string, Reply>();
    for (const [name, { actor, key }] of repliesNamed(batch)) {
      const reply = this.#reply(actor, key);
      if (reply) replies.set(name, reply);
    }
    return replies;
  }

  #write(settlement: EncodedSettlement, lastSequence: number): void {
    const { transactions, receipts, tokens, pools, balances, replies } = settlement;
    const sql = this.#sql;
    for (const { address, symbol, decimals } of tokens) sql.insertToken.run(address, symbol, decimals);
    for (const pool of pools) {
      const { number, address, token0, token1, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress } = pool;
      sql.insertPool.run(number, address, token0, token1, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress);
    }
    for (const [index, { sequence, id, actor, createdAtMs, transfers, receipt }] of transactions.entries()) {
      const text = receipts[index] as string;
      sql.insertPosted.run(sequence, id, receipt.kind, actor, createdAtMs, encodeTransfers(transfers), text);
    }
    for (const some of inStatements(balances)) sql.put(some);
    for (const { actor, key, fingerprint, outcome } of replies) {
      const sequence = 'posted' in outcome ? outcome.posted.sequence : null;
      const rejection = 'rejection' in outcome ? encodeRejection(outcome.rejection) : null;
      sql.insertReply.run(actor, key, fingerprint, sequence, rejection);
    }
    if (transactions.length === 0) return;
    const moved = sql.moveHead.run(lastSequence + transactions.length, lastSequence);
    assert(moved.changes === 1, 'the journal head is where it was read');
  }

  #head(): number {
    return (this.#sql.head.get() as { sequence: number }).sequence;
  }

  #reply(actor: Account, key: string): Reply | undefined {
    const row = this.#sql.reply.get(actor, key) as
      | { fingerprint: string; sequence: number | null; rejection: string | null }
      | undefined;
    if (!row) return undefined;
    const outcome: Outcome =
      row.sequence === null
        ? { rejection: decodeRejection(row.rejection as string) }
        : { posted: toPosted(this.#sql.posted.get(row.sequence) as PostedRow) };
    return { actor, key, fingerprint: row.fingerprint, outcome };
  }
}

function prepare(db: DatabaseSync) {
  return {
    head: db.prepare('SELECT factory, sequence FROM head'),
    moveHead: db.prepare('UPDATE head SET sequence = ? WHERE sequence = ?'),
    read: prepareReads(db),
    put: preparePuts(db),
    reply: db.prepare('SELECT fingerprint, sequence, rejection FROM replies WHERE actor = ? AND key = ?'),
    insertReply: db.prepare('INSERT INTO replies VALUES (?, ?, ?, ?, ?)'),
    posted: db.prepare(`SELECT ${POSTED_COLUMNS} FROM journal WHERE sequence = ?`),
    insertPosted: db.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)'),
    insertToken: db.prepare('INSERT INTO tokens VALUES (?, ?, ?)'),
    insertPool: db.prepare('INSERT INTO pools VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  };
}
