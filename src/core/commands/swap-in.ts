// Finds the swap in a receipt: the swap itself, or the swap inside a provide or refund of one token.
import type { Receipt } from './command.ts';
import { swapInside } from './inner-swap.ts';
import type { SwapReceipt } from './swap-receipt.ts';

export function swapIn(receipt: Receipt): SwapReceipt | undefined {
  if (receipt.kind === 'swap') return receipt;
  return 'swapped' in receipt ? swapInside(receipt) : undefined;
}
