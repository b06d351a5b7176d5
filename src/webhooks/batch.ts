// Collects the events that are sent together and builds their message, which is the same at every attempt.
import { hash } from 'node:crypto';
import type { EventFilter } from '../ports/market.ts';
import type { HookRecord } from '../ports/webhooks.ts';
import type { Message } from './signature.ts';

/** The source of events. */
export interface EventReader {
  /** Events after a sequence that pass the filter, from at most `limit` transactions, none after `upTo`. */
  readEvents(filter: EventFilter, after: number, limit: number, upTo?: number): Promise<EventsRead>;
}
export type EventsRead = {
  readonly events: readonly HookEvent[];
  /** The last sequence that was looked at. */
  readonly last: number;
  /** The id of the last transaction that was looked at, if any. */
  readonly lastId: string | undefined;
  readonly head: number;
  /** How often the journal has gone back to an earlier event, as after a restored backup. */
  readonly rewinds: number;
};
/** An event as JSON, with its `createdAt`; always the same for the same transaction. */
export type HookEvent = { readonly sequence: number; readonly id: string; readonly text: string };

const MAX_EVENTS = 100;
const MAX_BYTES = 256 * 1024;
/** Transactions read at once for a hook with a filter, and the most that are read in search of one batch. */
const [PAGE, MOST_LOOKED_AT] = [500, 5000];

const filterOf = ({ kinds, pools, account, isOperator }: HookRecord): EventFilter => ({
  ...(kinds.length > 0 && { kinds }),
  ...(pools.length > 0 && { pools }),
  own: { account, isOperator, alone: false },
});

/** The events of a hook's next delivery: all up to `pendingTo` if that is set; else as many as fit, and at least one if any is found. */
export async function readBatch(reader: EventReader, hook: HookRecord, from: number): Promise<EventsRead> {
  const end = hook.pendingTo ?? undefined;
  const filter = filterOf(hook);
  const limit = filter.kinds || filter.pools ? PAGE : MAX_EVENTS;
  const events: HookEvent[] = [];
  let [last, bytes] = [from, 0];
  let lastId: string | undefined;
  for (;;) {
    const page = await reader.readEvents(filter, last, limit, end);
    for (const event of page.events) {
      bytes += Buffer.byteLength(event.text) + 1;
      const isFull = events.length === MAX_EVENTS || (bytes > MAX_BYTES && events.length > 0);
      if (isFull && end === undefined) return { ...page, events, last: event.sequence - 1 };
      events.push(event);
    }
    const isEnd = page.last <= last || page.last >= (end ?? page.head);
    last = Math.max(last, page.last);
    lastId = page.lastId ?? lastId;
    if (isEnd || (end === undefined && last - from >= MOST_LOOKED_AT)) return { ...page, events, last, lastId };
  }
}

/** The message's timestamp is that of its last event, since every attempt must send the same bytes. */
export function messageOf(hook: Pick<HookRecord, 'id' | 'cursor'>, events: readonly HookEvent[]): Message {
  const [first, last] = [events[0], events.at(-1)];
  const { createdAt } = JSON.parse(last?.text ?? '{}');
  // If the journal went back, `after` is lower than the last delivered event, which tells the receiver which events are undone.
  const data = `{"hook":${JSON.stringify(hook.id)},"after":${hook.cursor},"events":[${events.map(({ text }) => text).join(',')}]}`;
  return {
    // If the journal went back, other transactions get the same numbers, so the id contains a hash.
    id: `${hook.id}-${first?.sequence}-${last?.sequence}-${hash('sha256', last?.id ?? '').slice(0, 8)}`,
    body: `{"type":"events","timestamp":"${createdAt}","data":${data}}`,
  };
}
