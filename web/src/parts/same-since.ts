// Finds a pressed change in a page of the account's activity: a pure function.
import type { Calls } from '#client';
import { oneTokenOf } from '../data/one-token.ts';
import { unitsOf } from '../exact/amount.ts';

type Activity = Calls['getActivity']['output'];
type Amount = 'amount' | 'amountA' | 'amountB' | 'lpTokens';
type Name = 'tokenA' | 'tokenB' | 'token' | 'to';
/** The fields that the transaction of the press would have; amounts are exact decimals. */
export type Like = { readonly [name in Name | Amount]?: string } & {
  /** Liquidity in one token: pays at most `paid` of it, for at least `lpTokens`. */
  readonly one?: { readonly token: string; readonly paid: string; readonly lpTokens: string };
};

const NAMES: readonly string[] = ['tokenA', 'tokenB', 'token', 'to'] satisfies Name[];

const FINE = 30;

/** The sequence number of the latest match after `head`; `none` if there is none, null if the page does not reach back that far. */
export function sameSince({ activity, nextCursor }: Activity, head: number, like: Like): number | 'none' | null {
  const since = activity.filter(({ sequence }) => sequence > head);
  const found = since.find((one) => isLike(one, like));
  if (found) return found.sequence;
  return nextCursor === null || since.length < activity.length ? 'none' : null;
}

type Done = Activity['activity'][number];

/** Activity may list a pool's tokens in the other order. */
const isLike = (one: Done, { one: alone, ...like }: Like): boolean => {
  if (alone !== undefined && !isOne(one, alone)) return false;
  const isInverse = like.tokenA !== undefined && one.tokenA !== like.tokenA;
  const told = isInverse
    ? { ...one, tokenA: one.tokenB, tokenB: one.tokenA, amountA: one.amountB, amountB: one.amountA }
    : one;
  return (Object.entries(like) as [Name | Amount, string][]).every(([name, wanted]) => {
    const value = told[name];
    if (NAMES.includes(name)) return value === wanted;
    return value !== undefined && unitsOf(value, FINE) === unitsOf(wanted, FINE);
  });
};

function isOne(done: Done, { token, paid, lpTokens }: NonNullable<Like['one']>): boolean {
  const all = oneTokenOf(done);
  if (all?.token !== token || done.swapped?.tokenA !== token) return false;
  const [most, least] = [unitsOf(paid, FINE), unitsOf(lpTokens, FINE)];
  return unitsOf(all.amount, FINE) <= most && unitsOf(done.lpTokens ?? '0', FINE) >= least;
}
