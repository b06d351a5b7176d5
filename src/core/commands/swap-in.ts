// The swap of a receipt, including the inner swap of a one-sided provide or refund.
import type { Receipt } from './command.ts';
import { swapInside } from './inner-swap.ts';
import type { SwapReceipt } from './swap-receipt.ts';

export function swapIn(receipt: Receipt): SwapReceipt | undefined {
  if (receipt.kind === 'swap') return receipt;
  return 'swapped' in receipt ? swapInside(receipt) : undefined;
}
