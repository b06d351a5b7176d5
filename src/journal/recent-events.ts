// The last transactions as events, in order and without a gap, while somebody reads them.
import type { Posted } from '../core/settle/instruction.ts';
import type { Book } from './book.ts';
import { Event } from './event.ts';
import type { Fold } from './follower.ts';

/** Enough for whoever was away for a moment; many more would outlive the young space, which costs more than counting them. */
const MOST_REMEMBERED = 500;
/** Transactions after which, where nobody has asked for any of them, nobody is taken to listen. */
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

  /** Those in (after, upTo]; undefined where not all of them are remembered. */
  between(after: number, upTo: number): readonly Event[] | undefined {
    this.#unasked = 0;
    const first = this.#events[0]?.sequence ?? Number.POSITIVE_INFINITY;
    const last = this.#events.at(-1)?.sequence ?? 0;
    return after + 1 >= first && upTo <= last ? this.#events.slice(after + 1 - first, upTo + 1 - first) : undefined;
  }
}
