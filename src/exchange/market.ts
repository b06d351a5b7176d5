// What the market has done and does, as the API sees it: everything follows from the journal and is as new as its head.
import type { Account, PoolAddress } from '../core/amount.ts';

/** Every method throws `CatchingUp`, `MarketUnavailable`, `RefusedError` or an error of the store. */
export interface Market {
  /** What came after a sequence and passes the filter, printed as server-sent events. */
  events(asked: EventsAsked): Promise<EventsFound>;
  /** Tells whenever the journal was seen to have moved, and where to. */
  onHead(listener: (sequence: number) => void): void;
  close(): Promise<void>;
}

/** The history is not counted to its end yet. */
export class CatchingUp extends Error {
  override name = 'CatchingUp';
  readonly done: number;
  readonly total: number;
  constructor(done: number, total: number) {
    super(`${done} of ${total} transactions are counted`);
    this.done = done;
    this.total = total;
  }
}

/** Nobody observes the journal right now; nothing was changed. */
export class MarketUnavailable extends Error {
  override name = 'MarketUnavailable';
}

export type EventsAsked = {
  readonly after: number;
  /** Events that are looked at, at most; those that the filter leaves out count too. */
  readonly limit: number;
  readonly filter: EventFilter;
};
export type EventFilter = {
  readonly kinds?: readonly string[];
  readonly pools?: readonly PoolAddress[];
  /** Whoever asks is told in full what concerns the account, an operator all, and beside that what everybody is told, unless `alone`. */
  readonly own?: { readonly account: Account; readonly isOperator: boolean; readonly alone: boolean };
};
export type EventsFound = {
  /** As they go over the wire; empty where none passed. */
  readonly text: string;
  /** How far the journal was looked through. */
  readonly last: number;
  readonly head: number;
};
