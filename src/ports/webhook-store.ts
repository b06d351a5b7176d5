// Webhooks as a store keeps them, for those who deliver them. The exchange owns this interface.
import type { Account, PoolAddress } from '../core/amount.ts';
import type { Mark } from './records.ts';

export type HookRecord = {
  /** `hook_` and 24 hex digits. */
  readonly id: string;
  /** Whose events it gets. */
  readonly account: Account;
  /** An operator's hook may get everybody's. */
  readonly isOperator: boolean;
  readonly url: string;
  /** `whsec_…`; must be readable, since every delivery is signed with it. */
  readonly secret: string;
  /** The one before, while it is still signed with as well, and until when. */
  readonly previousSecret: string | null;
  readonly previousUntilMs: number | null;
  /** Empty for all. */
  readonly kinds: readonly string[];
  readonly pools: readonly PoolAddress[];
  /** Delivered up to here. */
  readonly cursor: number;
  /** The last sequence of the batch that is under way; fixed before it is sent first, so that a repetition is the same. */
  readonly pendingTo: number | null;
  /** How often that batch was tried, and when it is tried next. */
  readonly attempt: number;
  readonly nextMs: number;
  readonly state: 'active' | 'paused';
  /** Why it is paused, or what the last attempt met; empty where all is well. */
  readonly reason: string;
  readonly lastStatus: number | null;
  readonly createdAtMs: number;
};

/** No attempt is put off for longer: what says so was noted while the clock was ahead. */
export const LONGEST_WAIT_MS = 27 * 3_600_000;

export const isDue = ({ nextMs }: Pick<HookRecord, 'nextMs'>, nowMs: number): boolean =>
  nextMs <= nowMs || nextMs > nowMs + LONGEST_WAIT_MS;

export type HookProgress = Pick<
  HookRecord,
  'cursor' | 'pendingTo' | 'attempt' | 'nextMs' | 'state' | 'reason' | 'lastStatus'
>;

/** Questions and changes throw `StoreUnavailable`; a change is durable when it resolves. */
export interface HookStore {
  hook(id: string): Promise<HookRecord | undefined>;
  /** By id, of one account or of all. */
  hooks(page: {
    readonly account?: Account;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly HookRecord[]>;
  addHook(hook: HookRecord): Promise<void>;
  /** Replaces what is named; false where there is no such hook. */
  changeHook(
    id: string,
    change: Partial<
      Pick<HookRecord, 'state' | 'reason' | 'secret' | 'previousSecret' | 'previousUntilMs' | 'nextMs' | 'attempt'>
    >,
  ): Promise<boolean>;
  deleteHook(id: string): Promise<boolean>;
  /** Those that are active and due. */
  dueHooks(nowMs: number, limit: number): Promise<readonly HookRecord[]>;
  /** Whether an account has a key that is not revoked, where asked one of an operator. */
  hasKey(account: Account, isOperator: boolean): Promise<boolean>;
  /**
   * Notes how a delivery stands; nothing, and false, where the fence has passed to another, the hook is gone or paused, or
   * the journal does not have the last transaction that was read.
   */
  noteDelivery(id: string, progress: HookProgress, fence: number, last?: Mark): Promise<boolean>;
}
