// The swap of a transaction, whether it is one or has one inside.
import type { Receipt } from './command.ts';
import { swapInside } from './inner-swap.ts';
import type { SwapReceipt } from './swap-receipt.ts';

export function swapIn(receipt: Receipt): SwapReceipt | undefined {
  if (receipt.kind === 'swap') return receipt;
  return 'swapped' in receipt ? swapInside(receipt) : undefined;
}
