// Orders on a chain as a store keeps them: what was accepted, what was signed for it, and which wallet an account has.
import type { Account } from '../core/amount.ts';

/** `pending`: accepted, and not known yet how it ended. */
export type ChainOrderStatus = 'pending' | 'completed' | 'failed';

export type NewChainOrder = {
  /** UUIDv7. */
  readonly id: string;
  readonly account: Account;
  /** The idempotency key, and what was asked for under it; null where none was given. */
  readonly key: string | null;
  readonly fingerprint: string | null;
  readonly kind: string;
  /** As JSON: what was asked for. */
  readonly request: string;
  /** The messages that its wallet shall send, as bags of cells in base64; never changed, so that whoever signs them signs the same. */
  readonly messages: readonly string[];
  /** As JSON: what tells how it ended. */
  readonly watch: string;
  /** By the clock of the chain; from then on it is not signed any more. Null for never. */
  readonly deadlineS: number | null;
  readonly createdAtMs: number;
};

export type ChainOrder = NewChainOrder & {
  /** Counts the orders, without a gap. */
  readonly number: number;
  /** What it was signed in; null while it may be signed. */
  readonly send: number | null;
  readonly status: ChainOrderStatus;
  /** As JSON, once it has ended. */
  readonly result: string | null;
  /** The number of the event that tells how it ended: counts them in the order of the ends, without a gap; null while it is pending. */
  readonly event: number | null;
  readonly endedAtMs: number | null;
};

/** What is told of an order that has ended: its messages are of no use any more. */
export type EndedOrder = Omit<ChainOrder, 'messages' | 'watch' | 'fingerprint' | 'deadlineS' | 'result'> & {
  readonly status: Exclude<ChainOrderStatus, 'pending'>;
  readonly result: string;
  readonly event: number;
  /** Never before that of an earlier one. */
  readonly endedAtMs: number;
};

/** One message from outside to a wallet, which carries the messages of several orders. */
export type NewChainSend = {
  readonly account: Account;
  readonly seqno: number;
  /** By the clock of the chain; from then on the wallet refuses it. */
  readonly validUntilS: number;
  /** The wallet's last transaction before it was signed. */
  readonly afterLt: bigint;
  /** What is sent, again and again, in base64. */
  readonly boc: string;
  /** By which it is known on the chain, in hex. */
  readonly bodyHash: string;
};

export type ChainSend = NewChainSend & {
  readonly id: number;
  /** `live`: it may be executed at any moment. `done`: it was. `dead`: it was not, and never will be. */
  readonly state: 'live' | 'done' | 'dead';
  /** The wallet's transaction that executed it. */
  readonly lt: bigint | null;
  readonly hash: string | null;
};

export type ChainSendEnd =
  | { readonly state: 'done'; readonly lt: bigint; readonly hash: string }
  | { readonly state: 'dead' };

export type AcceptedOrder = { readonly order: ChainOrder; readonly isNew: boolean };

/** Questions and changes throw `StoreUnavailable`; a change is durable when it resolves. */
export interface ChainOrders {
  walletOf(account: Account): Promise<number | undefined>;
  /** Gives an account the wallet of this number, unless it has one: that one, then. Undefined where another account has it. */
  takeWallet(account: Account, number: number): Promise<number | undefined>;

  /** Accepts an order, or finds the one that was accepted under its key. */
  accept(order: NewChainOrder): Promise<AcceptedOrder>;
  /** The same, but undefined where its account has another order by now than the one that was its last; 0 for none. */
  acceptAfter(last: number, order: NewChainOrder): Promise<AcceptedOrder | undefined>;
  /** By number, those of an account that have not ended; and the number of its last order, whether ended or not. */
  pending(account: Account, limit: number): Promise<{ readonly last: number; readonly orders: readonly ChainOrder[] }>;
  order(id: string): Promise<ChainOrder | undefined>;
  orderUnder(account: Account, key: string): Promise<ChainOrder | undefined>;
  /** Newest first, of one account or of all. */
  orders(page: {
    readonly account?: Account;
    readonly before: number;
    readonly limit: number;
  }): Promise<readonly ChainOrder[]>;
  /** The number of the last. */
  lastOrder(): Promise<number>;
  /** By event, those that ended after one; whoever sees one could see all before it. */
  ended(page: { readonly after: number; readonly limit: number }): Promise<readonly EndedOrder[]>;
  /** The number of the last event. */
  lastEvent(): Promise<number>;
  /** Counted by indexes, so that it takes no longer for what has ended. */
  figures(): Promise<ChainFigures>;

  /** By name, those that have a live send or something to sign. */
  accountsAtWork(page: { readonly after: string; readonly limit: number }): Promise<readonly Account[]>;
  /** By number, those of an account that may be signed. */
  toSign(account: Account, limit: number): Promise<readonly ChainOrder[]>;
  /** By number, those that were executed and have not ended, of one account or of all. */
  underWay(page: {
    readonly account?: Account;
    readonly after: number;
    readonly limit: number;
  }): Promise<readonly ChainOrder[]>;

  send(id: number): Promise<ChainSend | undefined>;
  liveSend(account: Account): Promise<ChainSend | undefined>;
  /** The last of an account that was executed. */
  lastDone(account: Account): Promise<ChainSend | undefined>;
  /** Notes what was signed, with its orders; nothing, and undefined, where the account has a live send or an order may not be signed. */
  bind(send: NewChainSend, orders: readonly number[]): Promise<ChainSend | undefined>;
  /** Ends a live send; the orders of a dead one may be signed again. False where it has ended before. */
  endSend(id: number, end: ChainSendEnd): Promise<boolean>;
  /** Ends a pending order and gives it the next event, if it is still of the send by which that was judged; else false. */
  settle(
    order: Pick<ChainOrder, 'number' | 'send'>,
    end: { readonly status: Exclude<ChainOrderStatus, 'pending'>; readonly result: string },
  ): Promise<boolean>;
}

/** What is not at its end, and how much was ever accepted. */
export type ChainFigures = {
  readonly accepted: number;
  /** Pending, and not signed. */
  readonly toSign: number;
  /** Pending, and signed: under way, or about to be. */
  readonly signed: number;
  /** Of the pending order that was accepted first. */
  readonly oldestMs: number | null;
  readonly liveSends: number;
};

/** One row of all that, for copies: wallets first, then sends, then orders. */
export type ChainRecord =
  | { readonly wallet: { readonly account: Account; readonly number: number } }
  | { readonly send: ChainSend }
  | { readonly order: ChainOrder };

/** Takes wallets, sends and orders as a journal has them, and says in words what is wrong. */
export interface ChainRecordsCheck {
  /** How many orders there were. */
  readonly orders: number;
  add(record: ChainRecord): string | undefined;
  finish(): string | undefined;
}
