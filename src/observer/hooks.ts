// Webhooks: the service and the delivery of events, on the observer's thread or wherever another venue runs them.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { PoolAddress } from '../core/amount.ts';
import type { Observer } from '../market/observer.ts';
import { eventsAfter } from '../market/queries/events.ts';
import { CatchingUp } from '../ports/market.ts';
import type { DeliveryEntry } from '../ports/webhooks.ts';
import { AddressGuard, type GuardOptions } from '../webhooks/address-guard.ts';
import { type Attempted, Delivery, type DeliveryOptions } from '../webhooks/delivery.ts';
import { type Post, post } from '../webhooks/post.ts';
import { WebhookService } from '../webhooks/service.ts';

/** Stores the webhooks and provides their events. */
export type HookSource = Pick<DeliveryOptions, 'store' | 'events'> & {
  hasPool(pool: PoolAddress): Promise<boolean>;
};

/** Webhooks for events of the journal that an observer follows. */
export const hooksOf = (observer: Observer): HookSource => ({
  store: observer.projection,
  events: {
    readEvents: (filter, after, limit, upTo = Number.POSITIVE_INFINITY) =>
      eventsAfter(observer, { filter, after, limit: Math.min(limit, upTo - after) }),
  },
  async hasPool(pool) {
    // Only the book is needed, which is complete even if figures are still being counted.
    await observer.catchUp().catch(unlessCounting);
    return observer.book.poolAt(pool) !== undefined;
  },
});

type HooksOptions = GuardOptions &
  Required<Pick<DeliveryOptions, 'needsKeys'>> & { readonly onNotice?: (notice: HookNotice) => void };

/** Messages that a thread sends without being asked. */
export type HookNotice =
  | { readonly attempt: 'delivered' | 'failed' }
  | { readonly paused: NamedHook & { readonly reason: string } }
  | {
      readonly failing: NamedHook & {
        readonly status: number | null;
        readonly reason: string;
        readonly nextAt: string;
      };
    }
  | { readonly recovered: NamedHook }
  | { readonly sent: DeliveryEntry; readonly to: string }
  | { readonly trouble: string };

/** Only the host of the URL, since its path may contain a secret. */
type NamedHook = { readonly hook: string; readonly account: string; readonly host: string };

const TOLD_AGAIN_MS = 60_000;

export class Hooks {
  readonly service: WebhookService;
  readonly #delivery: Delivery;
  #trouble = { message: '', toldMs: 0 };

  constructor({ store, events, hasPool }: HookSource, { onNotice, needsKeys, ...options }: HooksOptions) {
    const guard = new AddressGuard(options);
    const send = (asked: Post) => post(asked, guard);
    this.service = new WebhookService({ store, events, guard, post: send, hasPool });
    this.#delivery = new Delivery({
      store,
      events,
      post: send,
      needsKeys,
      // Contains host and process id, so that an operator can find the process.
      holder: `${hostname()} ${process.pid} ${randomUUID()}`,
      onAttempt: (attempt) => {
        for (const notice of noticesOf(attempt)) onNotice?.(notice);
      },
      onTrouble: (error) => {
        if (!(error instanceof CatchingUp) && this.#isNew(error)) onNotice?.({ trouble: (error as Error).message });
      },
    });
  }

  start(): void {
    this.#delivery.start();
  }

  wake(head: number): void {
    this.#delivery.wake(head);
  }

  /** A lasting problem is reported once a minute. */
  #isNew(error: unknown): boolean {
    const [{ message }, nowMs] = [error as Error, Date.now()];
    if (message === this.#trouble.message && nowMs - this.#trouble.toldMs < TOLD_AGAIN_MS) return false;
    this.#trouble = { message, toldMs: nowMs };
    return true;
  }

  async close(): Promise<void> {
    this.service.close();
    await this.#delivery.close();
  }
}

/** Reports only the first failure of a failing batch and its end; getWebhooks shows the rest. */
export function noticesOf({ hook, outcome, after, sent }: Attempted): readonly HookNotice[] {
  const named = { hook: hook.id, account: hook.account, host: URL.parse(hook.url)?.host ?? '' };
  const { state, reason, lastStatus: status, nextMs } = after;
  const told = sent ? [{ sent, to: hook.id }] : [];
  const attempts = outcome === 'none' ? [] : [{ attempt: outcome }, ...told];
  if (state === 'paused') return [...attempts, { paused: { ...named, reason } }];
  if (outcome === 'delivered') return [...attempts, ...(hook.attempt > 0 ? [{ recovered: named }] : [])];
  const failing = { ...named, status, reason, nextAt: new Date(nextMs).toISOString() };
  return [...attempts, ...(hook.attempt === 0 ? [{ failing }] : [])];
}

function unlessCounting(error: unknown): void {
  if (!(error instanceof CatchingUp)) throw error;
}
