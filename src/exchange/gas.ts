// The work of a swap, in the ledger's own unit: balances written.
import { type Account, amount, type PoolAddress, type TokenAddress } from '../core/amount.ts';
import { swapExactIn } from '../core/constant-product.ts';
import type { Policy } from '../core/decide.ts';
import { swapTransfers } from '../core/decide-swap.ts';
import { deltasOf } from '../core/ledger.ts';
import type { Pool } from '../core/pool.ts';

/** Counted from the transfers of a model swap, so that it stays true when the transfers change. */
export function balancesWrittenByASwap({ rates, treasury }: Policy): number {
  const reserve = amount(10n ** 18n);
  const tokenA = 'a' as TokenAddress;
  const tokenB = 'b' as TokenAddress;
  const pool: Pool = {
    ...rates,
    number: 1,
    address: 'pool' as PoolAddress,
    token0: tokenA,
    token1: tokenB,
    protocolFeeAddress: treasury,
  };
  const direct = { ...rates, refFeePpm: 0n as Pool['refFeePpm'] };
  const fill = swapExactIn({ reserveIn: reserve, reserveOut: reserve }, direct, amount(10n ** 12n));
  return fill ? deltasOf(swapTransfers({ account: 'trader' as Account, tokenA, tokenB }, pool, fill)).length : 0;
}
