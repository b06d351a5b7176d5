// A chain as the gateway sees it: what a toncenter-v2 endpoint can tell. Every answer names the masterchain block it is of, where it can.
import type { Address, Cell, Transaction, TupleItem, TupleReader } from '@ton/core';
import { SettlementUnavailable } from '../ports/venue.ts';

export type Head = {
  readonly seqno: number;
  /** Seconds; the chain's own clock, which alone decides what has expired. */
  readonly timeS: number;
};

export type AccountState = {
  readonly status: 'active' | 'uninitialized' | 'frozen';
  readonly balance: bigint;
  readonly code: Cell | null;
  readonly data: Cell | null;
  /** Of the last transaction; null where there was none. */
  readonly last: { readonly lt: bigint; readonly hash: Buffer } | null;
  readonly head: Head;
};

export type GetterResult = { readonly exitCode: number; readonly stack: TupleReader };

/** Every method throws `ChainUnavailable` where the endpoint cannot answer. */
export interface Chain {
  head(): Promise<Head>;
  account(address: Address): Promise<AccountState>;
  /** A get-method; of an account that is not there the exit code is -13. */
  run(address: Address, method: string, stack?: readonly TupleItem[]): Promise<GetterResult>;
  /** What is answered says nothing: a refusal may hide an acceptance, and an acceptance promises nothing. */
  send(boc: Buffer): Promise<void>;
  /** Newest first, from the given one on; down to but without `toLt`. */
  transactions(
    address: Address,
    page: {
      readonly limit: number;
      readonly from?: { readonly lt: bigint; readonly hash: Buffer };
      readonly toLt?: bigint;
    },
  ): Promise<readonly Transaction[]>;
  /** The transaction that took a message; undefined for not yet. */
  taken(message: {
    readonly source: Address;
    readonly destination: Address;
    readonly createdLt: bigint;
  }): Promise<Transaction | undefined>;
}

export class ChainUnavailable extends SettlementUnavailable {
  override name = 'ChainUnavailable';
}
