// The times at which pools were created. They never change, so each is read once.
import type { Pool } from '../core/pool.ts';
import type { Store } from '../ports/store.ts';

export class CreationTimes {
  readonly #store: Pick<Store, 'times'>;
  #known = new Map<number, number>();

  constructor(store: Pick<Store, 'times'>) {
    this.#store = store;
  }

  /** In milliseconds; null for a pool that the journal does not have, as while it is rolled back. */
  async of(pools: readonly Pool[]): Promise<readonly (number | null)[]> {
    const known = this.#known;
    const missing = pools.map(({ number }) => number).filter((number) => !known.has(number));
    if (missing.length > 0) for (const [number, ms] of await this.#store.times(missing)) known.set(number, ms);
    return pools.map(({ number }) => known.get(number) ?? null);
  }

  /** After a rollback; what is still being read fills the map that is dropped here. */
  forget(): void {
    this.#known = new Map();
  }
}
