// Usage of keys and webhooks: the last requests of each key, the last use of keys and sessions, and the last webhook deliveries.
import type { SideRecords } from '../ports/side-records.ts';
import type { DeliveryEntry } from '../ports/webhooks.ts';
import type { Caller } from './keys.ts';
import { RecentLog } from './recent-log.ts';
import { SideKind } from './side-kind.ts';

/** A request of a key, without its input and its output. */
export type RequestEntry = {
  readonly atMs: number;
  readonly method: string;
  readonly call: string;
  readonly status: number;
  readonly ms: number;
  /** The error code; null if the request succeeded. */
  readonly code: string | null;
  readonly message: string | null;
  readonly requestId: string;
  readonly address: string;
};

export interface Usage {
  note(caller: Caller, entry: RequestEntry): void;
  /** The requests of a key, newest first. */
  requests(keyId: string): Promise<readonly RequestEntry[]>;
  noteDelivery(hookId: string, entry: DeliveryEntry): void;
  /** The deliveries of a webhook, newest first. */
  deliveries(hookId: string): Promise<readonly DeliveryEntry[]>;
  /** The last use of a key or session by its id, exact to about a minute. */
  lastUsed(id: string): Promise<number | undefined>;
  /** Stores pending entries. */
  close(): Promise<void>;
}

const MOST_REQUESTS = 200;
const DAY_MS = 86_400_000;
const MOST_DELIVERIES = 50;
const [REQUESTS_KEPT_MS, DELIVERIES_KEPT_MS, USED_KEPT_MS] = [7 * DAY_MS, 30 * DAY_MS, 400 * DAY_MS];
const [USED_EVERY_MS, MOST_USED, TOGETHER] = [60_000, 10_000, 100];
/** How long a session's last use is kept after the session expires; longer than storing it takes. */
const STORED_WITHIN_MS = 3_600_000;

export function usageOf(records: SideRecords, nowMs = Date.now): Usage {
  const used = new LastUsed(records, nowMs);
  const log = new RecentLog<RequestEntry>(records, {
    kind: 'requests',
    most: MOST_REQUESTS,
    keptMs: REQUESTS_KEPT_MS,
    onStored: (keyId, { atMs }) => used.note(keyId, { atMs, keptUntilMs: nowMs() + USED_KEPT_MS }),
    nowMs,
  });
  const deliveries = new RecentLog<DeliveryEntry>(records, {
    kind: 'deliveries',
    most: MOST_DELIVERIES,
    keptMs: DELIVERIES_KEPT_MS,
    nowMs,
  });
  return {
    note(caller, entry) {
      log.note(caller.keyId, entry);
      const { sessionId, expiresAtMs } = caller;
      // The record expires soon after its session, since anyone may sign in over and over and fill the store.
      if (sessionId !== undefined && expiresAtMs !== undefined)
        used.note(sessionId, { atMs: entry.atMs, keptUntilMs: expiresAtMs + STORED_WITHIN_MS });
    },
    requests: (keyId) => log.find(keyId),
    noteDelivery: (hookId, entry) => deliveries.note(hookId, entry),
    deliveries: (hookId) => deliveries.find(hookId),
    lastUsed: async (id) => log.pendingMs(id) ?? used.find(id),
    async close() {
      await log.store();
      await deliveries.store();
      await used.store();
    },
  };
}

type Used = { readonly atMs: number; readonly keptUntilMs: number };

class LastUsed {
  readonly #records: SideRecords;
  readonly #kind: SideKind<number>;
  readonly #noted = new Map<string, Used>();
  readonly #nowMs: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(records: SideRecords, nowMs: () => number) {
    this.#records = records;
    this.#nowMs = nowMs;
    this.#kind = new SideKind(records, 'used');
  }

  note(id: string, used: Used): void {
    if (this.#noted.size >= MOST_USED && !this.#noted.has(id)) return;
    this.#noted.set(id, used);
    this.#timer ??= setTimeout(() => this.store(), USED_EVERY_MS).unref();
  }

  async find(id: string): Promise<number | undefined> {
    const noted = this.#noted.get(id)?.atMs;
    const stored = (await this.#kind.find(id))?.body;
    return noted === undefined ? stored : Math.max(noted, stored ?? 0);
  }

  /** Never throws. If another node stores the same record at the same time, these values are dropped: both are about equal. */
  async store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const noted = [...this.#noted];
    this.#noted.clear();
    for (let at = 0; at < noted.length; at += TOGETHER) {
      const nowMs = this.#nowMs();
      await Promise.all(noted.slice(at, at + TOGETHER).map(([id, used]) => this.#put(id, used)))
        .then((changes) => this.#records.change(changes, { nowMs }))
        .catch(() => false);
    }
  }

  async #put(id: string, { atMs, keptUntilMs }: Used) {
    const stored = await this.#kind.find(id);
    const body = Math.max(atMs, stored?.body ?? 0);
    return this.#kind.put({ id, version: stored?.version ?? 0, body, expiresAtMs: keptUntilMs });
  }
}
