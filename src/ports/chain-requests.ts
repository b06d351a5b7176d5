// Requests that an exchange on TON settles on the chain, as a store keeps them: accepted requests, signed messages, and who uses a wallet.
import type { Account } from '../core/amount.ts';

/** `pending`: accepted, outcome not known yet. */
export type ChainRequestStatus = 'pending' | 'completed' | 'failed';

export type NewChainRequest = {
  /** UUIDv7. */
  readonly id: string;
  readonly account: Account;
  /** The idempotency key, and a hash of the request sent with it; both null if the caller gave no key. */
  readonly key: string | null;
  readonly fingerprint: string | null;
  readonly kind: string;
  /** JSON of what the request is to do: the expected receipt, or the pair whose unused liquidity is taken back from the LP account. */
  readonly decision: string;
  /**
   * Messages that the wallet is to send, as bags of cells in base64. If they are signed again, the same messages are signed; they
   * change only if the wallet turns out to have sent the request in another form (`bind`).
   */
  readonly messages: readonly string[];
  /** JSON that describes which transactions on the chain show the outcome of the request. */
  readonly watch: string;
  /** Time of the chain from which on the request is no longer signed; null for no deadline. */
  readonly deadlineS: number | null;
  readonly createdAtMs: number;
};

export type ChainRequest = NewChainRequest & {
  /** Consecutive number of the request, without gaps. */
  readonly number: number;
  /** Id of the send (the signed message) that carries the request; null if it is not signed. */
  readonly send: number | null;
  readonly status: ChainRequestStatus;
  /** JSON of the outcome; null until the request has ended. */
  readonly result: string | null;
  /** Consecutive number of the event that reports the end, without gaps; null while the request is pending. */
  readonly event: number | null;
  readonly endedAtMs: number | null;
};

/** A request that has ended, with the fields that its event reports. */
export type EndedRequest = Omit<ChainRequest, 'messages' | 'watch' | 'fingerprint' | 'deadlineS' | 'result'> & {
  readonly status: Exclude<ChainRequestStatus, 'pending'>;
  readonly result: string;
  readonly event: number;
  /** Never earlier than the `endedAtMs` of a previous event. */
  readonly endedAtMs: number;
};

/** A send: one signed external message to a wallet, which makes the wallet send the messages of one or several requests. */
export type NewChainSend = {
  readonly account: Account;
  readonly seqno: number;
  /** Time of the chain from which on the wallet refuses the message. */
  readonly validUntilS: number;
  /** Logical time of the wallet's last transaction when the message was signed: its execution can only be later. */
  readonly afterLt: bigint;
  /** The signed message in base64; it is sent repeatedly until it is executed or expires. */
  readonly boc: string;
  /** Hash of the body, in hex, by which the message is found on the chain. */
  readonly bodyHash: string;
};

export type ChainSend = NewChainSend & {
  readonly id: number;
  /**
   * `live`: the wallet may execute it at any time. `done`: the wallet has executed it. `dead`: it was not executed and no
   * longer can be.
   */
  readonly state: 'live' | 'done' | 'dead';
  /** Logical time and hash of the wallet's transaction that executed the send; null unless it is `done`. */
  readonly lt: bigint | null;
  readonly hash: string | null;
};

export type ChainSendEnd =
  | { readonly state: 'done'; readonly lt: bigint; readonly hash: string }
  | { readonly state: 'dead' };

/** A part of a wallet's history that the store does not know, as after a restored backup or if another program signed for the wallet. */
export type SendGap = {
  /** Logical time of the last known transaction before the gap; 0 if there is none. */
  readonly afterLt: bigint;
  /** The known transaction after the gap. */
  readonly next: { readonly lt: bigint; readonly hash: string };
};

/** The messages with which a request was in fact sent, and what they do. */
export type SentForm = Pick<ChainRequest, 'number' | 'messages' | 'decision'>;

export type AcceptedRequest = { readonly request: ChainRequest; readonly isNew: boolean };

/** All methods may throw `StoreUnavailable`. When the promise of a method that writes resolves, the change is durable. */
export interface ChainRequests {
  /** True if the account uses its wallet. */
  hasWallet(account: Account): Promise<boolean>;
  /** Records that the account uses its wallet; it follows from the exchange's key and the account's name. */
  addWallet(account: Account): Promise<void>;

  /** Stores a request, or returns the one already stored under its account and idempotency key. */
  accept(request: NewChainRequest): Promise<AcceptedRequest>;
  /** Like `accept`, but returns undefined instead of storing the request if the account's last request is no longer `last` (0 for none). */
  acceptAfter(last: number, request: NewChainRequest): Promise<AcceptedRequest | undefined>;
  /** The account's requests that have not ended, by number, and the number of its last request, ended or not. */
  pending(
    account: Account,
    limit: number,
  ): Promise<{ readonly last: number; readonly requests: readonly ChainRequest[] }>;
  find(id: string): Promise<ChainRequest | undefined>;
  findUnder(account: Account, key: string): Promise<ChainRequest | undefined>;
  /** True if the account has requested a transfer to this recipient. */
  hasSent(from: Account, to: Account): Promise<boolean>;
  /** Requests of one account or of all, with numbers below `before`, newest first. */
  page(page: {
    readonly account?: Account;
    readonly before: number;
    readonly limit: number;
  }): Promise<readonly ChainRequest[]>;
  /** The number of the last request. */
  lastNumber(): Promise<number>;
  /** Requests that ended after an event, by event number. Once a query returns an event, all earlier events are visible too. */
  ended(page: { readonly after: number; readonly limit: number }): Promise<readonly EndedRequest[]>;
  /** The number of the last event. */
  lastEvent(): Promise<number>;
  /** Numbers for metrics. Counted with indexes, so that it does not get slower with the number of ended requests. */
  figures(): Promise<ChainFigures>;

  /** Accounts that have a live send or a request to sign, sorted by name. */
  accountsAtWork(page: { readonly after: string; readonly limit: number }): Promise<readonly Account[]>;
  /** The account's pending requests that are not signed, by number. */
  toSign(account: Account, limit: number): Promise<readonly ChainRequest[]>;
  /** Pending requests whose send was executed, by number; of one account or of all. */
  underWay(page: {
    readonly account?: Account;
    readonly after: number;
    readonly limit: number;
  }): Promise<readonly ChainRequest[]>;

  send(id: number): Promise<ChainSend | undefined>;
  liveSend(account: Account): Promise<ChainSend | undefined>;
  /** The account's executed send with the highest seqno. */
  lastDone(account: Account): Promise<ChainSend | undefined>;
  /** Where seqnos are missing between the account's executed sends, oldest first; without gaps that ended before `sinceS`. */
  gaps(account: Account, sinceS: number): Promise<readonly SendGap[]>;
  /**
   * Stores a signed send and binds requests to it; `sentAs` replaces the messages of those that were sent in another form before.
   * Writes nothing and returns undefined if the account has a live send, or if one of the requests may not be signed.
   */
  bind(send: NewChainSend, requests: readonly number[], sentAs?: readonly SentForm[]): Promise<ChainSend | undefined>;
  /** Records the end of a live send; if it is dead, its requests may be signed again. Returns false if the send had already ended. */
  endSend(id: number, end: ChainSendEnd): Promise<boolean>;
  /**
   * Ends a pending request and numbers its event. Returns false if the request has ended or now belongs to another send than
   * `find` names.
   */
  settle(
    find: Pick<ChainRequest, 'number' | 'send'>,
    end: { readonly status: Exclude<ChainRequestStatus, 'pending'>; readonly result: string },
  ): Promise<boolean>;
}

/** Counts of accepted and unfinished requests. */
export type ChainFigures = {
  readonly accepted: number;
  /** Pending and not signed. */
  readonly toSign: number;
  /** Pending and signed. */
  readonly signed: number;
  /** When the oldest pending request was accepted; null if none is pending. */
  readonly oldestMs: number | null;
  readonly liveSends: number;
};

/** One row of these tables, for the audit and for copies: first all wallets, then all sends, then all requests. */
export type ChainRecord =
  | { readonly wallet: Account }
  | { readonly send: ChainSend }
  | { readonly request: ChainRequest };

/** Checks the wallets, sends and requests of a journal, added one by one; `add` and `finish` return a description of a fault. */
export interface ChainRecordsCheck {
  /** How many requests were added. */
  readonly requests: number;
  add(record: ChainRecord): string | undefined;
  finish(): string | undefined;
}
