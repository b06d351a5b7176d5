// The interface of a store (database) that the exchange needs; SQLite and PostgreSQL implement it. It contains no driver types.
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { ListedToken, ListingStatus, NumberedToken, Pool, TokenEntry } from '../core/pool.ts';
import type { Instruction, Outcome, Posted, StoredReply } from '../core/settle/instruction.ts';
import type { BalanceKey } from '../core/settle/transfer.ts';
import type { AuditLog, StatedPoint } from './audits.ts';
import type { ChainRecord, ChainRequests } from './chain-requests.ts';
import type { LeaseHeld } from './lease.ts';
import type { LiabilitiesReads } from './liabilities.ts';
import type { CountedMarket } from './projection.ts';
import type { LogReads } from './public-log.ts';
import type {
  AccountRecord,
  Balance,
  Items,
  JournalMark,
  KeyRecord,
  MovementRow,
  PartyRow,
  ReplyRecord,
  Role,
  SessionRecord,
} from './records.ts';
import type { SideRecord, SideRecords } from './side-records.ts';
import type { StoreModule } from './tail.ts';
import type { HookRecord } from './webhooks.ts';

/** Commands in one commit. */
export const MAX_BATCH = 500;

/** Every method may throw `StoreUnavailable`; `commit` may also throw `OutcomeUnknown` or `BatchFault`. */
export interface Store {
  /** 64 random hex digits, drawn when the store was created; the addresses that the exchange creates are derived from them. */
  readonly factory: string;
  /** Lets another thread open the tail, with which it follows the journal. */
  readonly tail: StoreModule;
  /** Lets another thread open the projection, the stored market data. */
  readonly projection: StoreModule;
  /** Lets another thread open what `openJournal` returns. */
  readonly journal: StoreModule;
  readonly audits: AuditLog;
  /** Records that are neither part of the journal nor derived from it. */
  readonly sideRecords: SideRecords;
  /** Requests that are settled on a chain; unused if the exchange settles on its own ledger. */
  readonly chainRequests: ChainRequests;

  /** Executes a batch in one database transaction: loads the balances, decides each instruction, writes. Resolves once it is durable. */
  commit(batch: readonly Instruction[]): Promise<readonly Outcome[]>;

  /** The sequence of the journal's last transaction. */
  head(): Promise<number>;
  /**
   * The time of the clock that timestamps transactions. Like a commit, it throws while that clock has jumped ahead and is not
   * trusted yet.
   */
  clock(): Promise<number>;
  /** Several balances, read in one transaction. */
  read(keys: readonly BalanceKey[]): Promise<Snapshot>;
  /**
   * The idempotency keys among these that have a stored answer, in the form of `replyKey`; refusals only if later than
   * `refusedAfterMs`.
   */
  answered(keys: readonly ReplyName[], refusedAfterMs: number): Promise<ReadonlySet<string>>;
  token(address: TokenAddress): Promise<ListedToken | undefined>;
  /** Every token, in the order of registration. */
  tokens(): Promise<readonly ListedToken[]>;
  /** Tokens sorted by address: those with this status, or all that are not hidden if no status is given. */
  tokenEntries(page: {
    readonly after: string;
    readonly limit: number;
    readonly status?: ListingStatus;
  }): Promise<readonly NumberedToken[]>;
  /** The existing tokens among these, whatever their status, in no particular order. */
  tokensNamed(addresses: readonly TokenAddress[]): Promise<readonly NumberedToken[]>;
  /** The last transaction that registered or changed a token. */
  lastTokenChange(): Promise<Posted | undefined>;
  /** The pool of a pair, given in either order. */
  pool(a: TokenAddress, b: TokenAddress): Promise<Pool | undefined>;
  /** Pools by number, oldest first: those with this status; if none is given, all that are not hidden and have no hidden token. */
  pools(page: {
    readonly after: number;
    readonly limit: number;
    readonly status?: ListingStatus;
  }): Promise<readonly Pool[]>;
  /** The existing pools among these, whatever their status, in no particular order. */
  poolsNamed(addresses: readonly PoolAddress[]): Promise<readonly Pool[]>;
  posted(sequence: number): Promise<Posted | undefined>;
  /** The times of the existing transactions among these, in milliseconds, by sequence. */
  times(sequences: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** The transaction that placed the account's newest order with this `clientId`. */
  orderUnder(account: Account, clientId: string): Promise<Posted | undefined>;
  /** Transactions newest first: of one account, with a reference, or all. */
  activity(page: ActivityPage): Promise<readonly Posted[]>;
  /** The account's transactions after a sequence, oldest first. */
  history(page: HistoryPage): Promise<readonly Posted[]>;
  /** True if the account has ever sent tokens to the other one by a transfer. */
  hasSent(from: Account, to: Account): Promise<boolean>;
  /** The account's non-zero balances, sorted by token address. */
  balances(page: {
    readonly account: Account;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly Balance[]>;

  /** User accounts that hold something or have a key, sorted by name. */
  accounts(page: { readonly after: string; readonly limit: number }): Promise<readonly AccountRecord[]>;

  key(id: string): Promise<KeyRecord | undefined>;
  keys(): Promise<readonly KeyRecord[]>;
  /** Keys of one account or of all, sorted by account and id. */
  keysAfter(page: KeysPage): Promise<readonly KeyRecord[]>;
  /** Number of the account's keys that are not revoked; passkeys are not counted. */
  liveKeys(account: Account): Promise<number>;
  addKey(key: KeyRecord): Promise<void>;
  /** False if there is no such key, or it was already revoked. */
  revokeKey(id: string, revokedAtMs: number): Promise<boolean>;

  /** A session and the key that it was begun with. Callers must check whether the session has expired and the key is revoked. */
  session(hash: string): Promise<(SessionRecord & { readonly key: KeyRecord }) | undefined>;
  /** Adds a session; deletes sessions that have expired by `nowMs`, and the oldest sessions of the key if it has more than `mostOfKey`. */
  addSession(session: SessionRecord, bounds: { readonly nowMs: number; readonly mostOfKey: number }): Promise<void>;
  /** The account's sessions that have not expired by `nowMs` and whose keys are not revoked, sorted by hash. */
  sessionsOf(page: {
    readonly account: Account;
    readonly after: string;
    readonly limit: number;
    readonly nowMs: number;
  }): Promise<readonly SessionRecord[]>;
  endSession(hash: string): Promise<void>;
  /** Ends all sessions of an account but one; returns how many were ended. */
  endOtherSessions(account: Account, but: string): Promise<number>;

  /**
   * Opens a consistent snapshot of the whole exchange, for the audit and for copies. If `isUnchecked`, the file is not searched for damage
   * (which takes seconds for each gigabyte) and the marks are empty, since both would read everything.
   */
  openJournal(options?: JournalOptions): Promise<Journal>;
  /** Numbers for metrics; it counts rows, which is too slow to be done for every request. */
  figures(): Promise<Figures>;
  /** Resolves if the store can be read and written, otherwise rejects. */
  check(): Promise<void>;
  /**
   * Calls the listener if the journal has lost transactions (a rewind), as after a restored backup: data read before may no
   * longer be true.
   */
  onRewind(listener: (rewind: Rewind) => void): void;
  /**
   * Calls the listener with the reason if the open database file was removed or replaced, so that changes are refused; with
   * undefined when the file is back.
   */
  onLost(listener: (why: string | undefined) => void): void;
  /**
   * Calls the listener with the totals of the swaps in each batch that this process commits; repeated answers to an idempotency
   * key do not count.
   */
  onTraded(listener: (traded: Traded) => void): void;
  /** Calls the listener with the outcomes of each batch that this process commits, repeated answers to an idempotency key included. */
  onCommitted(listener: (outcomes: readonly Outcome[]) => void): void;
  close(): Promise<void>;
}

/** Numbers of an exchange for metrics and the operators' status page. */
export type Figures = {
  /** Sequence of the last transaction of the journal. */
  readonly sequence: number;
  readonly tokens: number;
  readonly pools: number;
  /** Keys that are not revoked. */
  readonly keys: Readonly<Record<Role, number>>;
  /** Number of webhooks by state; those that are retrying also count as active. */
  readonly hooks: Readonly<Record<'active' | 'retrying' | 'paused', number>>;
  /** Time of the last transaction; null if there is none. */
  readonly lastMs: number | null;
  /** Result of the last audit that reached its end. */
  readonly lastAudit: 'passed' | 'failed' | null;
  /** The last transaction that an audit covered which passed; null before the first. */
  readonly auditedTo: number | null;
  /** When an audit that read everything last passed; null before the first. */
  readonly fullAuditMs: number | null;
  /** The process that fills the open orders (the keeper); null if there is none. */
  readonly keeper: LeaseHeld | null;
  /** Size of the database, its write-ahead log included. */
  readonly bytes: number;
};

/** Number of swaps, and the amounts that they paid and received of each token: base units as floats, precise enough for metrics. */
export type Traded = {
  readonly swaps: number;
  readonly volumes: ReadonlyMap<TokenAddress, { readonly paid: number; readonly received: number }>;
};

/** The last known position of the journal, and the last one found after a rewind, which is lower or belongs to another history. */
export type Rewind = { readonly known: JournalMark; readonly found: JournalMark };

export type Snapshot = {
  readonly sequence: number;
  /**
   * Sequence of the last transaction that changed an existing token or pool: while it stays the same, cached fees and statuses
   * are valid.
   */
  readonly listingSequence: number;
  /** Balances in the order of the keys asked for. */
  readonly balances: readonly bigint[];
};

/** Selects transactions that concern an account, or that have a reference (of any account), or all. */
export type ActivityPage = ({ readonly account: Account } | { readonly reference: string } | { readonly all: true }) & {
  readonly before: number;
  readonly limit: number;
};

export type HistoryPage = { readonly account: Account; readonly after: number; readonly limit: number };

type KeysPage = {
  readonly account?: Account;
  readonly after?: { readonly account: string; readonly id: string };
  readonly limit: number;
};

/** Identifies a stored answer: the account and its idempotency key. */
export type ReplyName = Pick<StoredReply, 'actor' | 'key'>;

/**
 * A transaction with the kind in its index column, which the audit compares with the receipt, and the receipt's text as stored: a copy
 * must have the same, since the public log contains its hash.
 */
export type JournalEntry = Posted & { readonly kind: string; readonly text: string };

export type JournalOptions = { readonly isUnchecked?: boolean };

export type Journal = {
  readonly factory: string;
  readonly head: number;
  /** Id of the last transaction; null if the journal is empty. */
  readonly lastId: string | null;
  /** As in a `Snapshot`. */
  readonly listingSequence: number;
  /** In the order of registration. */
  readonly tokens: readonly TokenEntry[];
  readonly pools: readonly Pool[];
  /** In the order of creation. */
  readonly keys: readonly KeyRecord[];
  /** Sorted by id. */
  readonly hooks: readonly HookRecord[];
  /** Transactions in ascending order, after a sequence or from the start. Throws `UnreadableTransaction` if one is damaged. */
  transactions(after?: number): Items<JournalEntry>;
  /** Sorted by account, then token. */
  balances(): Items<Balance>;
  /** All balances of a token one after another, tokens sorted by their bytes. */
  balancesByToken(): Items<Balance>;
  /** The accounts that placed these orders, by the transactions of those numbers; absent if one placed none. */
  orderOwners(orders: readonly number[]): Promise<ReadonlyMap<number, Account>>;
  /** A value that differs after any change to the replies. */
  readonly replyMark: string;
  /** Stored answers to idempotency keys: refusals first, then by sequence; equal ones by actor, then key. */
  replies(): Items<ReplyRecord>;
  /** A value that differs after any change to the side records. */
  readonly sideMark: string;
  /** Sorted by kind, then id; records that expire are left out. */
  sideRecords(): Items<SideRecord>;
  /** A value that differs after any change to the chain records. */
  readonly chainMark: string;
  /** Wallets by account, then sends by id, then requests by number. */
  chainRecords(): Items<ChainRecord>;
  /** Sorted by sequence. Movements and parties are derived from the transactions, so copies leave them out. */
  movements(): Items<MovementRow>;
  /** Sorted by sequence. */
  parties(): Items<PartyRow>;
  /** How many of these rows there are. */
  countMovements(rows: readonly MovementRow[]): Promise<number>;
  countParties(rows: readonly PartyRow[]): Promise<number>;
  /** The point from which the next audit may start; copies have none. */
  auditPoint(): Promise<StatedPoint | undefined>;
  /** The stored market data; it is derived from the transactions, so copies leave it out too. */
  readonly market: CountedMarket;
  /** The public log; copies compute its hashes anew. */
  readonly log: LogReads;
  /** The stated liabilities; copies leave them out and state them again. */
  readonly liabilities: LiabilitiesReads;
  /** Converts an error thrown while reading: a database error becomes a `StoreUnavailable`, any other error is returned unchanged. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
};

/** Rows that `CopyTarget.add` writes in one transaction; absent fields add nothing. */
export type Chunk = {
  readonly [Part in 'listingSequence' | 'tokens' | 'pools' | 'keys' | 'hooks']?: Journal[Part];
} & {
  readonly transactions?: readonly JournalEntry[];
  readonly balances?: readonly Balance[];
  readonly replies?: readonly ReplyRecord[];
  readonly sideRecords?: readonly SideRecord[];
  readonly chainRecords?: readonly ChainRecord[];
};

/** Writes the copy of an exchange (`millpond copy`, `millpond backup`) to a database, which cannot be opened as a store before `finish`. */
export interface CopyTarget {
  /**
   * Starts a copy in an empty database, or continues an unfinished copy of the same exchange. Returns the number of
   * transactions already copied. Throws `CopyRefused` if the database contains anything else.
   */
  begin(factory: string): Promise<number>;
  /** Writes a chunk in one database transaction. Transactions must follow those already copied; other rows may be written again. */
  add(chunk: Chunk): Promise<void>;
  /** Opens the rows copied so far, to verify them. */
  openJournal(): Promise<Journal>;
  /** Turns the copy into an exchange that can be opened as a store. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** The copy cannot be made or continued; the message says why. */
export class CopyRefused extends Error {
  override name = 'CopyRefused';
}

/**
 * Why a store is unavailable. `clock`: the clock has jumped ahead and is not trusted yet. `unreadable`: one row is damaged.
 * `lost`: the database file was removed or replaced, so that a restart would lose anything written now.
 */
export type Unavailable = 'busy' | 'full' | 'read_only' | 'corrupt' | 'failed' | 'lost' | 'unreadable' | 'clock';

/** The store could not execute the query or the change; nothing was changed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  readonly reason: Unavailable;
  constructor(reason: Unavailable, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** One row of the journal cannot be read; all others can. The message may be shown to everybody, the cause only to operators. */
export class UnreadableTransaction extends StoreUnavailable {
  readonly sequence: number;
  constructor(sequence: number, why: string, cause?: unknown) {
    super('unreadable', `transaction ${sequence} in the journal cannot be read: ${why}`);
    this.sequence = sequence;
    this.cause = cause;
  }
}

/** A bug in the program; the whole batch was rolled back and nothing was changed. */
export class BatchFault extends Error {
  override name = 'BatchFault';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** It is unknown whether the change was committed. If it had an idempotency key, a retry with the same key returns its outcome. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}
