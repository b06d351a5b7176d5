// Double entry: value only ever moves from one account to another, so everything nets to zero.
import { type Account, type Amount, MAX_AMOUNT, type TokenAddress } from './amount.ts';
import { assert } from './assert.ts';
import { ISSUER } from './pool.ts';

export type Transfer = {
  readonly from: Account;
  readonly to: Account;
  readonly token: TokenAddress;
  readonly amount: Amount;
};

export type BalanceKey = { readonly account: Account; readonly token: TokenAddress };

/** A balance's name as one string; unambiguous because neither part holds a line break. */
export const balanceKey = (account: Account, token: TokenAddress): string => `${account}\n${token}`;

/** The change of every balance that the transfers touch. */
export function deltasOf(transfers: readonly Transfer[]): Map<string, BalanceKey & { readonly delta: bigint }> {
  const deltas = new Map<string, BalanceKey & { delta: bigint }>();
  const add = (account: Account, token: TokenAddress, delta: bigint) => {
    const key = balanceKey(account, token);
    const known = deltas.get(key);
    if (known) known.delta += delta;
    else deltas.set(key, { account, token, delta });
  };
  for (const { from, to, token, amount } of transfers) {
    assert(amount > 0n, 'a transfer moves something');
    add(from, token, -amount);
    add(to, token, amount);
  }
  return deltas;
}

/** Only the issuer owes; everyone else holds something between nothing and 2^120-1. */
export const balanceIsSound = (account: Account, balance: bigint): boolean =>
  account === ISSUER ? balance <= 0n && balance >= -MAX_AMOUNT : balance >= 0n && balance <= MAX_AMOUNT;
