// The store as the exchange needs it. The exchange owns this interface; it contains no driver types.
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { ListedToken, Pool, Status, TokenEntry } from '../core/pool.ts';
import type { Instruction, Outcome, Posted, Reply } from '../core/settle/instruction.ts';
import type { BalanceKey } from '../core/settle/transfer.ts';
import type { AuditLog } from './audits.ts';
import type { ChainRecord, ChainRequests } from './chain-requests.ts';
import type { LeaseHeld } from './lease.ts';
import type { CountedMarket } from './projection.ts';
import type {
  AccountRecord,
  Balance,
  Items,
  KeyRecord,
  Mark,
  MovementRow,
  PartyRow,
  ReplyRecord,
  Role,
  SessionRecord,
} from './records.ts';
import type { SideRecord, SideRecords } from './side-records.ts';
import type { TailPlace } from './tail.ts';
import type { HookRecord } from './webhook-store.ts';

/** Reads throw `StoreUnavailable`; `commit` may also throw `OutcomeUnknown` or `BatchFault`. */
export interface Store {
  /** 64 hex digits, drawn once when the store was created; all addresses that the exchange makes derive from it. */
  readonly factory: string;
  /** Lets another thread open the tail, to follow the journal. */
  readonly tail: TailPlace;
  /** Lets another thread open the projection. */
  readonly projection: TailPlace;
  /** Lets another thread open the whole journal, as `openJournal` does. */
  readonly journal: TailPlace;
  /** Records of audits. */
  readonly audits: AuditLog;
  /** Records beside the journal that are not derived from it. */
  readonly sideRecords: SideRecords;
  /** Orders on a chain, for an exchange that uses one. */
  readonly chainRequests: ChainRequests;

  /** Loads, decides and commits a batch in one transaction; resolves once it is durable. */
  commit(batch: readonly Instruction[]): Promise<readonly Outcome[]>;

  /** The sequence of the last transaction. */
  head(): Promise<number>;
  /** The time of day by the clock that timestamps transactions; like a commit, it throws while that clock is ahead for an unknown reason. */
  clock(): Promise<number>;
  /** Several balances as of one moment. */
  read(keys: readonly BalanceKey[]): Promise<Snapshot>;
  /** The keys among these that have a stored answer, by `replyKey`; refusals only if later than `refusedAfterMs`. */
  answered(keys: readonly ReplyName[], refusedAfterMs: number): Promise<ReadonlySet<string>>;
  token(address: TokenAddress): Promise<ListedToken | undefined>;
  /** Every token, in the order of registration. */
  tokens(): Promise<readonly ListedToken[]>;
  /** Tokens by address: of one status, or all that are not hidden if no status is named. */
  tokenEntries(page: {
    readonly after: string;
    readonly limit: number;
    readonly status?: Status;
  }): Promise<readonly TokenEntry[]>;
  /** The existing ones of these, whatever their status, in any order. */
  tokensNamed(addresses: readonly TokenAddress[]): Promise<readonly TokenEntry[]>;
  /** The last transaction that registered or changed a token. */
  lastTokenChange(): Promise<Posted | undefined>;
  /** The pool of a pair, given in either order. */
  pool(a: TokenAddress, b: TokenAddress): Promise<Pool | undefined>;
  /** Pools by number, oldest first: of one status, or if none is named all that are not hidden and have no hidden token. */
  pools(page: { readonly after: number; readonly limit: number; readonly status?: Status }): Promise<readonly Pool[]>;
  /** The existing ones of these, whatever their status, in any order. */
  poolsNamed(addresses: readonly PoolAddress[]): Promise<readonly Pool[]>;
  posted(sequence: number): Promise<Posted | undefined>;
  /** Transactions newest first: of one account, with a reference, or all. */
  activity(page: ActivityPage): Promise<readonly Posted[]>;
  /** The account's non-zero balances, by token address. */
  balances(page: {
    readonly account: Account;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly Balance[]>;

  /** User accounts that hold something or have a key, by name. */
  accounts(page: { readonly after: string; readonly limit: number }): Promise<readonly AccountRecord[]>;

  key(id: string): Promise<KeyRecord | undefined>;
  keys(): Promise<readonly KeyRecord[]>;
  /** Keys by account and id, of one account or of all. */
  keysAfter(page: KeysPage): Promise<readonly KeyRecord[]>;
  /** Number of the account's keys that are not revoked, without passkeys. */
  liveKeys(account: Account): Promise<number>;
  addKey(key: KeyRecord): Promise<void>;
  /** False if there is no such key, or it was already revoked. */
  revokeKey(id: string, revokedAtMs: number): Promise<boolean>;

  /** With the key that began it, which may be revoked by now; the session may have expired. */
  session(hash: string): Promise<(SessionRecord & { readonly key: KeyRecord }) | undefined>;
  /** Also deletes sessions that have expired by `nowMs`, and the key's oldest ones beyond `mostOfKey`. */
  addSession(session: SessionRecord, bounds: { readonly nowMs: number; readonly mostOfKey: number }): Promise<void>;
  /** The account's sessions by hash that have not expired by `nowMs` and whose keys are not revoked. */
  sessionsOf(page: {
    readonly account: Account;
    readonly after: string;
    readonly limit: number;
    readonly nowMs: number;
  }): Promise<readonly SessionRecord[]>;
  endSession(hash: string): Promise<void>;
  /** Ends all sessions of an account but one; returns how many were ended. */
  endOtherSessions(account: Account, but: string): Promise<number>;

  /** One consistent view of the whole exchange, for the audit and for copies. */
  openJournal(): Promise<Journal>;
  /** Counts rows; too slow for every request. */
  figures(): Promise<Figures>;
  /** Resolves if the store can be read and written. */
  check(): Promise<void>;
  /** Calls the listener if the journal was found to have been rewound: data read before may no longer exist. */
  onRewind(listener: (rewind: Rewind) => void): void;
  /** Calls the listener with the reason if the database was removed or replaced under the store, so that nothing can be saved; with undefined when it is back. */
  onLost(listener: (why: string | undefined) => void): void;
  /** Calls the listener with the totals of the swaps in each batch of this store, without repeated answers. */
  onTraded(listener: (traded: Traded) => void): void;
  /** Calls the listener with the outcomes of each batch of this store, repeated answers included. */
  onCommitted(listener: (outcomes: readonly Outcome[]) => void): void;
  close(): Promise<void>;
}

/** Size of an exchange. */
export type Figures = {
  /** The last transaction of the journal. */
  readonly sequence: number;
  readonly tokens: number;
  readonly pools: number;
  /** Keys that are not revoked. */
  readonly keys: Readonly<Record<Role, number>>;
  /** Webhooks by state; retrying ones are active too. */
  readonly hooks: Readonly<Record<'active' | 'retrying' | 'paused', number>>;
  /** Time of the last transaction, by the journal's clock. */
  readonly lastMs: number | null;
  /** Result of the last audit that reached its end. */
  readonly lastAudit: 'passed' | 'failed' | null;
  /** The process that fills the open orders; null if none does. */
  readonly keeper: LeaseHeld | null;
  /** Size of the database, its log included. */
  readonly bytes: number;
};

/** Number of swaps, and the amounts that they paid and received of each token: base units as floats, precise enough for metrics. */
export type Traded = {
  readonly swaps: number;
  readonly volumes: ReadonlyMap<TokenAddress, { readonly paid: number; readonly received: number }>;
};

/** The last known position of the journal, and the one found instead: lower, or in another history. */
export type Rewind = { readonly known: Mark; readonly found: Mark };

export type Snapshot = {
  readonly sequence: number;
  /** The last transaction that changed a listed token or pool; it decides which rates and statuses apply. */
  readonly listingSequence: number;
  /** In the order of the keys. */
  readonly balances: readonly bigint[];
};

/** Activity that concerns an account, or that has a reference (of any account), or all. */
export type ActivityPage = ({ readonly account: Account } | { readonly reference: string } | { readonly all: true }) & {
  readonly before: number;
  readonly limit: number;
};

export type KeysPage = {
  readonly account?: Account;
  readonly after?: { readonly account: string; readonly id: string };
  readonly limit: number;
};

/** Identifies a stored answer: the account and its idempotency key. */
export type ReplyName = Pick<Reply, 'actor' | 'key'>;

/** A transaction with the kind it is indexed under. */
export type JournalEntry = Posted & { readonly kind: string };

export type Journal = {
  readonly factory: string;
  readonly head: number;
  /** Id of the last transaction, from the head; null if the journal is empty. */
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
  /** Ascending, after a sequence or from the start. Throws `UnreadableTransaction` if one is damaged. */
  transactions(after?: number): Items<JournalEntry>;
  /** Sorted by account, then token. */
  balances(): Items<Balance>;
  /** Changes with every change to the replies. */
  readonly replyMark: string;
  /** Refusals first, then by sequence; equal ones by actor, then key. */
  replies(): Items<ReplyRecord>;
  /** Changes with every change to the side records. */
  readonly sideMark: string;
  /** Sorted by kind, then id; without expiring records. */
  sideRecords(): Items<SideRecord>;
  /** Changes with every change to the orders on a chain. */
  readonly chainMark: string;
  /** Wallets by account, then sends and orders by number. */
  chainRecords(): Items<ChainRecord>;
  /** Sorted by sequence. Movements and parties are derived from the transactions, so copies leave them out. */
  movements(): Items<MovementRow>;
  /** Sorted by sequence. */
  parties(): Items<PartyRow>;
  /** Also derived from the transactions. */
  readonly market: CountedMarket;
  /** Converts an error met while reading: a failure of the store becomes a `StoreUnavailable`, anything else is returned unchanged. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
};

/** A part of a copy; absent fields bring nothing. */
export type Chunk = {
  readonly [Part in 'listingSequence' | 'tokens' | 'pools' | 'keys' | 'hooks']?: Journal[Part];
} & {
  readonly transactions?: readonly Posted[];
  readonly balances?: readonly Balance[];
  readonly replies?: readonly ReplyRecord[];
  readonly sideRecords?: readonly SideRecord[];
  readonly chainRecords?: readonly ChainRecord[];
};

/** The receiving end of a copy. It cannot be opened as a store until it is finished. */
export interface CopyTarget {
  /**
   * Claims an empty place, or one with an unfinished copy of the same exchange, and returns how many
   * transactions have arrived there. Throws `CopyRefused`.
   */
  begin(factory: string): Promise<number>;
  /** Durable as a whole or not at all. Transactions must follow those that have arrived; other rows may be sent again. */
  add(chunk: Chunk): Promise<void>;
  /** The rows that have arrived so far. */
  openJournal(): Promise<Journal>;
  /** Turns the copy into an exchange that can be opened as a store. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** The copy must not continue; the message says why. */
export class CopyRefused extends Error {
  override name = 'CopyRefused';
}

/** `clock`: the clock has jumped ahead and is not trusted yet. `unreadable`: one row is damaged. `lost`: the file was removed or replaced, so that writes would be gone after a restart. */
export type Unavailable = 'busy' | 'full' | 'read_only' | 'corrupt' | 'failed' | 'lost' | 'unreadable' | 'clock';

/** The store could not do it, and nothing was changed. */
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

/** It is not known whether the change was committed. If it had an idempotency key, a retry under the same key tells. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}
