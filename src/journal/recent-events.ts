// The last transactions as events, remembered in order.
import type { Posted } from '../core/settle/instruction.ts';
import type { Mark } from '../ports/records.ts';
import type { Book } from './book.ts';
import { Event } from './event.ts';

/** Enough for whoever was away for a moment. */
const MOST_REMEMBERED = 2000;
/** The last transactions, in order and without a gap. */
export class RecentEvents {
  #events: Event[] = [];

  take(posted: Posted, book: Book): void {
    this.#events.push(new Event(posted, book));
    if (this.#events.length >= 2 * MOST_REMEMBERED) this.#events = this.#events.slice(-MOST_REMEMBERED);
  }

  /** Of all that are remembered. */
  get marks(): readonly Mark[] {
    return this.#events.map(({ sequence, id }) => ({ sequence, id }));
  }

  /** Those in (after, upTo]; undefined where not all of them are remembered. */
  between(after: number, upTo: number): readonly Event[] | undefined {
    const first = this.#events[0]?.sequence ?? Number.POSITIVE_INFINITY;
    const last = this.#events.at(-1)?.sequence ?? 0;
    return after + 1 >= first && upTo <= last ? this.#events.slice(after + 1 - first, upTo + 1 - first) : undefined;
  }
}
