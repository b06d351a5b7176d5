// What the exchange asks of a store. The exchange owns this interface; no driver's type shows through it.
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { ListedToken, Pool, Status, TokenEntry } from '../core/pool.ts';
import type { Instruction, Outcome, Posted, Reply } from '../core/settle/instruction.ts';
import type { BalanceKey } from '../core/settle/transfer.ts';
import type { AuditLog } from './audits.ts';
import type { ChainOrders, ChainRecord } from './chain-orders.ts';
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
  /** 64 hex digits, drawn once when the store was created; every address the exchange makes derives from it. */
  readonly factory: string;
  /** Where a thread of its own follows the journal. */
  readonly tail: TailPlace;
  /** Where it finds what is kept beside the journal. */
  readonly projection: TailPlace;
  /** Where it finds the whole exchange, as `openJournal` does. */
  readonly journal: TailPlace;
  /** What is kept of the audits that were asked for. */
  readonly audits: AuditLog;
  /** What is kept beside the journal, and is not counted from it. */
  readonly sideRecords: SideRecords;
  /** Orders on a chain, where the exchange has to do with one. */
  readonly chainOrders: ChainOrders;

  /** Loads, decides and commits a batch in one transaction; resolves once it is durable. */
  commit(batch: readonly Instruction[]): Promise<readonly Outcome[]>;

  /** How far the journal has come. */
  head(): Promise<number>;
  /** Several balances as of one moment. */
  read(keys: readonly BalanceKey[]): Promise<Snapshot>;
  /** Which of these keys are answered, by `replyKey`; of refusals, only those after `refusedAfterMs`. */
  answered(keys: readonly ReplyName[], refusedAfterMs: number): Promise<ReadonlySet<string>>;
  token(address: TokenAddress): Promise<ListedToken | undefined>;
  /** Every token, in the order of registration. */
  tokens(): Promise<readonly ListedToken[]>;
  /** Tokens by address, of one status or, where none is named, all that are not hidden. */
  tokenEntries(page: {
    readonly after: string;
    readonly limit: number;
    readonly status?: Status;
  }): Promise<readonly TokenEntry[]>;
  /** Those that there are of these, of whichever status, in any order. */
  tokensNamed(addresses: readonly TokenAddress[]): Promise<readonly TokenEntry[]>;
  /** The last transaction that registered or changed a token. */
  lastTokenChange(): Promise<Posted | undefined>;
  /** The pool of a pair, in either order. */
  pool(a: TokenAddress, b: TokenAddress): Promise<Pool | undefined>;
  /** Pools by number, oldest first: of one status or, where none is named, all that are not hidden, nor a token of theirs. */
  pools(page: { readonly after: number; readonly limit: number; readonly status?: Status }): Promise<readonly Pool[]>;
  /** Those that there are of these, of whichever status, in any order. */
  poolsNamed(addresses: readonly PoolAddress[]): Promise<readonly Pool[]>;
  posted(sequence: number): Promise<Posted | undefined>;
  /** Transactions newest first: of one account, known by a reference, or all. */
  activity(page: ActivityPage): Promise<readonly Posted[]>;
  /** What an account holds, by token address; nothing that is zero. */
  balances(page: {
    readonly account: Account;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly Balance[]>;

  /** Accounts of users that hold something or have a key, by name. */
  accounts(page: { readonly after: string; readonly limit: number }): Promise<readonly AccountRecord[]>;

  key(id: string): Promise<KeyRecord | undefined>;
  keys(): Promise<readonly KeyRecord[]>;
  /** Keys by account and id, of one account or of all. */
  keysAfter(page: KeysPage): Promise<readonly KeyRecord[]>;
  /** How many an account has that are not revoked, passkeys left out. */
  liveKeys(account: Account): Promise<number>;
  addKey(key: KeyRecord): Promise<void>;
  /** False when there is no such key, or it was revoked before. */
  revokeKey(id: string, revokedAtMs: number): Promise<boolean>;

  /** With the key that it was begun by, which may be revoked by now; it may have expired. */
  session(hash: string): Promise<(SessionRecord & { readonly key: KeyRecord }) | undefined>;
  /** Forgets those that have expired by `nowMs`, and of the same key the oldest where it would have more than `mostOfKey`. */
  addSession(session: SessionRecord, bounds: { readonly nowMs: number; readonly mostOfKey: number }): Promise<void>;
  /** Of an account, by hash, those that have not expired by `nowMs` and whose keys are not revoked. */
  sessionsOf(page: {
    readonly account: Account;
    readonly after: string;
    readonly limit: number;
    readonly nowMs: number;
  }): Promise<readonly SessionRecord[]>;
  endSession(hash: string): Promise<void>;
  /** All of an account but one; answers how many those were. */
  endOtherSessions(account: Account, but: string): Promise<number>;

  /** One unmoving view of the whole exchange, for the audit and for a copy. */
  openJournal(): Promise<Journal>;
  /** Counts; not for every request. */
  figures(): Promise<Figures>;
  /** Resolves when the store can be read and written. */
  check(): Promise<void>;
  /** Tells when the journal was found to have gone back: what was read before may never have been. */
  onRewind(listener: (rewind: Rewind) => void): void;
  /** Tells why when the database was taken away from under the store, so that nothing can be saved; undefined when it is back. */
  onLost(listener: (why: string | undefined) => void): void;
  /** Tells what the swaps of each batch of this store came to, without those that were only answered again. */
  onTraded(listener: (traded: Traded) => void): void;
  close(): Promise<void>;
}

/** How large an exchange has grown. */
export type Figures = {
  /** The last transaction of the journal. */
  readonly sequence: number;
  readonly tokens: number;
  readonly pools: number;
  /** Those that are not revoked. */
  readonly keys: Readonly<Record<Role, number>>;
  /** Webhooks; of those that are active, some are retrying. */
  readonly hooks: Readonly<Record<'active' | 'retrying' | 'paused', number>>;
  /** When the last transaction was posted, by the clock that the journal goes by. */
  readonly lastMs: number | null;
  /** What came of the last audit that came to an end. */
  readonly lastAudit: 'passed' | 'failed' | null;
  /** Who fills the open orders; null if nobody does. */
  readonly keeper: LeaseHeld | null;
  /** Of the database, its log included. */
  readonly bytes: number;
};

/** How many swaps, and what they paid and received of each token: base units as floats, good enough to draw. */
export type Traded = {
  readonly swaps: number;
  readonly volumes: ReadonlyMap<TokenAddress, { readonly paid: number; readonly received: number }>;
};

/** Where the journal was known to stand, and where it was found instead: lower, or in another history. */
export type Rewind = { readonly known: Mark; readonly found: Mark };

export type Snapshot = {
  readonly sequence: number;
  /** The last transaction that changed a token or a pool that was listed before it: which rates and statuses hold. */
  readonly listingSequence: number;
  /** In the order of the keys. */
  readonly balances: readonly bigint[];
};

/** What an account did or is concerned by; or what is known by a reference, of whatever account; or all. */
export type ActivityPage = ({ readonly account: Account } | { readonly reference: string } | { readonly all: true }) & {
  readonly before: number;
  readonly limit: number;
};

export type KeysPage = {
  readonly account?: Account;
  readonly after?: { readonly account: string; readonly id: string };
  readonly limit: number;
};

/** Whose key, and which. */
export type ReplyName = Pick<Reply, 'actor' | 'key'>;

/** A transaction, and of which kind the journal says that it is, which is what it is found by. */
export type JournalEntry = Posted & { readonly kind: string };

export type Journal = {
  readonly factory: string;
  readonly head: number;
  /** The last transaction as the head names it; of an empty journal, null. */
  readonly lastId: string | null;
  /** As in a `Snapshot`. */
  readonly listingSequence: number;
  /** In the order of registration. */
  readonly tokens: readonly TokenEntry[];
  readonly pools: readonly Pool[];
  /** In the order in which they were made. */
  readonly keys: readonly KeyRecord[];
  /** By id. */
  readonly hooks: readonly HookRecord[];
  /** In order, those after a sequence; without one, all. Throws `UnreadableTransaction` where one is damaged. */
  transactions(after?: number): Items<JournalEntry>;
  /** By account, then by token. */
  balances(): Items<Balance>;
  /** Another one after every change to the replies. */
  readonly replyMark: string;
  /** Refusals first, then by sequence; within one by actor, then by key. */
  replies(): Items<ReplyRecord>;
  /** Another one after every change to the side records. */
  readonly sideMark: string;
  /** By kind, then by id; those that expire left out. */
  sideRecords(): Items<SideRecord>;
  /** Another one after every change to the orders on a chain. */
  readonly chainMark: string;
  /** Wallets by account, then sends and orders by number. */
  chainRecords(): Items<ChainRecord>;
  /** By sequence. These and the parties follow from the transactions, and no copy brings them. */
  movements(): Items<MovementRow>;
  /** By sequence. */
  parties(): Items<PartyRow>;
  /** It follows from the transactions as well. */
  readonly market: CountedMarket;
  /** What went wrong while it was read, as a `StoreUnavailable` where the store failed; anything else is returned as it is. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
};

/** A part of a copy; what it does not name, it does not bring. */
export type Chunk = {
  readonly [Part in 'listingSequence' | 'tokens' | 'pools' | 'keys' | 'hooks']?: Journal[Part];
} & {
  readonly transactions?: readonly Posted[];
  readonly balances?: readonly Balance[];
  readonly replies?: readonly ReplyRecord[];
  readonly sideRecords?: readonly SideRecord[];
  readonly chainRecords?: readonly ChainRecord[];
};

/** The receiving end of a copy. Until it is finished, nobody can open its place as a store. */
export interface CopyTarget {
  /**
   * Claims an empty place, or one where a copy of the same exchange was left unfinished, and answers how many
   * transactions have arrived there. Throws `CopyRefused`.
   */
  begin(factory: string): Promise<number>;
  /** Durable as a whole or not at all. Transactions must follow those that have arrived; the rest may come again. */
  add(chunk: Chunk): Promise<void>;
  /** What has arrived so far. */
  openJournal(): Promise<Journal>;
  /** Makes it an exchange like any other. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A copy must not go on, and the message says why. */
export class CopyRefused extends Error {
  override name = 'CopyRefused';
}

/** `clock`: it has jumped ahead, and is not believed yet. `unreadable`: one row is damaged. `lost`: its place holds another database or none, so that what is written now would be gone after a restart. */
export type Unavailable = 'busy' | 'full' | 'read_only' | 'corrupt' | 'failed' | 'lost' | 'unreadable' | 'clock';

/** The store could not do it and nothing was changed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  readonly reason: Unavailable;
  constructor(reason: Unavailable, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** One row of the journal cannot be read; everything else can. The message is fit for everybody, the cause for operators. */
export class UnreadableTransaction extends StoreUnavailable {
  readonly sequence: number;
  constructor(sequence: number, why: string, cause?: unknown) {
    super('unreadable', `transaction ${sequence} in the journal cannot be read: ${why}`);
    this.sequence = sequence;
    this.cause = cause;
  }
}

/** The program itself is at fault, and the whole batch was rolled back: nothing was changed. */
export class BatchFault extends Error {
  override name = 'BatchFault';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** It is not known whether the change was committed. If it had an idempotency key, a retry under the same key will tell. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}
