// What happened after a sequence: the last transactions from memory, older ones from the journal.
import type { Posted } from '../../core/settle.ts';
import type { Book } from '../follower/book.ts';
import type { EventFilter, EventsAsked, EventsFound } from '../market.ts';
import { Event } from './event.ts';
import type { Observer } from './observer.ts';

/** Enough for whoever was away for a moment. */
const MOST_REMEMBERED = 2000;

/** The last transactions, in order and without a gap. */
export class RecentEvents {
  #events: Event[] = [];

  take(posted: Posted, book: Book): void {
    this.#events.push(new Event(posted, book));
    if (this.#events.length >= 2 * MOST_REMEMBERED) this.#events = this.#events.slice(-MOST_REMEMBERED);
  }

  /** Those in (after, upTo]; undefined where not all of them are remembered. */
  between(after: number, upTo: number): readonly Event[] | undefined {
    const first = this.#events[0]?.sequence ?? Number.POSITIVE_INFINITY;
    const last = this.#events.at(-1)?.sequence ?? 0;
    return after + 1 >= first && upTo <= last ? this.#events.slice(after + 1 - first, upTo + 1 - first) : undefined;
  }
}

export type EventText = { readonly sequence: number; readonly kind: string; readonly text: string };

/** Those that pass the filter, of the next `limit` transactions after a sequence. */
export async function eventsAfter(
  observer: Observer,
  { after, limit, filter }: EventsAsked,
): Promise<{ readonly events: readonly EventText[]; readonly last: number; readonly head: number }> {
  const known = await observer.known();
  const upTo = Math.min(after + limit, known);
  if (upTo <= after) return { events: [], last: after, head: observer.head };
  const found = observer.recent.between(after, upTo) ?? (await pageOf(observer, after, upTo));
  return { events: found.flatMap((event) => told(event, filter)), last: upTo, head: observer.head };
}

export async function readEvents(observer: Observer, asked: EventsAsked): Promise<EventsFound> {
  const { events, ...where } = await eventsAfter(observer, asked);
  return { ...where, text: events.map(printed).join('') };
}

async function pageOf({ tail, book }: Observer, after: number, upTo: number): Promise<readonly Event[]> {
  const posted = await tail.page(after, upTo - after);
  return posted.map((one) => new Event(one, book));
}

function told(event: Event, filter: EventFilter): readonly EventText[] {
  const text = event.textFor(filter);
  return text === undefined ? [] : [{ sequence: event.sequence, kind: event.kind, text }];
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html; JSON has no line breaks of its own. */
const printed = ({ sequence, kind, text }: EventText): string => `id: ${sequence}\nevent: ${kind}\ndata: ${text}\n\n`;
