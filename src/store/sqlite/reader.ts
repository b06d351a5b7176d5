// Reads the head, tokens, pools, balances, transactions, replies and keys of an SQLite exchange.
import type { DatabaseSync } from 'node:sqlite';
import type { Account, PoolAddress, TokenAddress } from '../../core/amount.ts';
import type { ListedToken, ListingStatus, NumberedToken, Pool, TokenEntry } from '../../core/pool.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import { replyKey } from '../../core/settle/repetitions.ts';
import type { BalanceKey } from '../../core/settle/transfer.ts';
import type { JournalMark, KeyRecord, MovementRow, PartyRow, ReplyRecord } from '../../ports/records.ts';
import type { JournalEntry, ReplyName } from '../../ports/store.ts';
import {
  BALANCE_COLUMNS,
  type BalanceRow,
  BY_TRANSACTION,
  IS_SHOWN,
  KEYS,
  MOVEMENTS,
  OF_TOKENS,
  PARTIES,
  POOLS,
  POSTED_COLUMNS,
  type PostedRow,
  REPLIES,
  TOKEN_COLUMNS,
  TOKENS,
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toBalance,
  toPosted,
  toTransaction,
} from '../rows/rows.ts';
import { type BalancesRead, prepareReads } from './balances.ts';
import { catalogue } from './catalogue.ts';
import { inStatements, ROWS_A_STATEMENT } from './many-rows.ts';
import { CLIENT_ID } from './schema.ts';

/** Names the index; otherwise SQLite would scan from the journal's end back to the last such transaction. */
export const LAST_TOKEN_CHANGE = `SELECT ${POSTED_COLUMNS} FROM journal INDEXED BY journal_of_tokens
  WHERE ${OF_TOKENS} ORDER BY sequence DESC LIMIT 1`;

/** The account's newest order with a `clientId`. Names the index, as above. */
export const ORDER_UNDER = `SELECT ${POSTED_COLUMNS} FROM journal INDEXED BY journal_by_client_id
  WHERE kind = 'placeOrder' AND actor = ? AND ${CLIENT_ID} = ? ORDER BY sequence DESC LIMIT 1`;

export class SqliteReader {
  readonly #db: DatabaseSync;
  readonly #sql: ReturnType<typeof prepare>;
  readonly #catalogue: ReturnType<typeof catalogue>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = prepare(db);
    this.#catalogue = catalogue(db);
  }

  factory(): string {
    return this.#catalogue.factory();
  }

  mark(): JournalMark {
    return this.#sql.read([]).mark;
  }

  idAt(sequence: number): string | null {
    return this.#catalogue.idAt(sequence);
  }

  answered(keys: readonly ReplyName[], refusedAfterMs: number): ReadonlySet<string> {
    const answered = keys.filter(({ actor, key }) => this.#sql.isAnswered.get(actor, key, refusedAfterMs));
    return new Set(answered.map(({ actor, key }) => replyKey(actor, key)));
  }

  /** All balances as of one moment: a single statement is consistent by itself, several need a transaction. */
  read(keys: readonly BalanceKey[]): BalancesRead {
    if (keys.length <= ROWS_A_STATEMENT) return this.#sql.read(keys);
    return this.atOneMoment(() => ({
      ...this.#sql.read([]),
      balances: [...inStatements(keys)].flatMap((some) => this.#sql.read(some).balances),
    }));
  }

  listingSequence(): number {
    return this.#sql.read([]).listingSequence;
  }

  token(address: TokenAddress): ListedToken | undefined {
    return this.#catalogue.token(address);
  }

  tokens(): readonly ListedToken[] {
    return plain<ListedToken>(this.#sql.tokens.all());
  }

  tokenEntries({ after, limit, status = null }: { after: string; limit: number; status?: ListingStatus | null }) {
    return plain<NumberedToken>(this.#sql.tokenEntries.all(after, status, status, limit));
  }

  tokensNamed(addresses: readonly TokenAddress[]) {
    return plain<NumberedToken>(this.#sql.tokensNamed.all(JSON.stringify(addresses)));
  }

  everyToken(): readonly TokenEntry[] {
    return plain<TokenEntry>(this.#sql.everyToken.all());
  }

  pool(a: TokenAddress, b: TokenAddress): Pool | undefined {
    return this.#catalogue.pool(a, b);
  }

  pools({
    after,
    limit,
    status = null,
  }: {
    after: number;
    limit: number;
    status?: ListingStatus | null;
  }): readonly Pool[] {
    return this.#sql.pools.all(after, status, status, limit).map(POOLS.recordOf);
  }

  poolsNamed(addresses: readonly PoolAddress[]): readonly Pool[] {
    return this.#sql.poolsNamed.all(JSON.stringify(addresses)).map(POOLS.recordOf);
  }

  everyPool(): readonly Pool[] {
    return Array.from(this.#sql.everyPool.iterate(), POOLS.recordOf);
  }

  posted(sequence: number): Posted | undefined {
    const row = this.#sql.posted.get(sequence) as PostedRow | undefined;
    return row && toPosted(row);
  }

  times(sequences: readonly number[]): ReadonlyMap<number, number> {
    const rows = this.#sql.times.all(JSON.stringify(sequences)) as { sequence: number; created_at_ms: number }[];
    return new Map(rows.map((row) => [row.sequence, row.created_at_ms]));
  }

  orderUnder(account: Account, clientId: string): Posted | undefined {
    const row = this.#sql.orderUnder.get(account, clientId) as PostedRow | undefined;
    return row && toPosted(row);
  }

  lastTokenChange(): Posted | undefined {
    const row = this.#sql.lastTokenChange.get() as PostedRow | undefined;
    return row && toPosted(row);
  }

  balances({ account, after, limit }: { account: Account; after: string; limit: number }) {
    return (this.#sql.balances.all(account, after, limit) as unknown as BalanceRow[]).map(toBalance);
  }

  keys(): readonly KeyRecord[] {
    return this.#sql.keys.all().map(KEYS.recordOf);
  }

  *journal(after: number): Iterable<JournalEntry> {
    for (const row of this.#sql.journal.iterate(after) as Iterable<unknown>) {
      yield toTransaction(row as TransactionRow);
    }
  }

  *everyBalance() {
    for (const row of this.#sql.everyBalance.iterate() as Iterable<unknown>) yield toBalance(row as BalanceRow);
  }

  *everyReply(): Iterable<ReplyRecord> {
    for (const row of this.#sql.everyReply.iterate()) yield REPLIES.recordOf(row);
  }

  everyMovement(): Iterable<MovementRow> {
    return this.#sql.everyMovement.iterate() as Iterable<unknown> as Iterable<MovementRow>;
  }

  everyParty(): Iterable<PartyRow> {
    return this.#sql.everyParty.iterate() as Iterable<unknown> as Iterable<PartyRow>;
  }

  atOneMoment<T>(work: () => T): T {
    this.#db.exec('BEGIN');
    try {
      return work();
    } finally {
      this.#db.exec('COMMIT');
    }
  }
}

/** Copies rows, because SQLite's row objects have no prototype, so that they would not equal the same records from elsewhere. */
const plain = <Row>(rows: readonly object[]): readonly Row[] => rows.map((row) => ({ ...row }) as Row);

const IS_NAMED = 'IN (SELECT value FROM json_each(?))';

function prepare(db: DatabaseSync) {
  return {
    read: prepareReads(db),
    balances: db.prepare(
      `SELECT ${BALANCE_COLUMNS} FROM balances WHERE account = ? AND token > ? AND balance <> '0' ORDER BY token LIMIT ?`,
    ),
    everyBalance: db.prepare(`SELECT ${BALANCE_COLUMNS} FROM balances ORDER BY account, token`),
    isAnswered: db.prepare(
      'SELECT 1 FROM replies WHERE actor = ? AND key = ? AND (refused_at_ms IS NULL OR refused_at_ms > ?)',
    ),
    everyReply: db.prepare(`SELECT ${REPLIES.list} FROM replies ${BY_TRANSACTION}`),
    everyMovement: db.prepare(`SELECT ${MOVEMENTS.list} FROM movements ORDER BY sequence`),
    everyParty: db.prepare(`SELECT ${PARTIES.list} FROM parties ORDER BY sequence`),
    tokens: db.prepare(`SELECT ${TOKEN_COLUMNS} FROM tokens ORDER BY rowid`),
    tokenEntries: db.prepare(
      `SELECT ${TOKENS.list}, rowid AS number FROM tokens WHERE address > ?
         AND iif(? IS NULL, status <> 'hidden', status = ?) ORDER BY address LIMIT ?`,
    ),
    tokensNamed: db.prepare(`SELECT ${TOKENS.list}, rowid AS number FROM tokens WHERE address ${IS_NAMED}`),
    everyToken: db.prepare(`SELECT ${TOKENS.list} FROM tokens ORDER BY rowid`),
    pools: db.prepare(
      `SELECT ${POOLS.list} FROM pools WHERE number > ?
         AND iif(? IS NULL, ${IS_SHOWN}, status = ?) ORDER BY number LIMIT ?`,
    ),
    poolsNamed: db.prepare(`SELECT ${POOLS.list} FROM pools WHERE address ${IS_NAMED}`),
    everyPool: db.prepare(`SELECT ${POOLS.list} FROM pools ORDER BY number`),
    posted: db.prepare(`SELECT ${POSTED_COLUMNS} FROM journal WHERE sequence = ?`),
    times: db.prepare('SELECT sequence, created_at_ms FROM journal WHERE sequence IN (SELECT value FROM json_each(?))'),
    orderUnder: db.prepare(ORDER_UNDER),
    lastTokenChange: db.prepare(LAST_TOKEN_CHANGE),
    journal: db.prepare(`SELECT ${TRANSACTION_COLUMNS} FROM journal WHERE sequence > ? ORDER BY sequence`),
    keys: db.prepare(`SELECT ${KEYS.list} FROM keys ORDER BY rowid`),
  };
}
