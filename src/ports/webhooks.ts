// Webhooks as the API sees them: created, listed, paused, tested and deleted by their owner or an operator.
import type { Account, PoolAddress } from '../core/amount.ts';
import type { Page, PageRequest } from './page.ts';
import type { HookRecord } from './webhook-store.ts';

/** Every method may throw `MarketUnavailable`, `MarketOff`, `RefusedError` or an error of the store; undefined if there is no such hook. */
export interface Webhooks {
  /** Sorted by id, of one account or of all. */
  list(page: PageRequest & { readonly account?: Account }): Promise<Page<HookView>>;
  /** Only the answers of `create` and `rotate` contain the secret. */
  create(asked: NewHook): Promise<(HookView & HasSecret) | NoHook>;
  /** Setting it active also retries a waiting batch at once. */
  setState(who: Who, id: string, state: HookRecord['state']): Promise<HookView | undefined>;
  remove(who: Who, id: string): Promise<HookView | undefined>;
  /** Draws a new secret; for a day, deliveries are signed with the previous one as well. */
  rotate(who: Who, id: string): Promise<(HookView & HasSecret) | undefined>;
  /** Sends one test message at once, whatever the state. */
  test(who: Who, id: string): Promise<Tested | undefined>;
  find(who: Who, id: string): Promise<HookView | undefined>;
  /** Sends a batch again with its id and a new signature; the hook's own progress does not change. */
  redeliver(
    who: Who,
    id: string,
    batch: Pick<DeliveryEntry, 'messageId' | 'after' | 'last'>,
  ): Promise<Tested | undefined>;
}

/** One attempt to deliver a batch. */
export type DeliveryEntry = {
  readonly atMs: number;
  /** The same for every attempt to send the message. */
  readonly messageId: string;
  /** The batch starts after this sequence and has `events` events, from `first` to `last`. */
  readonly after: number;
  readonly first: number;
  readonly last: number;
  readonly events: number;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly ms: number;
  /** Empty if it was delivered. */
  readonly failure: string;
  readonly isAgain: boolean;
};

/** An operator may manage everybody's hooks and gets everybody's events. */
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

/** Why it was not created: the fault of the URL (a phrase that follows `url`), an unknown pool, or the most hooks that an account may have. */
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
