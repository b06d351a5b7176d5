// Finds existing accounts whose names look like a given name.
import type { Venue } from '../../ports/venue.ts';
import { endOfTurn } from '../../thread/shared-turn.ts';
import { skeletonOf } from './names.ts';

const [FRESH_MS, PAGE, MOST] = [60_000, 1000, 100_000];

/** Lists all accounts at most once a minute, when someone signs up or names a recipient; does not know accounts created since then. */
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

  /** True if another account's name looks like this one. */
  async hasOtherLike(name: string): Promise<boolean> {
    return (await this.#like(name)).some((other) => other !== name);
  }

  /** Up to two accounts whose names look like this one, which may be one of them. */
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
      // SQLite answers synchronously: without this pause, no other request would be answered until the last page is read.
      await endOfTurn();
    } while (cursor !== null && found.size < MOST);
    return found;
  }
}
