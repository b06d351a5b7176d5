// One look-up shared by all who ask for the same in one turn of the event loop.

/** Looks after the last of them has asked, so that nobody is told what was so before the question. */
export class SharedLookup<Key, Found> {
  readonly #look: (key: Key) => Promise<Found>;
  #asked = new Map<Key, Promise<Found>>();
  #turn: Promise<void> | undefined;

  constructor(look: (key: Key) => Promise<Found>) {
    this.#look = look;
  }

  ask(key: Key): Promise<Found> {
    this.#turn ??= new Promise((resolve) => setImmediate(() => this.#end(resolve)));
    const asked = this.#asked.get(key) ?? this.#turn.then(() => this.#look(key));
    this.#asked.set(key, asked);
    return asked;
  }

  #end(resolve: () => void): void {
    this.#turn = undefined;
    this.#asked = new Map();
    resolve();
  }
}
