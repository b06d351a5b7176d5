// Which accounts there are that did not sign up, by what their names look like.
import type { Account } from '../../core/amount.ts';
import type { Venue } from '../../ports/venue.ts';
import { endOfTurn } from '../../thread/shared-turn.ts';
import { skeletonOf } from './names.ts';

const [FRESH_MS, PAGE, MOST] = [60_000, 1000, 100_000];

/** Walked through at most once a minute, and only while people sign up: whoever is new since then is known by the exact name. */
export class KnownNames {
  readonly #venue: Pick<Venue, 'accounts'>;
  readonly #nowMs: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #skeletons: Promise<ReadonlySet<string>> | undefined;

  constructor(venue: Pick<Venue, 'accounts'>, nowMs: () => number) {
    this.#venue = venue;
    this.#nowMs = nowMs;
  }

  async hasLike(name: string): Promise<boolean> {
    if (!this.#skeletons || this.#nowMs() - this.#since >= FRESH_MS) {
      this.#since = this.#nowMs();
      this.#skeletons = this.#walk();
      this.#skeletons.catch(() => {
        this.#skeletons = undefined;
      });
    }
    return (await this.#skeletons).has(skeletonOf(name));
  }

  async #walk(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Venue['accounts']>> = await this.#venue.accounts({
        limit: PAGE,
        ...(cursor !== null && { cursor }),
      });
      for (const { account } of page.items) found.add(skeletonOf(account as Account));
      cursor = page.nextCursor;
      // An answer of SQLite is there at once: without a pause, nobody else would be answered until the last page.
      await endOfTurn();
    } while (cursor !== null && found.size < MOST);
    return found;
  }
}
