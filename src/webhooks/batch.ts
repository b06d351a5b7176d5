// The events that are sent together, and the message that they make: the same one however often it is sent.
import { hash } from 'node:crypto';
import type { EventFilter } from '../ports/market.ts';
import type { HookRecord } from '../ports/webhook-store.ts';
import type { Message } from './signature.ts';

/** What is delivered, and where it comes from. */
export interface EventReader {
  /** What came after a sequence and passes the filter, of as many transactions as the limit says, none after `upTo`. */
  readEvents(filter: EventFilter, after: number, limit: number, upTo?: number): Promise<EventsRead>;
}
export type EventsRead = {
  readonly events: readonly HookEvent[];
  /** How far the journal was looked through. */
  readonly last: number;
  /** That of the last transaction that was looked at, if any was. */
  readonly lastId: string | undefined;
  readonly head: number;
  /** How often the journal was found to have gone back. */
  readonly rewinds: number;
};
/** As JSON, with its `createdAt`: of the same transaction always the same. */
export type HookEvent = { readonly sequence: number; readonly id: string; readonly text: string };

const MAX_EVENTS = 100;
const MAX_BYTES = 256 * 1024;
/** Transactions that are asked for at once where most are left out, and those that are looked through in a turn. */
const [PAGE, MOST_LOOKED_AT] = [500, 5000];

const filterOf = ({ kinds, pools, account, isOperator }: HookRecord): EventFilter => ({
  ...(kinds.length > 0 && { kinds }),
  ...(pools.length > 0 && { pools }),
  own: { account, isOperator, alone: false },
});

/** Everything of a batch whose end is fixed; of one that is not, as much as fits: at least one event, if any is found. */
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

/** Its time is that of the last event, since a repetition must be the same to the byte. */
export function messageOf(hook: Pick<HookRecord, 'id' | 'cursor'>, events: readonly HookEvent[]): Message {
  const [first, last] = [events[0], events.at(-1)];
  const { createdAt } = JSON.parse(last?.text ?? '{}');
  // After a journal went back it is before what was delivered: so the receiver knows what is undone.
  const data = `{"hook":${JSON.stringify(hook.id)},"after":${hook.cursor},"events":[${events.map(({ text }) => text).join(',')}]}`;
  return {
    // After a journal went back, other transactions have the same numbers.
    id: `${hook.id}-${first?.sequence}-${last?.sequence}-${hash('sha256', last?.id ?? '').slice(0, 8)}`,
    body: `{"type":"events","timestamp":"${createdAt}","data":${data}}`,
  };
}
