// The interface to TON: the operations of a toncenter-v2 endpoint that the exchange uses.
import type { Address, Cell, Message, Transaction, TupleItem, TupleReader } from '@ton/core';
import { SettlementUnavailable } from '../ports/venue.ts';

export type Head = {
  readonly seqno: number;
  /** Unix time of the block: the chain's own clock, never this machine's, decides whether a message has expired. */
  readonly timeS: number;
};

export type AccountState = {
  readonly status: 'active' | 'uninitialized' | 'frozen';
  readonly balance: bigint;
  readonly code: Cell | null;
  readonly data: Cell | null;
  /** The account's last transaction; null if it has none. */
  readonly last: { readonly lt: bigint; readonly hash: Buffer } | null;
  readonly head: Head;
};

/** Identifies a message between two accounts: no other has the same source, destination and logical time. */
export type SentMessage = { readonly source: Address; readonly destination: Address; readonly createdLt: bigint };

/** Null for external messages, which have a source or a destination outside of the chain. */
export const sentMessage = ({ info }: Message): SentMessage | null =>
  info.type === 'internal' ? { source: info.src, destination: info.dest, createdLt: info.createdLt } : null;

export type GetterResult = { readonly exitCode: number; readonly stack: TupleReader };

/** Every method throws `ChainUnavailable` if the endpoint cannot answer. */
export interface Chain {
  head(): Promise<Head>;
  account(address: Address): Promise<AccountState>;
  /** Runs a get-method; exit code -13 if the account does not exist. */
  run(address: Address, method: string, stack?: readonly TupleItem[]): Promise<GetterResult>;
  /** Sends a message. Neither success nor an error proves anything: a refused message may be executed, and an accepted one may not. */
  send(boc: Buffer): Promise<void>;
  /** The account's transactions, newest first: from `from` (by default the last one) down to `toLt`, which is excluded. */
  transactions(
    address: Address,
    page: {
      readonly limit: number;
      readonly from?: { readonly lt: bigint; readonly hash: Buffer };
      readonly toLt?: bigint;
    },
  ): Promise<readonly Transaction[]>;
  /** The transaction that processed a message; undefined if there is none yet. */
  taken(message: SentMessage): Promise<Transaction | undefined>;
}

export class ChainUnavailable extends SettlementUnavailable {
  override name = 'ChainUnavailable';
}
