// Filters for queries of an account's activity: the transactions of the journal that concern it.
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { Receipt } from '../core/commands/command.ts';
import type { FillFilter } from '../core/orders/own-fills.ts';
import type { Posted } from '../core/settle/instruction.ts';

/** `referral`: a swap in the activity of the account that received its referral fee. */
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
  /** Selects transactions in which the account itself gave and got tokens by trading. */
  readonly fills?: FillFilter;
  /** Start of the time range, inclusive. */
  readonly fromMs?: number;
  /** End of the time range, exclusive. */
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

/** True if the filter names more than an account: then the query also reads, and charges for, rows that do not match. */
export const filtersRows = (filter: ActivityFilter): boolean => Object.keys(filter).some((name) => name !== 'account');
