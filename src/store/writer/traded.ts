// Sums up the swaps of a batch on the writer's thread, where their receipts need not be parsed.
import type { TokenAddress } from '../../core/amount.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { Traded } from '../../ports/store.ts';

/** Undefined if nothing was swapped. */
export function tradedIn(transactions: readonly Posted[]): Traded | undefined {
  const volumes = new Map<TokenAddress, { paid: number; received: number }>();
  const volumeOf = (token: TokenAddress) => {
    const known = volumes.get(token);
    if (known) return known;
    const volume = { paid: 0, received: 0 };
    volumes.set(token, volume);
    return volume;
  };
  let swaps = 0;
  for (const { receipt } of transactions) {
    if (receipt.kind !== 'swap') continue;
    swaps += 1;
    volumeOf(receipt.tokenA).paid += Number(receipt.amountA);
    volumeOf(receipt.tokenB).received += Number(receipt.amountB);
  }
  return swaps === 0 ? undefined : { swaps, volumes };
}
