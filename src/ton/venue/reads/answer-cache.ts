// A cache of the chain's answers: fresh ones are used as they are, older ones are used and renewed in the background.
import { Semaphore } from '../../../thread/semaphore.ts';
import { askerNow, type Share } from '../../endpoint/shares.ts';

export type CacheOptions = {
  /** A younger answer is used without asking again. */
  readonly freshMs: number;
  /** An older answer is not used any more; 0 caches nothing. */
  readonly mostMs: number;
  /** The most concurrent requests, since others use the endpoint too; unlimited if absent. */
  readonly atOnce?: number;
  readonly now?: () => number;
};

const MOST_KNOWN = 10_000;

export class AnswerCache<Found> {
  readonly #options: CacheOptions & { readonly now: () => number };
  /** Slots for concurrent requests, per quota share: callers with a larger share do not wait for those with a smaller one. */
  readonly #places = new Map<Share, Semaphore>();
  readonly #known = new Map<string, { readonly found: Found; readonly atMs: number }>();
  readonly #asking = new Map<string, Promise<Found>>();

  constructor(options: CacheOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  async get(name: string, ask: () => Promise<Found>): Promise<Found> {
    const { freshMs, mostMs, now } = this.#options;
    const { share } = askerNow();
    // Without a cache, every call asks the chain, so that it sees all earlier changes.
    if (mostMs === 0) return this.#placesOf(share).run(ask);
    const known = this.#known.get(name);
    const ageMs = known ? now() - known.atMs : Number.POSITIVE_INFINITY;
    if (known && ageMs < freshMs) return known.found;
    const asking = this.#asking.get(`${share} ${name}`) ?? this.#ask(name, share, ask);
    if (!known || ageMs >= mostMs) return asking;
    // A failed renewal is ignored here; callers who come when the answer is too old get the error.
    asking.catch(() => {});
    return known.found;
  }

  #ask(name: string, share: Share, ask: () => Promise<Found>): Promise<Found> {
    const asking = this.#placesOf(share)
      .run(async () => {
        // The answer's age counts from before the request, since changes during the request may be missing from it.
        const atMs = this.#options.now();
        const found = await ask();
        if (this.#known.size >= MOST_KNOWN) this.#known.clear();
        // A request of another share may have been sent later and answered earlier: its answer is newer.
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
