// Webhooks: as the API uses them (their owner or an operator creates, lists, pauses, tests and deletes them), and as a store keeps them.
import type { Account, PoolAddress } from '../core/amount.ts';
import type { Page, PageRequest } from './page.ts';
import type { JournalMark } from './records.ts';

/**
 * Every method may throw `MarketUnavailable`, `RefusedError` or an error of the store. Methods that take an id
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

export type HookRecord = {
  /** `hook_` and 24 hex digits. */
  readonly id: string;
  /** The owner. The webhook gets the public events, and the events of this account in full. */
  readonly account: Account;
  /** True if an operator created the webhook: it then gets the events of all accounts in full. */
  readonly isOperator: boolean;
  readonly url: string;
  /** `whsec_…`; stored as plain text, since every delivery is signed with it. */
  readonly secret: string;
  /** The previous secret; until `previousUntilMs`, deliveries are signed with both. */
  readonly previousSecret: string | null;
  readonly previousUntilMs: number | null;
  /** Kinds of events to deliver; empty for all. */
  readonly kinds: readonly string[];
  readonly pools: readonly PoolAddress[];
  /** Sequence up to which all events are delivered. */
  readonly cursor: number;
  /** The last sequence of the batch being delivered; fixed before the first attempt, so that retries send the same batch. */
  readonly pendingTo: number | null;
  /** Number of attempts to deliver the current batch, and the time of the next attempt. */
  readonly attempt: number;
  readonly nextMs: number;
  readonly state: 'active' | 'paused';
  /** Why the webhook is paused, or why the last attempt failed; empty if neither. */
  readonly reason: string;
  readonly lastStatus: number | null;
  readonly createdAtMs: number;
};

/** The longest delay of a retry. A `nextMs` further ahead was recorded while the clock was wrong, so the webhook counts as due. */
export const LONGEST_WAIT_MS = 27 * 3_600_000;

export const isDue = ({ nextMs }: Pick<HookRecord, 'nextMs'>, nowMs: number): boolean =>
  nextMs <= nowMs || nextMs > nowMs + LONGEST_WAIT_MS;

export type HookProgress = Pick<
  HookRecord,
  'cursor' | 'pendingTo' | 'attempt' | 'nextMs' | 'state' | 'reason' | 'lastStatus'
>;

/** All methods may throw `StoreUnavailable`. When the promise of a method that writes resolves, the change is durable. */
export interface HookStore {
  hook(id: string): Promise<HookRecord | undefined>;
  /** Webhooks of one account or of all, sorted by id. */
  hooks(page: {
    readonly account?: Account;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly HookRecord[]>;
  addHook(hook: HookRecord): Promise<void>;
  /** Replaces the named fields; false if there is no such hook. */
  changeHook(
    id: string,
    change: Partial<
      Pick<HookRecord, 'state' | 'reason' | 'secret' | 'previousSecret' | 'previousUntilMs' | 'nextMs' | 'attempt'>
    >,
  ): Promise<boolean>;
  deleteHook(id: string): Promise<boolean>;
  /** Webhooks that are active and whose next attempt is due. */
  dueHooks(nowMs: number, limit: number): Promise<readonly HookRecord[]>;
  /** True if an account has a key that is not revoked; with `isOperator`, an operator's key. */
  hasKey(account: Account, isOperator: boolean): Promise<boolean>;
  /**
   * Records the progress of a delivery. Writes nothing and returns false if the fence of the caller's lease is outdated, if the
   * webhook was deleted or paused, or if the journal does not contain `last`, the last transaction that was read.
   */
  noteDelivery(id: string, progress: HookProgress, fence: number, last?: JournalMark): Promise<boolean>;
}
