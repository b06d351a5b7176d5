// Whether whoever a webhook belongs to is still let in: what a stolen key has made must not go on without one.
import type { HookRecord, HookStore } from '../ports/webhook-store.ts';

/** For so long it is believed that there is a key. */
const BELIEVED_MS = 5000;

export class Owners {
  readonly #store: Pick<HookStore, 'hasKey'>;
  readonly #now: () => number;
  /** That there is none is asked for every time, since whoever makes one and resumes the hook wants it to go on. */
  readonly #withKey = new Set<string>();
  #sinceMs = 0;

  constructor(store: Pick<HookStore, 'hasKey'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Why the hook may not go on; empty where it may. */
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
