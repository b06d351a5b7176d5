// One look-up shared by all callers that ask for the same key in one turn of the event loop.
import { endOfTurn } from './shared-turn.ts';

/** Looks the key up at the end of the turn, when all callers have asked, so that none gets a value from before its question. */
export class SharedLookup<Key, Found> {
  readonly #look: (key: Key) => Promise<Found>;
  readonly #asked = new Map<Key, Promise<Found>>();

  constructor(look: (key: Key) => Promise<Found>) {
    this.#look = look;
  }

  ask(key: Key): Promise<Found> {
    const asked = this.#asked.get(key) ?? endOfTurn().then(() => this.#lookNow(key));
    this.#asked.set(key, asked);
    return asked;
  }

  #lookNow(key: Key): Promise<Found> {
    this.#asked.delete(key);
    return this.#look(key);
  }
}
