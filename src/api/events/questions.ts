// Asks what readers are to be told: those who stand at the same place and want the same share one answer.
import type { EventFilter, EventsFound, Market } from '../../ports/market.ts';

/** Events that are looked at for one answer. */
const PAGE = 500;
/** The observer answers one after the other, so that more would only wait there instead of here. */
const MOST_UNDER_WAY = 4;

/** `chunk` is `bytes` as they go over the wire (RFC 9112, 7.1). */
export type EventPage = EventsFound & { readonly bytes: Buffer; readonly chunk: Buffer };

/** What someone reads; `name` is the same for all who read the same. */
export type EventClass = { readonly filter: EventFilter; readonly name: string };

type Question = {
  readonly after: number;
  readonly filter: EventFilter;
  readonly answer: PromiseWithResolvers<EventPage>;
};

export class EventQuestions {
  readonly #market: Market;
  /** In the order in which they were asked, so that everybody has a turn. */
  readonly #waiting = new Map<string, Question>();
  #underWay = 0;
  /** Where the journal was last seen. */
  head = 0;

  constructor(market: Market) {
    this.#market = market;
  }

  /** What comes next after a sequence; those who ask in one turn of the event loop share it. */
  ask(after: number, { filter, name }: EventClass): Promise<EventPage> {
    const key = `${after} ${name}`;
    const asked = this.#waiting.get(key);
    if (asked) return asked.answer.promise;
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
      // One for all: whatever is not sent yet is held once.
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
