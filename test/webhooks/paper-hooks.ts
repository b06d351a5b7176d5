// Webhooks and a lease in memory, and a journal of made-up events, for tests without a store.
import type { Account } from '../../src/core/amount.ts';
import type { Leases } from '../../src/ports/lease.ts';
import type { EventFilter } from '../../src/ports/market.ts';
import { type HookProgress, type HookRecord, type HookStore, isDue } from '../../src/ports/webhooks.ts';
import type { EventReader } from '../../src/webhooks/batch.ts';
import { newSecret } from '../../src/webhooks/signature.ts';

export const hookOf = (fields: Partial<HookRecord> = {}): HookRecord => ({
  id: 'hook_0123456789abcdef01234567',
  account: 'ann' as Account,
  isOperator: false,
  url: 'http://127.0.0.1:1/',
  secret: newSecret(),
  previousSecret: null,
  previousUntilMs: null,
  kinds: [],
  pools: [],
  cursor: 0,
  pendingTo: null,
  attempt: 0,
  nextMs: 0,
  state: 'active',
  reason: '',
  lastStatus: null,
  createdAtMs: 0,
  ...fields,
});

export class PaperHooks implements HookStore, Leases {
  readonly #hooks = new Map<string, HookRecord>();
  #lease = { holder: '', fence: 0 };
  /** How many deliveries were recorded. */
  notes = 0;
  /** Accounts with a key, and those with an operator's key. */
  readonly keys = { any: new Set(['ann', 'bob']), operators: new Set<string>() };

  async hook(id: string) {
    return this.#hooks.get(id);
  }
  async hooks({ account, after, limit }: Parameters<HookStore['hooks']>[0]) {
    const mine = [...this.#hooks.values()].filter((hook) => account === undefined || hook.account === account);
    const sorted = mine.sort((one, other) => (one.id < other.id ? -1 : 1));
    return sorted.filter(({ id }) => id > after).slice(0, limit);
  }
  async addHook(hook: HookRecord) {
    this.#hooks.set(hook.id, hook);
  }
  async changeHook(id: string, change: Partial<HookRecord>) {
    const hook = this.#hooks.get(id);
    if (hook) this.#hooks.set(id, { ...hook, ...change });
    return hook !== undefined;
  }
  async deleteHook(id: string) {
    return this.#hooks.delete(id);
  }
  async dueHooks(nowMs: number, limit: number) {
    const due = [...this.#hooks.values()].filter((hook) => hook.state === 'active' && isDue(hook, nowMs));
    return due.slice(0, limit);
  }
  async hasKey(account: Account, isOperator: boolean) {
    return (isOperator ? this.keys.operators : this.keys.any).has(account);
  }
  async noteDelivery(id: string, progress: HookProgress, fence: number) {
    this.notes++;
    const isActive = this.#hooks.get(id)?.state === 'active';
    return fence === this.#lease.fence && isActive && this.changeHook(id, progress);
  }
  /** Granted to any caller, as if the previous holder had stopped renewing it. */
  async takeLease({ holder }: { holder: string }) {
    if (holder !== this.#lease.holder) this.#lease = { holder, fence: this.#lease.fence + 1 };
    return this.#lease.fence;
  }
  async releaseLease({ holder }: { holder: string }) {
    if (holder === this.#lease.holder) this.#lease = { holder: '', fence: this.#lease.fence };
  }
}

/** A swap at every even number and a deposit at every odd one, each of a given length. */
export class PaperEvents implements EventReader {
  head = 0;
  bytes = 0;
  looked = 0;
  rewinds = 0;

  async readEvents({ kinds }: EventFilter, after: number, limit: number, upTo = this.head) {
    const last = Math.min(after + limit, upTo, this.head);
    const numbers = Array.from({ length: Math.max(0, last - after) }, (_, index) => after + 1 + index);
    this.looked += numbers.length;
    const events = numbers.map((sequence) => {
      const kind = sequence % 2 === 0 ? 'swap' : 'deposit';
      const createdAt = new Date(1000 * sequence).toISOString();
      return {
        sequence,
        id: `${sequence}`,
        kind,
        text: JSON.stringify({ sequence, kind, createdAt, note: 'x'.repeat(this.bytes) }),
      };
    });
    return {
      events: events.filter(({ kind }) => kinds?.includes(kind) ?? true),
      last: Math.max(after, last),
      lastId: last > after ? `${last}` : undefined,
      head: this.head,
      rewinds: this.rewinds,
    };
  }
}
