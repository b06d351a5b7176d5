// A cache of recently used accounts, as committed: read from the file once, parsed on first use.
import { type AccountView, emptyShard, readAccount } from './account.ts';
import type { Database } from './database.ts';

type Kept = { readonly shard: Uint8Array; view?: AccountView };

export class Accounts {
  readonly #database: Database;
  readonly #most: number;
  /** Accounts in the order of their last use. */
  readonly #kept = new Map<string, Kept>();

  constructor(database: Database, most: number) {
    this.#database = database;
    this.#most = most;
  }

  shard(key: string): Uint8Array {
    return this.#use(key).shard;
  }

  view(key: string): AccountView {
    const kept = this.#use(key);
    kept.view ??= readAccount(key, kept.shard);
    return kept.view;
  }

  /** Updates the accounts that a committed block has changed. */
  replace(changed: ReadonlyMap<string, Uint8Array>): void {
    for (const [key, shard] of changed) this.#keep(key, { shard });
  }

  #use(key: string): Kept {
    const kept = this.#kept.get(key) ?? { shard: this.#database.account(key) ?? emptyShard(key) };
    this.#keep(key, kept);
    return kept;
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size <= this.#most) return;
    const [oldest = ''] = this.#kept.keys();
    this.#kept.delete(oldest);
  }
}
