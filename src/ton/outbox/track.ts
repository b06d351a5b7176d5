// Interface to find the outcome of an order whose messages its wallet has sent.
import type { Transaction } from '@ton/core';
import type { ChainOrder } from '../../ports/chain-orders.ts';
import { NOT_ENOUGH_TON } from '../trace/words.ts';
import { type Executed, sentOf } from './execution.ts';

/** Stored as JSON: amounts are texts. */
export type Details = Readonly<Record<string, unknown>>;

export type Outcome =
  | { readonly status: 'pending' }
  | { readonly status: 'completed'; readonly details: Details }
  /** `isStranded` if tokens neither arrived nor came back, so that an operator has to look. */
  | { readonly status: 'failed'; readonly details: Details; readonly isStranded?: boolean };

/** Called if the wallet sent at least one message. Throws `ChainUnavailable`. */
export type Track = (order: ChainOrder, executed: Executed) => Promise<Outcome>;

/** The outcome of an order that was signed in a message which this transaction executed. */
export async function outcomeOf(track: Track, order: ChainOrder, execution: Transaction): Promise<Outcome> {
  const sent = sentOf(order, execution);
  const isSkipped = sent.every((message) => message === null);
  return isSkipped ? { status: 'failed', details: NOT_ENOUGH_TON } : track(order, { execution, sent });
}
