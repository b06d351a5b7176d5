// A chain as the gateway sees it: the operations of a toncenter-v2 endpoint. Answers name their masterchain block if they can.
import type { Address, Cell, Message, Transaction, TupleItem, TupleReader } from '@ton/core';
import { SettlementUnavailable } from '../ports/venue.ts';

export type Head = {
  readonly seqno: number;
  /** In seconds; the chain's own clock, which alone decides what has expired. */
  readonly timeS: number;
};

export type AccountState = {
  readonly status: 'active' | 'uninitialized' | 'frozen';
  readonly balance: bigint;
  readonly code: Cell | null;
  readonly data: Cell | null;
  /** The last transaction; null if there was none. */
  readonly last: { readonly lt: bigint; readonly hash: Buffer } | null;
  readonly head: Head;
};

/** Identifies a message between two accounts: no other has the same source, destination and logical time. */
export type SentMessage = { readonly source: Address; readonly destination: Address; readonly createdLt: bigint };

/** Null for messages from or to the outside of the chain. */
export const sentMessage = ({ info }: Message): SentMessage | null =>
  info.type === 'internal' ? { source: info.src, destination: info.dest, createdLt: info.createdLt } : null;

export type GetterResult = { readonly exitCode: number; readonly stack: TupleReader };

/** Every method throws `ChainUnavailable` if the endpoint cannot answer. */
export interface Chain {
  head(): Promise<Head>;
  account(address: Address): Promise<AccountState>;
  /** Runs a get-method; exit code -13 if the account does not exist. */
  run(address: Address, method: string, stack?: readonly TupleItem[]): Promise<GetterResult>;
  /** The answer proves nothing: a refused message may still be executed, and an accepted one may not. */
  send(boc: Buffer): Promise<void>;
  /** Newest first, starting with `from`, down to `toLt` exclusive. */
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
