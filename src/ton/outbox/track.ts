// Interface to find the outcome of a request whose messages its wallet has sent.
import type { Transaction } from '@ton/core';
import type { ChainRequest } from '../../ports/chain-requests.ts';
import { NOT_ENOUGH_TON } from '../trace/words.ts';
import { type ExecutedMessages, sentOf } from './execution.ts';

/** Stored as JSON: amounts are texts. */
export type Details = Readonly<Record<string, unknown>>;

export type OrderOutcome =
  | { readonly status: 'pending' }
  | { readonly status: 'completed'; readonly details: Details }
  /** `isStranded` if tokens neither arrived nor came back, so that an operator has to look. */
  | { readonly status: 'failed'; readonly details: Details; readonly isStranded?: boolean };

/** Finds the outcome of a request; called only if the wallet sent at least one of its messages. Throws `ChainUnavailable`. */
export type Track = (request: ChainRequest, executed: ExecutedMessages) => Promise<OrderOutcome>;

/** The outcome of a request; `execution` is the wallet's transaction that executed the signed message with the request. */
export async function outcomeOf(track: Track, request: ChainRequest, execution: Transaction): Promise<OrderOutcome> {
  const sent = sentOf(request, execution);
  const isSkipped = sent.every((message) => message === null);
  return isSkipped ? { status: 'failed', details: NOT_ENOUGH_TON } : track(request, { execution, sent });
}
