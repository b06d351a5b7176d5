// The inner swap of a one-sided provide or refund, for the audit: what it took from the pool and gave to it.
import type { Receipt } from '../core/commands/command.ts';
import type { SwapFees } from './pool.ts';

/** The effect of an inner swap on the reserves; zero if there was none. */
export type ReserveChange = { readonly change0: bigint; readonly change1: bigint };

export function changeInside(receipt: Receipt): ReserveChange {
  const taken = takenInside(receipt);
  if (!taken?.inside) return { change0: 0n, change1: 0n };
  const { is0In, amountIn, amountOut } = taken.inside;
  const paid = -(amountOut + taken.others);
  return is0In ? { change0: amountIn, change1: paid } : { change0: paid, change1: amountIn };
}

export function takenInside(receipt: Receipt): SwapFees | undefined {
  if (!('swapped' in receipt)) return undefined;
  const { tokenA, tokenB } = receipt;
  const { sold, amountIn, amountOut, fees } = receipt.swapped;
  const is0In = sold === 'A' ? tokenA < tokenB : tokenB < tokenA;
  return { lp: fees.lp, others: fees.protocol + fees.ref, inside: { is0In, amountIn, amountOut } };
}
