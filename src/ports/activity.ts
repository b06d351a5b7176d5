// Which part of the journal a question about activity is asked of.
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { Receipt } from '../core/commands/command.ts';

/** A swap is referral income to the account that it paid as its referrer. */
export type ActivityKind = Receipt['kind'] | 'referral';

export type ActivityFilter = {
  /** Whose activity; without it everyone's. */
  readonly account?: Account;
  readonly kind?: ActivityKind;
  readonly token?: TokenAddress;
  readonly pool?: PoolAddress;
  readonly reference?: string;
  /** From this moment on. */
  readonly fromMs?: number;
  /** Before this moment. */
  readonly toMs?: number;
};
