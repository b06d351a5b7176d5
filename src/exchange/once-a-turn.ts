// What several ask for in one turn of the event loop is looked up once for them all.

/** Looks after the last of them has asked, so that nobody is told what was so before the question. */
export class OnceATurn<Key, Found> {
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
