// The watch: answers what is asked about the market, each after the observer has gone to where the journal is by then.
import type { EventsAsked, Market } from '../market.ts';
import { readEvents } from './events.ts';
import type { Observer } from './observer.ts';

/** Often enough that whoever listens takes it for at once. */
const LOOK_EVERY_MS = 50;

export class Watch implements Market {
  readonly #observer: Observer;
  readonly #listeners: ((sequence: number) => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #told = -1;
  #isClosed = false;

  constructor(observer: Observer) {
    this.#observer = observer;
  }

  /** Goes along by itself, and tells those who listen. */
  start(): void {
    const look = async () => {
      // Whatever is wrong, the next question is told so.
      await this.#observer.catchUp().catch(() => {});
      this.#tell();
      if (!this.#isClosed) this.#timer = setTimeout(look, LOOK_EVERY_MS);
    };
    void look();
  }

  events(asked: EventsAsked) {
    return readEvents(this.#observer, asked);
  }

  onHead(listener: (sequence: number) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#observer.close();
  }

  #tell(): void {
    const { head } = this.#observer;
    if (head === this.#told) return;
    this.#told = head;
    for (const listener of this.#listeners) listener(head);
  }
}
