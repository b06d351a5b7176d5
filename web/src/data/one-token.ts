// Liquidity provided or refunded in one token, as activity lists it: which token, and its whole amount.
import type { GetActivityOutput } from '#client';
import { addText } from '../exact/amount.ts';

type Done = Pick<
  GetActivityOutput['activity'][number],
  'kind' | 'tokenA' | 'tokenB' | 'amountA' | 'amountB' | 'swapped'
>;

/** Null if both tokens were used. */
export function oneTokenOf(done: Done): { readonly token: string; readonly amount: string } | null {
  const { kind, tokenA, tokenB, amountA, amountB, swapped } = done;
  if (swapped === undefined) {
    // A refund whose share of the other token is less than a unit returns one token without a swap.
    if (kind !== 'refund' || (amountA !== '0' && amountB !== '0')) return null;
    const [token, amount] = amountA === '0' ? [tokenB, amountB] : [tokenA, amountA];
    return { token: token ?? '', amount: amount ?? '0' };
  }
  const [token, swappedAmount] =
    kind === 'provide' ? [swapped.tokenA, swapped.amountA] : [swapped.tokenB, swapped.amountB];
  const moved = token === tokenA ? amountA : amountB;
  return { token, amount: addText(moved ?? '0', swappedAmount) };
}
