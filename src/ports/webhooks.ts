// Webhooks as the API sees them: made, listed, paused, tested and deleted by whoever they belong to, or by an operator.
import type { Account, PoolAddress } from '../core/amount.ts';
import type { Page, PageRequest } from './venue.ts';
import type { HookRecord } from './webhook-store.ts';

/** Every method throws `MarketUnavailable`, `MarketOff`, `RefusedError` or an error of the store; undefined where there is no such hook. */
export interface Webhooks {
  /** By id, of one account or of all. */
  list(page: PageRequest & { readonly account?: Account }): Promise<Page<HookView>>;
  /** With the one before of `rotate`, the only answers that have the secret. */
  create(asked: NewHook): Promise<(HookView & HasSecret) | NoHook>;
  /** Active also means to try again at once what is waiting. */
  setState(who: Who, id: string, state: HookRecord['state']): Promise<HookView | undefined>;
  remove(who: Who, id: string): Promise<HookView | undefined>;
  /** Another secret; the one before is signed with as well for a day. */
  rotate(who: Who, id: string): Promise<(HookView & HasSecret) | undefined>;
  /** Sends one message at once, whatever the state. */
  test(who: Who, id: string): Promise<Tested | undefined>;
  find(who: Who, id: string): Promise<HookView | undefined>;
  /** Sends a batch again as it was, under its id and signed anew; the hook itself goes on from where it is. */
  redeliver(
    who: Who,
    id: string,
    batch: Pick<DeliveryEntry, 'messageId' | 'after' | 'last'>,
  ): Promise<Tested | undefined>;
}

/** One attempt to deliver a batch. */
export type DeliveryEntry = {
  readonly atMs: number;
  /** What the message goes by, however often it is sent. */
  readonly messageId: string;
  /** The batch follows this number, and has so many events, from the first to the last. */
  readonly after: number;
  readonly first: number;
  readonly last: number;
  readonly events: number;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly ms: number;
  /** Empty where it was delivered. */
  readonly failure: string;
  readonly isAgain: boolean;
};

/** An operator may do anything with anybody's, and gets everybody's events. */
export type Who = { readonly account: Account; readonly isOperator: boolean };

export type NewHook = Who & {
  readonly url: string;
  readonly kinds: readonly string[];
  readonly pools: readonly PoolAddress[];
  /** What came up to here is not delivered. */
  readonly after: number;
};

export type HookView = Omit<HookRecord, 'secret' | 'previousSecret'>;
type HasSecret = { readonly secret: string };

/** Why there is none: in words that go behind `url`, a pool that there is not, or as many as an account may have. */
export type NoHook =
  | { readonly refusedUrl: string }
  | { readonly unknownPool: PoolAddress }
  | { readonly mostHooks: number };

export type Tested = {
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly tookMs: number;
  /** Empty where it was delivered. */
  readonly failure: string;
};
