// The cost of a swap in the ledger's own unit: the number of balances written.
import { type Account, amount, type PoolAddress, type TokenAddress } from '../core/amount.ts';
import type { Policy } from '../core/commands/kind.ts';
import { swap } from '../core/commands/swap.ts';
import { deltasOf } from '../core/settle/transfer.ts';

/** Counted from the transfers of a sample swap, so that it stays correct when transfers change. */
export function balancesWrittenByASwap({ rates }: Policy): number {
  const one = amount(1n);
  const transfers = swap.transfers({
    kind: 'swap',
    account: 'trader' as Account,
    tokenA: 'a' as TokenAddress,
    tokenB: 'b' as TokenAddress,
    pool: 'pool' as PoolAddress,
    amountA: one,
    amountB: one,
    fees: { lp: one, protocol: amount(rates.protocolFeePpm === 0n ? 0n : 1n), ref: amount(0n) },
  });
  return deltasOf(transfers).length;
}
