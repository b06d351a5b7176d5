// One look-up shared by all who ask for the same in one turn of the event loop.
import { endOfTurn } from './shared-turn.ts';

/** Looks after the last of them has asked, so that nobody is told what was so before the question. */
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
