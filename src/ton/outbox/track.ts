// Interface to find the outcome of an order whose messages its wallet has sent.
import type { Address } from '@ton/core';
import type { ChainOrder } from '../../ports/chain-orders.ts';

/** A sent message: enough to find the transaction that processed it. */
export type SentMessage = {
  readonly source: Address;
  readonly destination: Address;
  readonly createdLt: bigint;
};

/** Stored as JSON: amounts are texts. */
export type Details = Readonly<Record<string, unknown>>;

export type Verdict =
  | { readonly status: 'pending' }
  | { readonly status: 'completed'; readonly details: Details }
  | ({ readonly status: 'failed'; readonly reason: string; readonly details?: Details } & {
      /** True if tokens neither arrived nor came back, so that an operator has to look. */
      readonly isStranded?: boolean;
    });

export interface Track {
  /**
   * `sent` has the messages in the order's own sequence, at least one of them sent; null for one that the wallet had too little
   * TON for. `feeNano` is the order's share of the fees of the wallet's own transaction. Throws `ChainUnavailable`.
   */
  track(order: ChainOrder, sent: readonly (SentMessage | null)[], feeNano: bigint): Promise<Verdict>;
}
