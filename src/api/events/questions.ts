// Fetches events for the readers; readers at the same position with the same filter share one answer.
import type { EventFilter, EventsFound, Market } from '../../ports/market.ts';

/** Most events in one answer. */
const PAGE = 500;
/** Most queries at once: the observer, which reads the events, answers one after the other, so more would only queue there. */
const MOST_UNDER_WAY = 4;

/** `bytes` are the events as text; `chunk` is the same in chunked transfer coding (RFC 9112, 7.1), ready to be written to a socket. */
export type EventPage = EventsFound & { readonly bytes: Buffer; readonly chunk: Buffer };

/** A filter; `name` is equal for equal filters. */
export type EventClass = { readonly filter: EventFilter; readonly name: string };

type Question = {
  readonly after: number;
  readonly filter: EventFilter;
  readonly answer: PromiseWithResolvers<EventPage>;
};

export class EventQueries {
  readonly #market: Market;
  /** Queries that have not been sent yet, in the order of asking, so that every reader gets its turn. */
  readonly #waiting = new Map<string, Question>();
  #underWay = 0;
  /** The sequence of the last transaction in the journal (its head), as last seen. */
  head = 0;

  constructor(market: Market) {
    this.#market = market;
  }

  /** The next events after a sequence; readers that ask within one turn of the event loop share the answer. */
  ask(after: number, { filter, name }: EventClass): Promise<EventPage> {
    const key = `${after} ${name}`;
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting.answer.promise;
    const question: Question = { after, filter, answer: Promise.withResolvers() };
    this.#waiting.set(key, question);
    queueMicrotask(() => this.#next());
    return question.answer.promise;
  }

  #next(): void {
    for (const [key, question] of this.#waiting) {
      if (this.#underWay === MOST_UNDER_WAY) return;
      this.#waiting.delete(key);
      this.#underWay += 1;
      void this.#answer(question);
    }
  }

  async #answer({ after, filter, answer }: Question): Promise<void> {
    try {
      const found = await this.#market.events({ after, limit: PAGE, filter });
      if (this.head === 0) this.head = found.head;
      // One shared buffer, so that unsent data is held once for all readers.
      const size = `${Buffer.byteLength(found.text).toString(16)}\r\n`;
      const chunk = Buffer.from(`${size}${found.text}\r\n`);
      answer.resolve({ ...found, bytes: chunk.subarray(size.length, -2), chunk });
    } catch (error) {
      answer.reject(error);
    } finally {
      this.#underWay -= 1;
      this.#next();
    }
  }
}
