// Webhooks as a store keeps them, for their delivery. The exchange owns this interface.
import type { Account, PoolAddress } from '../core/amount.ts';
import type { Mark } from './records.ts';

export type HookRecord = {
  /** `hook_` and 24 hex digits. */
  readonly id: string;
  /** The account whose events it gets. */
  readonly account: Account;
  /** An operator's hook may get everybody's events. */
  readonly isOperator: boolean;
  readonly url: string;
  /** `whsec_…`; stored in clear, since every delivery is signed with it. */
  readonly secret: string;
  /** The previous secret, which still signs as well until `previousUntilMs`. */
  readonly previousSecret: string | null;
  readonly previousUntilMs: number | null;
  /** Empty for all. */
  readonly kinds: readonly string[];
  readonly pools: readonly PoolAddress[];
  /** Sequence up to which events are delivered. */
  readonly cursor: number;
  /** The last sequence of the batch being delivered; fixed before the first attempt, so that retries send the same batch. */
  readonly pendingTo: number | null;
  /** Number of attempts for that batch, and the time of the next. */
  readonly attempt: number;
  readonly nextMs: number;
  readonly state: 'active' | 'paused';
  /** Why it is paused, or why the last attempt failed; empty if neither. */
  readonly reason: string;
  readonly lastStatus: number | null;
  readonly createdAtMs: number;
};

/** No retry is delayed for longer: a later time was recorded while the clock was ahead. */
export const LONGEST_WAIT_MS = 27 * 3_600_000;

export const isDue = ({ nextMs }: Pick<HookRecord, 'nextMs'>, nowMs: number): boolean =>
  nextMs <= nowMs || nextMs > nowMs + LONGEST_WAIT_MS;

export type HookProgress = Pick<
  HookRecord,
  'cursor' | 'pendingTo' | 'attempt' | 'nextMs' | 'state' | 'reason' | 'lastStatus'
>;

/** All methods may throw `StoreUnavailable`; a change is durable when it resolves. */
export interface HookStore {
  hook(id: string): Promise<HookRecord | undefined>;
  /** Sorted by id, of one account or of all. */
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
  /** Hooks that are active and due. */
  dueHooks(nowMs: number, limit: number): Promise<readonly HookRecord[]>;
  /** True if an account has a key that is not revoked; with `isOperator`, an operator's key. */
  hasKey(account: Account, isOperator: boolean): Promise<boolean>;
  /**
   * Records the state of a delivery. Writes nothing and returns false if the fence is outdated, the hook is deleted or paused,
   * or the journal does not contain the last transaction that was read.
   */
  noteDelivery(id: string, progress: HookProgress, fence: number, last?: Mark): Promise<boolean>;
}
