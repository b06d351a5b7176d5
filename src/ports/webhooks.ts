// Webhooks as the API uses them: their owner or an operator creates, lists, pauses, tests and deletes them.
import type { Account, PoolAddress } from '../core/amount.ts';
import type { Page, PageRequest } from './page.ts';
import type { HookRecord } from './webhook-store.ts';

/**
 * Every method may throw `MarketUnavailable`, `MarketOff`, `RefusedError` or an error of the store. Methods that take an id
 * return undefined if there is no such webhook.
 */
export interface Webhooks {
  /** Webhooks of one account or of all, sorted by id. */
  list(page: PageRequest & { readonly account?: Account }): Promise<Page<HookView>>;
  /** Creates a webhook. Only `create` and `rotate` return its secret. */
  create(asked: NewHook): Promise<(HookView & HasSecret) | NoHook>;
  /** Pauses or resumes a webhook; resuming also retries a waiting batch immediately. */
  setState(who: Who, id: string, state: HookRecord['state']): Promise<HookView | undefined>;
  remove(who: Who, id: string): Promise<HookView | undefined>;
  /** Generates a new secret; for a day, deliveries are signed with the previous one as well. */
  rotate(who: Who, id: string): Promise<(HookView & HasSecret) | undefined>;
  /** Sends one test message immediately, even if the webhook is paused. */
  test(who: Who, id: string): Promise<Tested | undefined>;
  find(who: Who, id: string): Promise<HookView | undefined>;
  /** Sends an earlier batch again, with its message id and a new signature; the webhook's own progress does not change. */
  redeliver(
    who: Who,
    id: string,
    batch: Pick<DeliveryEntry, 'messageId' | 'after' | 'last'>,
  ): Promise<Tested | undefined>;
}

/** One attempt to deliver a batch. */
export type DeliveryEntry = {
  readonly atMs: number;
  /** Id of the message, the same for every attempt to send it. */
  readonly messageId: string;
  /** The batch starts after this sequence and has `events` events, from `first` to `last`. */
  readonly after: number;
  readonly first: number;
  readonly last: number;
  readonly events: number;
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly ms: number;
  /** Empty if it was delivered. */
  readonly failure: string;
  readonly isAgain: boolean;
};

/**
 * The caller. An operator may manage the webhooks of all accounts; a webhook that an operator creates gets the events of all
 * accounts in full.
 */
export type Who = { readonly account: Account; readonly isOperator: boolean };

export type NewHook = Who & {
  readonly url: string;
  readonly kinds: readonly string[];
  readonly pools: readonly PoolAddress[];
  /** Events up to this sequence are not delivered. */
  readonly after: number;
};

export type HookView = Omit<HookRecord, 'secret' | 'previousSecret'>;
type HasSecret = { readonly secret: string };

/**
 * Why a webhook was not created: what is wrong with the URL (as the end of a sentence that begins with `url`), an unknown pool,
 * or the limit of webhooks per account.
 */
export type NoHook =
  | { readonly refusedUrl: string }
  | { readonly unknownPool: PoolAddress }
  | { readonly mostHooks: number };

export type Tested = {
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly tookMs: number;
  /** Empty if it was delivered. */
  readonly failure: string;
};
