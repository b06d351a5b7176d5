// Which accounts there are, by what their names look like.
import type { Venue } from '../../ports/venue.ts';
import { endOfTurn } from '../../thread/shared-turn.ts';
import { skeletonOf } from './names.ts';

const [FRESH_MS, PAGE, MOST] = [60_000, 1000, 100_000];

/** Walked through at most once a minute, and only while people sign up or name recipients: whoever is new since then is known by the exact name. */
export class KnownNames {
  readonly #venue: Pick<Venue, 'accounts'>;
  readonly #nowMs: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #skeletons: Promise<ReadonlyMap<string, readonly string[]>> | undefined;

  constructor(venue: Pick<Venue, 'accounts'>, nowMs: () => number) {
    this.#venue = venue;
    this.#nowMs = nowMs;
  }

  async hasLike(name: string): Promise<boolean> {
    return (await this.#like(name)).length > 0;
  }

  /** Whether another than itself looks like it. */
  async hasOtherLike(name: string): Promise<boolean> {
    return (await this.#like(name)).some((other) => other !== name);
  }

  /** Two of those that there are. */
  async #like(name: string): Promise<readonly string[]> {
    if (!this.#skeletons || this.#nowMs() - this.#since >= FRESH_MS) {
      this.#since = this.#nowMs();
      this.#skeletons = this.#walk();
      this.#skeletons.catch(() => {
        this.#skeletons = undefined;
      });
    }
    return (await this.#skeletons).get(skeletonOf(name)) ?? [];
  }

  async #walk(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Venue['accounts']>> = await this.#venue.accounts({
        limit: PAGE,
        ...(cursor !== null && { cursor }),
      });
      for (const { account } of page.items) {
        const skeleton = skeletonOf(account);
        found.set(skeleton, [...(found.get(skeleton) ?? []), account].slice(0, 2));
      }
      cursor = page.nextCursor;
      // An answer of SQLite is there at once: without a pause, nobody else would be answered until the last page.
      await endOfTurn();
    } while (cursor !== null && found.size < MOST);
    return found;
  }
}
