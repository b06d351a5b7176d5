// Previews the ledger entries of an operator's action: the same entries, in the same order, as the ledger will post.
import type { BalanceEntry } from '../../../exact/netting.ts';

const ISSUER = 'the issuer';

type Movement = { readonly account: string; readonly token: string; readonly amount: string };

/** The issuer owes all tokens in circulation, so a deposit lowers its balance. */
export const depositEntries = (movement: Movement): readonly BalanceEntry[] =>
  moved(ISSUER, movement.account, movement);
export const withdrawEntries = (movement: Movement): readonly BalanceEntry[] =>
  moved(movement.account, ISSUER, movement);

type OrderBalance = {
  readonly order: number;
  readonly account: string;
  readonly token: string;
  readonly left: string;
  /** True for a stop that was not triggered. */
  readonly isWaiting: boolean;
};

export const cancelEntries = ({ order, account, token, left, isWaiting }: OrderBalance): readonly BalanceEntry[] =>
  moved(`order ${order}${isWaiting ? ' stop' : ''}`, account, { token, amount: left });

type Collected = {
  readonly poolAddress: string;
  readonly to: string;
  readonly fees: readonly { readonly token: string; readonly amount: string }[];
};

/** Skips a token of which no fees were collected, as the ledger does. */
export const collectEntries = ({ poolAddress, to, fees }: Collected): readonly BalanceEntry[] =>
  fees.filter(({ amount }) => /[1-9]/.test(amount)).flatMap((fee) => moved(`pool ${poolAddress} fees`, to, fee));

const moved = (
  from: string,
  to: string,
  { token, amount }: { token: string; amount: string },
): readonly BalanceEntry[] => [
  { account: from, token, change: `-${amount}` },
  { account: to, token, change: amount },
];
