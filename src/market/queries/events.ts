// Events after a sequence: recent transactions from memory, older ones from the journal.

import { Event } from '../../journal/event.ts';
import { CatchingUp, type EventFilter, type EventsFound, type EventsQuery } from '../../ports/market.ts';
import { UnreadableTransaction } from '../../ports/store.ts';
import type { Observer } from '../observer.ts';

/** A page's text ends after this many characters, since it stays in memory until a slow reader has received it. */
const ENOUGH_CHARACTERS = 131_072;

type EventText = Pick<Event, 'sequence' | 'id'> & { readonly kind: string; readonly text: string };

export type EventsAfter = Pick<EventsFound, 'last' | 'head' | 'rewinds' | 'forks'> & {
  readonly events: readonly EventText[];
  /** The id of the last transaction examined, if any. */
  readonly lastId: string | undefined;
};

/** The events that pass the filter, of the next `limit` transactions after a sequence. */
export async function eventsAfter(observer: Observer, { after, limit, filter }: EventsQuery): Promise<EventsAfter> {
  const known = await knownFrom(observer, after);
  const upTo = Math.min(after + limit, known);
  if (upTo <= after) return { events: [], last: after, lastId: undefined, ...standOf(observer) };
  const found = observer.recent.between(after, upTo) ?? (await pageOf(observer, after, upTo));
  const events = found.flatMap((event) => told(event, filter));
  const end = found.at(-1);
  return { events, last: end?.sequence ?? upTo, lastId: end?.id, ...standOf(observer) };
}

const standOf = ({ head, rewinds, forks }: Observer) => ({ head, rewinds, forks });

/** The last transaction known. A reader that is further was served by a node that is ahead, or the journal was rolled back. */
async function knownFrom(observer: Observer, after: number): Promise<number> {
  const known = await observer.known();
  if (after <= known) return known;
  await observer.catchUp().catch((error) => {
    // Transactions that are not counted yet, or that cannot be counted because of a damaged row, can still be reported.
    if (!(error instanceof CatchingUp || error instanceof UnreadableTransaction)) throw error;
  });
  return observer.known();
}

export const readEvents = async (observer: Observer, query: EventsQuery): Promise<EventsFound> =>
  printEvents(await eventsAfter(observer, query));

/** The events as text for the client, up to the limit of a page's text. */
export function printEvents({ events, last, lastId: _, ...stand }: EventsAfter): EventsFound {
  let [text, count] = ['', 0];
  for (const event of events) {
    if (text.length >= ENOUGH_CHARACTERS) return { text, count, last: event.sequence - 1, ...stand };
    text += printed(event);
    count += 1;
  }
  return { text, count, last, ...stand };
}

/** Reads a page, which ends before an unreadable transaction; throws if the first transaction is unreadable. */
async function pageOf(observer: Observer, after: number, upTo: number): Promise<readonly Event[]> {
  const { tail, book } = observer;
  try {
    const posted = await tail.page(after, upTo - after);
    return posted.map((one) => new Event(one, book));
  } catch (error) {
    if (error instanceof UnreadableTransaction && error.sequence > after + 1) {
      return pageOf(observer, after, error.sequence - 1);
    }
    throw error;
  }
}

function told(event: Event, filter: EventFilter): readonly EventText[] {
  const text = event.textFor(filter);
  return text === undefined ? [] : [{ sequence: event.sequence, id: event.id, kind: event.kind, text }];
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html; JSON has no line breaks of its own. */
const printed = ({ sequence, kind, text }: EventText): string => `id: ${sequence}\nevent: ${kind}\ndata: ${text}\n\n`;
