// Answers of the chain that are used again for a while: without asking while they are young, and renewed in the background as they age.
import { Semaphore } from '../../../thread/semaphore.ts';
import { askerNow, type Share } from '../../endpoint/shares.ts';

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
  /** By share: whoever may ask more does not wait for a question of somebody who may ask less. */
  readonly #places = new Map<Share, Semaphore>();
  readonly #known = new Map<string, { readonly found: Found; readonly atMs: number }>();
  readonly #asking = new Map<string, Promise<Found>>();

  constructor(options: KeptOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  async get(name: string, ask: () => Promise<Found>): Promise<Found> {
    const { freshMs, mostMs, now } = this.#options;
    const { share } = askerNow();
    // Where nothing is kept, whoever asks sees all that was done before.
    if (mostMs === 0) return this.#placesOf(share).run(ask);
    const known = this.#known.get(name);
    const ageMs = known ? now() - known.atMs : Number.POSITIVE_INFINITY;
    if (known && ageMs < freshMs) return known.found;
    const asking = this.#asking.get(`${share} ${name}`) ?? this.#ask(name, share, ask);
    if (!known || ageMs >= mostMs) return asking;
    // Whoever comes when the answer is too old gets the failure.
    asking.catch(() => {});
    return known.found;
  }

  #ask(name: string, share: Share, ask: () => Promise<Found>): Promise<Found> {
    const asking = this.#placesOf(share)
      .run(async () => {
        // As old as the question: what came after it is not in the answer for sure.
        const atMs = this.#options.now();
        const found = await ask();
        if (this.#known.size >= MOST_KNOWN) this.#known.clear();
        // Another share may have asked later and been answered before.
        if (atMs >= (this.#known.get(name)?.atMs ?? 0)) this.#known.set(name, { found, atMs });
        return found;
      })
      .finally(() => this.#asking.delete(`${share} ${name}`));
    this.#asking.set(`${share} ${name}`, asking);
    return asking;
  }

  #placesOf(share: Share): Semaphore {
    const places = this.#places.get(share) ?? new Semaphore(this.#options.atOnce ?? Number.POSITIVE_INFINITY);
    this.#places.set(share, places);
    return places;
  }
}
