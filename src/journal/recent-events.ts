// The last transactions as events, remembered in order.
import type { Posted } from '../core/settle/instruction.ts';
import type { Mark } from '../ports/records.ts';
import type { Book } from './book.ts';
import { Event } from './event.ts';

/** Enough for whoever was away for a moment; many more would outlive the young space, which costs more than counting them. */
const MOST_REMEMBERED = 500;
/** What there was is known for longer than what it was. */
const MOST_IDS = 2000;

/** The last transactions, in order and without a gap. */
export class RecentEvents {
  #events: Event[] = [];
  #ids: string[] = [];

  take(posted: Posted, book: Book): void {
    this.#events.push(new Event(posted, book));
    this.#ids.push(posted.id);
    if (this.#events.length >= 2 * MOST_REMEMBERED) this.#events = this.#events.slice(-MOST_REMEMBERED);
    if (this.#ids.length >= 2 * MOST_IDS) this.#ids = this.#ids.slice(-MOST_IDS);
  }

  /** Of all whose ids are remembered. */
  get marks(): readonly Mark[] {
    const first = (this.#events.at(-1)?.sequence ?? 0) - this.#ids.length + 1;
    return this.#ids.map((id, at) => ({ sequence: first + at, id }));
  }

  /** Those in (after, upTo]; undefined where not all of them are remembered. */
  between(after: number, upTo: number): readonly Event[] | undefined {
    const first = this.#events[0]?.sequence ?? Number.POSITIVE_INFINITY;
    const last = this.#events.at(-1)?.sequence ?? 0;
    return after + 1 >= first && upTo <= last ? this.#events.slice(after + 1 - first, upTo + 1 - first) : undefined;
  }
}
