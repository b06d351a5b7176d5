// The one place that changes an SQLite exchange: a batch is loaded, decided and written under the write lock.
import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Account, TokenAddress } from '../../core/amount.ts';
import { assert } from '../../core/assert.ts';
import { balancesNamed, type Policy, tokensNamed } from '../../core/decide.ts';
import { type BalanceKey, balanceKey } from '../../core/ledger.ts';
import { type Pool, pairKey, type Token } from '../../core/pool.ts';
import { type Instruction, type Loaded, type Outcome, type Reply, replyKey, settle } from '../../core/settle.ts';
import { ENTROPY_VALUES } from '../../core/transaction-id.ts';
import { decodeRejection, encodeRejection, encodeTransfers } from '../encoding.ts';
import { POSTED_COLUMNS, type PostedRow, toPosted } from '../rows.ts';
import { type EncodedSettlement, encode, type WireOutcome } from '../writer/wire.ts';
import { inStatements, preparePuts, prepareReads } from './balances.ts';
import { catalogue } from './catalogue.ts';
import { inTransaction } from './transaction.ts';

export class SqliteWriter {
  readonly #db: DatabaseSync;
  readonly #policy: Policy;
  readonly #sql: ReturnType<typeof prepare>;
  readonly #catalogue: ReturnType<typeof catalogue>;
  // Tokens and pools never change once listed, so remembering them cannot go wrong.
  readonly #tokens = new Map<TokenAddress, Token>();
  readonly #pools = new Map<string, Pool>();

  constructor(db: DatabaseSync, policy: Policy) {
    this.#db = db;
    this.#policy = policy;
    this.#sql = prepare(db);
    this.#catalogue = catalogue(db);
  }

  commit(batch: readonly Instruction[]): readonly WireOutcome[] {
    return inTransaction(this.#db, () => {
      const loaded = this.#load(batch);
      const settlement = encode(settle(batch, loaded));
      this.#write(settlement, loaded.lastSequence);
      return settlement.answers;
    });
  }

  #load(batch: readonly Instruction[]): Loaded {
    const named = new Map<string, BalanceKey>();
    const replies = new Map<string, Reply>();
    for (const { actor, command, idempotency } of batch) {
      for (const address of tokensNamed(command)) this.#meet(address);
      const pool = 'tokenA' in command ? this.#pool(command.tokenA, command.tokenB) : undefined;
      for (const key of balancesNamed(command, pool, this.#policy)) named.set(balanceKey(key.account, key.token), key);
      const reply = idempotency && this.#reply(actor, idempotency.key);
      if (reply) replies.set(replyKey(actor, reply.key), reply);
    }
    return {
      lastSequence: this.#head(),
      nowMs: Date.now(),
      entropy: randomInt(ENTROPY_VALUES),
      policy: this.#policy,
      tokens: this.#tokens,
      pools: this.#pools,
      balances: this.#balances(named),
      replies,
    };
  }

  #balances(named: ReadonlyMap<string, BalanceKey>): ReadonlyMap<string, bigint> {
    const balances = new Map<string, bigint>();
    for (const some of inStatements([...named])) {
      const { balances: found } = this.#sql.read(some.map(([, key]) => key));
      for (const [index, [name]] of some.entries()) balances.set(name, found[index] as bigint);
    }
    return balances;
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

  #meet(address: TokenAddress): void {
    if (this.#tokens.has(address)) return;
    const token = this.#catalogue.token(address);
    if (token) this.#tokens.set(address, token);
  }

  #pool(a: TokenAddress, b: TokenAddress): Pool | undefined {
    const key = pairKey(a, b);
    const pool = this.#pools.get(key) ?? this.#catalogue.pool(a, b);
    if (pool) this.#pools.set(key, pool);
    return pool;
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
    head: db.prepare('SELECT sequence FROM head'),
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
