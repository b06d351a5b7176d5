// Checks that the owner of a webhook still has access: a hook made with a stolen key must not outlive the key.
import type { HookRecord, HookStore } from '../ports/webhooks.ts';

/** How long a positive answer is cached. */
const BELIEVED_MS = 5000;

export class Owners {
  readonly #store: Pick<HookStore, 'hasKey'>;
  readonly #now: () => number;
  /** Only positive answers are cached: an owner who creates a key and resumes the hook expects it to work at once. */
  readonly #withKey = new Set<string>();
  #sinceMs = 0;

  constructor(store: Pick<HookStore, 'hasKey'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Why the hook must be paused; empty if its owner still has a key. */
  async objection({ account, isOperator }: HookRecord): Promise<string> {
    const nowMs = this.#now();
    if (Math.abs(nowMs - this.#sinceMs) >= BELIEVED_MS) {
      this.#withKey.clear();
      this.#sinceMs = nowMs;
    }
    const name = `${isOperator} ${account}`;
    if (this.#withKey.has(name)) return '';
    if (await this.#store.hasKey(account, isOperator)) {
      this.#withKey.add(name);
      return '';
    }
    return isOperator
      ? `it gets everything, and its account ${account} has no operator's key any more`
      : `its account ${account} has no key any more`;
  }
}
