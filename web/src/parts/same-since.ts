// Whether an account's activity has what was pressed: a pure function of the page of it that was answered.
import type { Calls } from '#client';
import { oneTokenOf } from '../data/one-token.ts';
import { unitsOf } from '../exact/amount.ts';

type Activity = Calls['getActivity']['output'];
type Amount = 'amount' | 'amountA' | 'amountB' | 'lpTokens';
type Name = 'tokenA' | 'tokenB' | 'token' | 'to';
/** What the transaction would say, amounts as exact decimals. */
export type Like = { readonly [name in Name | Amount]?: string } & {
  /** Liquidity of one token: at most so much of it, for at least so many LP tokens. */
  readonly one?: { readonly token: string; readonly paid: string; readonly lpTokens: string };
};

const NAMES: readonly string[] = ['tokenA', 'tokenB', 'token', 'to'] satisfies Name[];

const FINE = 30;

/** The number of the latest like it after `head`; null where the page does not reach back so far. */
export function sameSince({ activity, nextCursor }: Activity, head: number, like: Like): number | 'none' | null {
  const since = activity.filter(({ sequence }) => sequence > head);
  const found = since.find((one) => isLike(one, like));
  if (found) return found.sequence;
  return nextCursor === null || since.length < activity.length ? 'none' : null;
}

type Done = Activity['activity'][number];

/** A pool may be told of in the other order than it was named in. */
const isLike = (one: Done, { one: alone, ...like }: Like): boolean => {
  if (alone !== undefined && !isOne(one, alone)) return false;
  const isTurned = like.tokenA !== undefined && one.tokenA !== like.tokenA;
  const told = isTurned
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
