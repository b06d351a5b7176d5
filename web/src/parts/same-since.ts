// Whether an account's activity has what was pressed: a pure function of the page of it that was answered.
import type { Calls } from '#client';
import { unitsOf } from '../exact/amount.ts';

type Activity = Calls['getActivity']['output'];
type Amount = 'amount' | 'amountA' | 'amountB' | 'lpTokens';
type Name = 'tokenA' | 'tokenB' | 'token' | 'to';
/** What the transaction would say, amounts as exact decimals. */
export type Like = { readonly [name in Name | Amount]?: string };

const NAMES: readonly string[] = ['tokenA', 'tokenB', 'token', 'to'] satisfies Name[];

const FINE = 30;

/** The number of the latest like it after `head`; null where the page does not reach back so far. */
export function sameSince({ activity, nextCursor }: Activity, head: number, like: Like): number | 'none' | null {
  const since = activity.filter(({ sequence }) => sequence > head);
  const found = since.find((one) => isLike(one, like));
  if (found) return found.sequence;
  return nextCursor === null || since.length < activity.length ? 'none' : null;
}

/** A pool may be told of in the other order than it was named in. */
const isLike = (one: Activity['activity'][number], like: Like): boolean => {
  const isTurned = like.tokenA !== undefined && one.tokenA !== like.tokenA;
  const told = isTurned
    ? { ...one, tokenA: one.tokenB, tokenB: one.tokenA, amountA: one.amountB, amountB: one.amountA }
    : one;
  return (Object.entries(like) as [keyof Like, string][]).every(([name, wanted]) => {
    const value = told[name];
    if (NAMES.includes(name)) return value === wanted;
    return value !== undefined && unitsOf(value, FINE) === unitsOf(wanted, FINE);
  });
};
