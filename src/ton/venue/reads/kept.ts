// Answers of the chain that are used again for a while: without asking while they are young, and renewed in the background as they age.
import { Semaphore } from '../../../thread/semaphore.ts';

export type KeptOptions = {
  /** Younger than that, nobody asks again. */
  readonly freshMs: number;
  /** Older than that, an answer is not used any more; 0 keeps nothing. */
  readonly mostMs: number;
  /** Questions under way at a time, where others wait for the endpoint, too; any number if it is not said. */
  readonly atOnce?: number;
  readonly now?: () => number;
};

const MOST_KNOWN = 10_000;

export class Kept<Found> {
  readonly #options: KeptOptions & { readonly now: () => number };
  readonly #places: Semaphore;
  readonly #known = new Map<string, { readonly found: Found; readonly atMs: number }>();
  readonly #asking = new Map<string, Promise<Found>>();

  constructor(options: KeptOptions) {
    this.#options = { now: () => performance.now(), ...options };
    this.#places = new Semaphore(options.atOnce ?? Number.POSITIVE_INFINITY);
  }

  async get(name: string, ask: () => Promise<Found>): Promise<Found> {
    const { freshMs, mostMs, now } = this.#options;
    // Where nothing is kept, whoever asks sees all that was done before.
    if (mostMs === 0) return this.#places.run(ask);
    const known = this.#known.get(name);
    const ageMs = known ? now() - known.atMs : Number.POSITIVE_INFINITY;
    if (known && ageMs < freshMs) return known.found;
    const asking = this.#asking.get(name) ?? this.#ask(name, ask);
    if (!known || ageMs >= mostMs) return asking;
    // Whoever comes when the answer is too old hears of the failure.
    asking.catch(() => {});
    return known.found;
  }

  #ask(name: string, ask: () => Promise<Found>): Promise<Found> {
    const asking = this.#places
      .run(async () => {
        // As old as the question: what came after it is not in the answer for sure.
        const atMs = this.#options.now();
        const found = await ask();
        if (this.#known.size >= MOST_KNOWN) this.#known.clear();
        this.#known.set(name, { found, atMs });
        return found;
      })
      .finally(() => this.#asking.delete(name));
    this.#asking.set(name, asking);
    return asking;
  }
}
