// Requests on a chain as a store keeps them: accepted requests, the messages signed for them, and the wallet of each account.
import type { Account } from '../core/amount.ts';

/** `pending`: accepted, outcome not known yet. */
export type ChainRequestStatus = 'pending' | 'completed' | 'failed';

export type NewChainRequest = {
  /** UUIDv7. */
  readonly id: string;
  readonly account: Account;
  /** The idempotency key and the fingerprint of the request under it; both null if no key was given. */
  readonly key: string | null;
  readonly fingerprint: string | null;
  readonly kind: string;
  /** The core's decision as JSON: the expected receipt, or the pair whose liquidity is taken back. */
  readonly decision: string;
  /** Messages that the wallet is to send, as bags of cells in base64. They never change, so every signature covers the same messages. */
  readonly messages: readonly string[];
  /** JSON that tells how to recognise the outcome on the chain. */
  readonly watch: string;
  /** By the chain's clock; the request is not signed from then on. Null for no deadline. */
  readonly deadlineS: number | null;
  readonly createdAtMs: number;
};

export type ChainRequest = NewChainRequest & {
  /** Consecutive number of the request, without gaps. */
  readonly number: number;
  /** Id of the send that the request was signed in; null if it is not signed. */
  readonly send: number | null;
  readonly status: ChainRequestStatus;
  /** JSON; null until the request has ended. */
  readonly result: string | null;
  /** Consecutive number of the event that reports the end, without gaps; null while the request is pending. */
  readonly event: number | null;
  readonly endedAtMs: number | null;
};

/** An ended request as it is reported, without the messages, which are no longer needed. */
export type EndedRequest = Omit<ChainRequest, 'messages' | 'watch' | 'fingerprint' | 'deadlineS' | 'result'> & {
  readonly status: Exclude<ChainRequestStatus, 'pending'>;
  readonly result: string;
  readonly event: number;
  /** Never earlier than that of a previous event. */
  readonly endedAtMs: number;
};

/** One external message to a wallet, which carries the messages of several requests. */
export type NewChainSend = {
  readonly account: Account;
  readonly seqno: number;
  /** By the chain's clock; the wallet refuses the message from then on. */
  readonly validUntilS: number;
  /** Logical time of the wallet's last transaction before this was signed. */
  readonly afterLt: bigint;
  /** The signed message in base64; it is sent repeatedly until it is executed or expires. */
  readonly boc: string;
  /** Hash of the body, in hex, by which the message is found on the chain. */
  readonly bodyHash: string;
};

export type ChainSend = NewChainSend & {
  readonly id: number;
  /** `live`: it may be executed at any time. `done`: it was executed. `dead`: it was not and can no longer be. */
  readonly state: 'live' | 'done' | 'dead';
  /** The wallet's transaction that executed it. */
  readonly lt: bigint | null;
  readonly hash: string | null;
};

export type ChainSendEnd =
  | { readonly state: 'done'; readonly lt: bigint; readonly hash: string }
  | { readonly state: 'dead' };

export type AcceptedRequest = { readonly request: ChainRequest; readonly isNew: boolean };

/** All methods may throw `StoreUnavailable`; a change is durable when it resolves. */
export interface ChainRequests {
  walletOf(account: Account): Promise<number | undefined>;
  /** Assigns a wallet number to an account and returns it, or the number it already has. Undefined if another account has this number. */
  takeWallet(account: Account, number: number): Promise<number | undefined>;

  /** Accepts a request, or returns the one already accepted under its key. */
  accept(request: NewChainRequest): Promise<AcceptedRequest>;
  /** Like `accept`, but returns undefined if the account's last request is no longer `last` (0 for none). */
  acceptAfter(last: number, request: NewChainRequest): Promise<AcceptedRequest | undefined>;
  /** The account's requests that have not ended, by number, and the number of its last request, ended or not. */
  pending(
    account: Account,
    limit: number,
  ): Promise<{ readonly last: number; readonly requests: readonly ChainRequest[] }>;
  find(id: string): Promise<ChainRequest | undefined>;
  findUnder(account: Account, key: string): Promise<ChainRequest | undefined>;
  /** Newest first, of one account or of all. */
  page(page: {
    readonly account?: Account;
    readonly before: number;
    readonly limit: number;
  }): Promise<readonly ChainRequest[]>;
  /** The number of the last request. */
  lastNumber(): Promise<number>;
  /** Ended requests after an event, by event number; once an event is visible, all earlier ones are too. */
  ended(page: { readonly after: number; readonly limit: number }): Promise<readonly EndedRequest[]>;
  /** The number of the last event. */
  lastEvent(): Promise<number>;
  /** Counted by indexes, so the number of ended requests does not make it slower. */
  figures(): Promise<ChainFigures>;

  /** Accounts that have a live send or a request to sign, by name. */
  accountsAtWork(page: { readonly after: string; readonly limit: number }): Promise<readonly Account[]>;
  /** The account's requests that may be signed, by number. */
  toSign(account: Account, limit: number): Promise<readonly ChainRequest[]>;
  /** Requests whose send was executed and that have not ended, by number; of one account or of all. */
  underWay(page: {
    readonly account?: Account;
    readonly after: number;
    readonly limit: number;
  }): Promise<readonly ChainRequest[]>;

  send(id: number): Promise<ChainSend | undefined>;
  liveSend(account: Account): Promise<ChainSend | undefined>;
  /** The account's last executed send. */
  lastDone(account: Account): Promise<ChainSend | undefined>;
  /** Records a signed send with its requests; undefined, and nothing is written, if the account has a live send or a request may not be signed. */
  bind(send: NewChainSend, requests: readonly number[]): Promise<ChainSend | undefined>;
  /** Ends a live send; if it is dead, its requests may be signed again. False if it had already ended. */
  endSend(id: number, end: ChainSendEnd): Promise<boolean>;
  /** Ends a pending request and numbers its event, if the request still belongs to the send it was judged by; else returns false. */
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
  /** When the oldest pending request was accepted. */
  readonly oldestMs: number | null;
  readonly liveSends: number;
};

/** One row for copies: wallets come first, then sends, then requests. */
export type ChainRecord =
  | { readonly wallet: { readonly account: Account; readonly number: number } }
  | { readonly send: ChainSend }
  | { readonly request: ChainRequest };

/** Checks the wallets, sends and requests of a journal; `add` and `finish` describe the first fault found. */
export interface ChainRecordsCheck {
  /** How many requests were added. */
  readonly requests: number;
  add(record: ChainRecord): string | undefined;
  finish(): string | undefined;
}
