// Commits batches to the journal of an SQLite exchange: loads, settles and writes each in one transaction, under the write lock.
import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../../core/amount.ts';
import { assert } from '../../core/assert.ts';
import type { Policy, Symbolled } from '../../core/commands/kind.ts';
import type { Instruction, Outcome, Posted, StoredReply } from '../../core/settle/instruction.ts';
import {
  balancesOf,
  clientIdsNamed,
  escrowsOf,
  needsSymbols,
  ordersNamed,
  recordsNamed,
  referencesNamed,
  repliesNamed,
} from '../../core/settle/prefetch.ts';
import { type SettleInput, settle } from '../../core/settle/settle.ts';
import { ENTROPY_VALUES, nextTimeMs } from '../../core/settle/transaction-id.ts';
import { type BalanceKey, balanceKey } from '../../core/settle/transfer.ts';
import type { JournalMark } from '../../ports/records.ts';
import { columnsOf } from '../rows/activity.ts';
import { decodeRefusal } from '../rows/codec.ts';
import { sweepOf } from '../rows/refusals.ts';
import { POSTED_COLUMNS, type PostedRow, replyRecord, toPosted } from '../rows/rows.ts';
import type { ClockGuard } from '../writer/clock.ts';
import { EMPTY_JOURNAL } from '../writer/history.ts';
import { KnownRecords } from '../writer/known-records.ts';
import { type Committed, type EncodedSettlement, encode } from '../writer/wire.ts';
import { preparePuts, prepareReads } from './balances.ts';
import { catalogue } from './catalogue.ts';
import { prepareInserts, prepareUpdates } from './inserts.ts';
import { inStatements } from './many-rows.ts';
import { ORDER_UNDER } from './reader.ts';
import { inTransaction, tryToWrite } from './transaction.ts';
import { type Checkpoints, WriteAheadLog } from './wal.ts';

/** For so long a successful commit proves that the disk is writable, so that a check need not write to it. */
const PROVEN_MS = 1000;
/** After a failed commit, a check writes this many pages: the disk must have room for a batch, not only for one page. */
const PAGES_OF_A_BATCH = 16;
/** Changes the head and restores it: SQLite writes only changed pages, and only a write shows that the disk is full. */
const THERE_AND_BACK = 'UPDATE head SET sequence = sequence + 1; UPDATE head SET sequence = sequence - 1';
const ANY_CLOCK = { believe: (clockMs: number) => clockMs };

/** A balance by `balanceKey`. */
type NamedBalance = readonly [name: string, key: BalanceKey];

export class SqliteWriter {
  readonly #db: DatabaseSync;
  readonly #policy: Policy;
  readonly #sql: ReturnType<typeof prepare>;
  readonly #catalogue: ReturnType<typeof catalogue>;
  readonly #known: KnownRecords;
  readonly #log: WriteAheadLog;
  readonly #clock: Pick<ClockGuard, 'believe'>;
  /** Time of the last successful commit; -Infinity if there was none, or if the last commit failed. */
  #committedMs = Number.NEGATIVE_INFINITY;

  constructor(
    db: DatabaseSync,
    policy: Policy,
    {
      clock = ANY_CLOCK,
      checkpoints,
    }: { clock?: Pick<ClockGuard, 'believe'>; checkpoints?: Checkpoints | undefined } = {},
  ) {
    this.#clock = clock;
    this.#db = db;
    this.#policy = policy;
    this.#sql = prepare(db);
    this.#catalogue = catalogue(db);
    this.#known = new KnownRecords(this.#catalogue.factory());
    this.#log = new WriteAheadLog(db, checkpoints);
  }

  commit(batch: readonly Instruction[], composedAt = EMPTY_JOURNAL): Committed {
    const before = this.#committedMs;
    this.#committedMs = Number.NEGATIVE_INFINITY;
    const { reply, last, wrote } = inTransaction(this.#db, () => {
      const { last, balances } = this.#read(batch, composedAt);
      const settlement = encode(settle(batch, this.#load(batch, last, balances)));
      this.#write(settlement, last.sequence);
      const { transactions, replies } = settlement;
      return {
        reply: settlement.reply,
        last: transactions.at(-1) ?? last,
        wrote: transactions.length + replies.length,
      };
    });
    // A batch that only repeats stored answers writes nothing, so it proves nothing about the disk.
    this.#committedMs = wrote > 0 ? performance.now() : before;
    this.#known.wrote(last);
    return reply;
  }

  /** Runs work that does not write to the journal and commits its own transaction. */
  write<T>(work: (db: DatabaseSync) => T): T {
    const done = work(this.#db);
    this.#log.grew(1);
    return done;
  }

  /** Throws unless a batch could be committed now; if there was no recent commit, makes one that leaves everything as it was. */
  check(): void {
    this.#clock.believe(Date.now());
    if (performance.now() - this.#committedMs < PROVEN_MS) tryToWrite(this.#db);
    else this.#prove();
  }

  #prove(): void {
    const pages = this.#committedMs === Number.NEGATIVE_INFINITY ? PAGES_OF_A_BATCH : 1;
    this.#committedMs = Number.NEGATIVE_INFINITY;
    for (let page = 0; page < pages; page += 1) inTransaction(this.#db, () => this.#db.exec(THERE_AND_BACK));
    this.#committedMs = performance.now();
    this.#log.grew(pages);
  }

  /** Checkpoints the log if necessary; to be called between batches. */
  tidy(): void {
    this.#log.tidy();
  }

  /**
   * Reads the head and the balances of the batch; throws if the journal was rewound since the last batch, or since this one was composed.
   * Usually all tokens and pools are cached and still valid, so that one statement is enough.
   */
  #read(
    batch: readonly Instruction[],
    composedAt: JournalMark,
  ): { last: JournalMark; balances: SettleInput['balances'] } {
    const isMet = this.#isMet(batch);
    const [some = [], ...others] = isMet ? this.#balancesOf(batch) : [];
    const { mark: last, listingSequence, balances } = this.#sql.read(some.map(([, key]) => key));
    const idAt = (sequence: number) => (sequence === last.sequence ? last.id : this.#catalogue.idAt(sequence));
    this.#known.check(composedAt, last, idAt);
    const isValid = this.#known.isAsOf(listingSequence);
    if (isMet && isValid) {
      const found = new Map(some.map(([name], index) => [name, balances[index] as bigint]));
      return { last, balances: this.#readBalances(others, found) };
    }
    this.#remember(batch);
    return { last, balances: this.#readBalances(this.#balancesOf(batch)) };
  }

  #isMet(batch: readonly Instruction[]): boolean {
    const { tokens, pairs } = recordsNamed(batch, this.#known);
    return tokens.length + pairs.length === 0;
  }

  #remember(batch: readonly Instruction[]): void {
    const unmet = recordsNamed(batch, this.#known);
    this.#known.remember(
      unmet.tokens.flatMap((address) => this.#catalogue.token(address) ?? []),
      unmet.pairs.flatMap((pair) => this.#catalogue.pool(...pair) ?? []),
    );
  }

  #balancesOf(batch: readonly Instruction[]): readonly (readonly NamedBalance[])[] {
    return [...inStatements([...balancesOf(batch, this.#known, this.#policy)])];
  }

  #readBalances(
    parts: readonly (readonly NamedBalance[])[],
    found = new Map<string, bigint>(),
  ): SettleInput['balances'] {
    for (const some of parts) {
      const { balances } = this.#sql.read(some.map(([, key]) => key));
      for (const [index, [name]] of some.entries()) found.set(name, balances[index] as bigint);
    }
    return found;
  }

  #load(batch: readonly Instruction[], last: JournalMark, balances: SettleInput['balances']): SettleInput {
    const { tokens, pools, addressOf } = this.#known;
    const orders = ordersNamed(batch);
    const ordersUnder = this.#ordersUnder(batch);
    return {
      lastSequence: last.sequence,
      nowMs: nextTimeMs(this.#clock.believe(Date.now()), last.id),
      entropy: randomInt(ENTROPY_VALUES),
      policy: this.#policy,
      tokens,
      pools,
      addressOf,
      ...(needsSymbols(batch) && { symbols: this.#sql.symbols.all() as unknown as readonly Symbolled[] }),
      balances: ordersUnder ? this.#withEscrows(balances, ordersUnder) : balances,
      replies: this.#replies(batch),
      references: this.#references(batch),
      ...(orders.length > 0 && { orders: this.#orders(orders) }),
      ...(ordersUnder && { ordersUnder }),
    };
  }

  #replies(batch: readonly Instruction[]): ReadonlyMap<string, StoredReply> {
    const replies = new Map<string, StoredReply>();
    for (const [name, { actor, key }] of repliesNamed(batch)) {
      const reply = this.#reply(actor, key);
      if (reply) replies.set(name, reply);
    }
    return replies;
  }

  #references(batch: readonly Instruction[]): ReadonlyMap<string, Posted> {
    const references = new Map<string, Posted>();
    for (const [name, reference] of referencesNamed(batch)) {
      const row = this.#sql.movement.get(columnsOf(reference)) as PostedRow | undefined;
      if (row) references.set(name, toPosted(row));
    }
    return references;
  }

  #orders(sequences: readonly number[]): ReadonlyMap<number, Posted> {
    const rows = sequences.map((sequence) => this.#sql.posted.get(sequence) as PostedRow | undefined);
    return new Map(rows.flatMap((row) => (row ? [[row.sequence, toPosted(row)]] : [])));
  }

  #ordersUnder(batch: readonly Instruction[]): ReadonlyMap<string, Posted> | undefined {
    const named = clientIdsNamed(batch);
    if (named.size === 0) return undefined;
    const orders = new Map<string, Posted>();
    for (const [name, { account, clientId }] of named) {
      const row = this.#sql.orderUnder.get(account, clientId) as PostedRow | undefined;
      if (row) orders.set(name, toPosted(row));
    }
    return orders;
  }

  #withEscrows(balances: SettleInput['balances'], orders: ReadonlyMap<string, Posted>): SettleInput['balances'] {
    const keys = escrowsOf(orders.values()).map((key) => [balanceKey(key.account, key.token), key] as const);
    return this.#readBalances([...inStatements(keys)], new Map(balances));
  }

  #write(settlement: EncodedSettlement, lastSequence: number): void {
    const { transactions, receipts, tokens, pools, changedTokens, changedPools, balances, replies } = settlement;
    const { insert, update, put, moveHead } = this.#sql;
    for (const token of tokens) insert.token(token);
    for (const pool of pools) insert.pool(pool);
    for (const change of changedTokens) update.token(change);
    for (const pool of changedPools) update.pool(pool);
    insert.transactions(transactions, receipts);
    put(balances);
    insert.replies(replies.map(replyRecord));
    const sweep = sweepOf(replies, this.#policy.refusalRetentionMs);
    if (sweep) this.#sql.sweep.run(sweep.untilMs, sweep.limit);
    this.#log.grew(transactions.length + balances.length + replies.length);
    const last = transactions.at(-1);
    if (!last) return;
    const moved = moveHead.run(last.sequence, last.id, settlement.listingSequence ?? null, lastSequence);
    assert(moved.changes === 1, 'the journal head is where it was read');
  }

  #reply(actor: Account, key: string): StoredReply | undefined {
    const row = this.#sql.reply.get(actor, key) as
      | { fingerprint: string; sequence: number | null; rejection: string | null; refused_at_ms: number | null }
      | undefined;
    if (!row) return undefined;
    const outcome: Outcome =
      row.sequence === null
        ? { refusal: decodeRefusal(row.rejection as string) }
        : { posted: toPosted(this.#sql.posted.get(row.sequence) as PostedRow) };
    const decidedAtMs = 'posted' in outcome ? outcome.posted.createdAtMs : (row.refused_at_ms as number);
    return { actor, key, fingerprint: row.fingerprint, outcome, decidedAtMs };
  }
}

function prepare(db: DatabaseSync) {
  return {
    moveHead: db.prepare(
      'UPDATE head SET sequence = ?, last_transaction = ?, listed = coalesce(?, listed) WHERE sequence = ?',
    ),
    symbols: db.prepare(`SELECT address, symbol FROM tokens WHERE status <> 'hidden'`),
    read: prepareReads(db),
    put: preparePuts(db),
    reply: db.prepare(
      'SELECT fingerprint, sequence, rejection, refused_at_ms FROM replies WHERE actor = ? AND key = ?',
    ),
    posted: db.prepare(`SELECT ${POSTED_COLUMNS} FROM journal WHERE sequence = ?`),
    orderUnder: db.prepare(ORDER_UNDER),
    movement: db.prepare(
      `SELECT ${POSTED_COLUMNS} FROM journal WHERE sequence = (SELECT sequence FROM movements
         WHERE account = $account AND token = $token AND reference = $reference AND kind = $kind)`,
    ),
    sweep: db.prepare(
      `DELETE FROM replies WHERE (actor, key) IN (
         SELECT actor, key FROM replies WHERE refused_at_ms <= ? ORDER BY refused_at_ms LIMIT ?)`,
    ),
    insert: prepareInserts(db),
    update: prepareUpdates(db),
  };
}
