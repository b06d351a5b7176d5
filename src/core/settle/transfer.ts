// Double entry: every transfer moves value from one account to another, so the sum is always zero.
import { ISSUER } from '../accounts.ts';
import { type Account, type Amount, MAX_AMOUNT, type TokenAddress } from '../amount.ts';
import { assert } from '../assert.ts';

export type Transfer = {
  readonly from: Account;
  readonly to: Account;
  readonly token: TokenAddress;
  readonly amount: Amount;
};

export type BalanceKey = { readonly account: Account; readonly token: TokenAddress };

/** A balance's name as one string; unambiguous because neither part contains a line break. */
export const balanceKey = (account: Account, token: TokenAddress): string => `${account}\n${token}`;

type Changing = BalanceKey & { delta: bigint };

/** The change of every balance that the transfers touch. */
export function deltasOf(transfers: readonly Transfer[]): readonly Readonly<Changing>[] {
  const deltas: Changing[] = [];
  for (const { from, to, token, amount } of transfers) {
    assert(amount > 0n, 'a transfer moves something');
    add(deltas, from, token, -amount);
    add(deltas, to, token, amount);
  }
  return deltas;
}

/** A linear search: a transaction touches few balances, and comparing them is faster than hashing their names. */
function add(deltas: Changing[], account: Account, token: TokenAddress, delta: bigint): void {
  for (const entry of deltas) {
    if (entry.account !== account || entry.token !== token) continue;
    entry.delta += delta;
    return;
  }
  deltas.push({ account, token, delta });
}

/** Only the issuer's balances may be negative; all others are between 0 and 2^120-1. */
export const balanceIsSound = (account: Account, balance: bigint): boolean =>
  account === ISSUER ? balance <= 0n && balance >= -MAX_AMOUNT : balance >= 0n && balance <= MAX_AMOUNT;
