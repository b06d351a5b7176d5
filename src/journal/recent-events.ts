// Keeps the last transactions as events, in order and without gaps, while clients listen for events.
import type { Posted } from '../core/settle/instruction.ts';
import type { Book } from './book.ts';
import { Event } from './event.ts';
import type { Fold } from './follower.ts';

/** Enough for a client that reconnects; with many more, the garbage collector would move them to the old generation, at a higher cost. */
const MOST_REMEMBERED = 500;
/** After this many transactions without a call of `between`, nobody is assumed to listen, and no events are kept. */
const UNASKED = 2000;

export class RecentEvents implements Fold {
  #book: Book | undefined;
  #events: Event[] = [];
  #unasked = 0;

  restart(book: Book): void {
    this.#book = book;
    this.#events = [];
  }

  take(posted: Posted): void {
    this.#unasked += 1;
    if (this.#unasked > UNASKED) this.#events.length = 0;
    else this.#events.push(new Event(posted, this.#book as Book));
    if (this.#events.length >= 2 * MOST_REMEMBERED) this.#events = this.#events.slice(-MOST_REMEMBERED);
  }

  /** The events in (after, upTo]; undefined if not all of them are remembered. */
  between(after: number, upTo: number): readonly Event[] | undefined {
    this.#unasked = 0;
    const first = this.#events[0]?.sequence ?? Number.POSITIVE_INFINITY;
    const last = this.#events.at(-1)?.sequence ?? 0;
    return after + 1 >= first && upTo <= last ? this.#events.slice(after + 1 - first, upTo + 1 - first) : undefined;
  }
}
