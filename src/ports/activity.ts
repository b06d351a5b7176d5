// Filters for queries of the journal's activity.
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { Receipt } from '../core/commands/command.ts';
import type { Posted } from '../core/settle/instruction.ts';

/** `referral`: a swap as seen by the account that it paid as its referrer. */
export type ActivityKind = Receipt['kind'] | 'referral';

export type ActivityFilter = {
  /** The account whose activity is listed; all accounts if absent. */
  readonly account?: Account;
  readonly kind?: ActivityKind;
  /** The account whose tokens were swapped, even if another account gave the command. */
  readonly payer?: Account;
  readonly token?: TokenAddress;
  readonly pool?: PoolAddress;
  readonly reference?: string;
  /** Inclusive. */
  readonly fromMs?: number;
  /** Exclusive. */
  readonly toMs?: number;
};

/** The kind under which an account sees a transaction: a referrer who neither swapped nor gave the command sees `referral`. */
export const kindFor = ({ actor, receipt }: Pick<Posted, 'actor' | 'receipt'>, account?: Account): ActivityKind =>
  receipt.kind === 'swap' &&
  account !== undefined &&
  receipt.referrer === account &&
  receipt.account !== account &&
  actor !== account
    ? 'referral'
    : receipt.kind;

/** True if more than the account is filtered: then rows are read that may not match. */
export const looksThrough = (filter: ActivityFilter): boolean => Object.keys(filter).some((name) => name !== 'account');
