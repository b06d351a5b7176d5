// How it is found out what has become of an order whose messages its wallet has sent.
import type { Address } from '@ton/core';
import type { ChainOrder } from '../../ports/chain-orders.ts';

/** A message as the wallet sent it: what a chain needs to find the transaction that took it. */
export type SentMessage = {
  readonly source: Address;
  readonly destination: Address;
  readonly createdLt: bigint;
};

/** Kept as JSON: amounts are texts. */
export type Details = Readonly<Record<string, unknown>>;

export type Verdict =
  | { readonly status: 'pending' }
  | { readonly status: 'completed'; readonly details: Details }
  | ({ readonly status: 'failed'; readonly reason: string; readonly details?: Details } & {
      /** Tokens neither arrived nor came back, and somebody has to look. */
      readonly isStranded?: boolean;
    });

export interface Track {
  /**
   * The messages are in the order in which the order has them, at least one of them sent; null stands for one that the wallet
   * had not enough TON for. The fee is the order's share of what the wallet's own transaction cost. Throws `ChainUnavailable`.
   */
  track(order: ChainOrder, sent: readonly (SentMessage | null)[], feeNano: bigint): Promise<Verdict>;
}
