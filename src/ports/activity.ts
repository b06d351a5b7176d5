// Which part of the journal a question about activity is asked of.
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { Receipt } from '../core/commands/command.ts';
import type { Posted } from '../core/settle/instruction.ts';

/** A swap is referral income to the account that it paid as its referrer. */
export type ActivityKind = Receipt['kind'] | 'referral';

export type ActivityFilter = {
  /** Whose activity; without it everyone's. */
  readonly account?: Account;
  readonly kind?: ActivityKind;
  /** Whose tokens were swapped, whoever gave the command. */
  readonly payer?: Account;
  readonly token?: TokenAddress;
  readonly pool?: PoolAddress;
  readonly reference?: string;
  /** From this moment on. */
  readonly fromMs?: number;
  /** Before this moment. */
  readonly toMs?: number;
};

/** What a transaction is to an account; to nobody in particular, and to who gave the command, it is what it is. */
export const kindFor = ({ actor, receipt }: Pick<Posted, 'actor' | 'receipt'>, account?: Account): ActivityKind =>
  receipt.kind === 'swap' &&
  account !== undefined &&
  receipt.referrer === account &&
  receipt.account !== account &&
  actor !== account
    ? 'referral'
    : receipt.kind;

/** Whether rows are read that may not match. */
export const looksThrough = (filter: ActivityFilter): boolean => Object.keys(filter).some((name) => name !== 'account');
