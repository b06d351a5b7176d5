// Checks a swap over several pools: nothing is lost or created between them, and no pool is used twice.
import type { Receipt } from '../core/commands/command.ts';
import type { SwapReceipt } from '../core/commands/swap-receipt.ts';
import { type Pool, pairKey } from '../core/pool.ts';

/** A pool that a receipt names, with the tokens that the receipt gives for it. */
export type Passed = { readonly pool: string; readonly tokens: readonly [string, string] | undefined };

export function poolsPassed(receipt: Receipt): readonly Passed[] {
  if ('hops' in receipt) return receipt.hops.map((hop) => ({ pool: hop.pool, tokens: [hop.tokenIn, hop.tokenOut] }));
  if (receipt.kind === 'matchOrders' && receipt.fee)
    return [{ pool: receipt.fee.pool, tokens: [receipt.tokenA, receipt.tokenB] }];
  if (!('pool' in receipt)) return [];
  return [{ pool: receipt.pool, tokens: 'tokenA' in receipt ? [receipt.tokenA, receipt.tokenB] : undefined }];
}

export const isOf = ({ tokens }: Passed, { token0, token1 }: Pool): boolean =>
  tokens === undefined || pairKey(tokens[0] as Pool['token0'], tokens[1] as Pool['token0']) === pairKey(token0, token1);

/** True if the inputs and outputs of the hops add up to those of the swap. */
export function isWhole(receipt: Receipt): boolean {
  if (!('hops' in receipt)) return true;
  const { hops } = receipt;
  const isOnce = new Set(hops.map(({ pool }) => pool)).size === hops.length;
  return isOnce && hops.length > 1 && [...surplusOf(receipt).values()].every((surplus) => surplus === 0n);
}

/** The rest of each token after the account has paid tokenA and received tokenB. */
function surplusOf({ tokenA, tokenB, amountA, amountB, hops }: Extract<SwapReceipt, { readonly hops: unknown }>) {
  const surplus = new Map<string, bigint>();
  const add = (token: string, units: bigint) => surplus.set(token, (surplus.get(token) ?? 0n) + units);
  add(tokenA, amountA);
  for (const { tokenIn, tokenOut, amountIn, amountOut } of hops) {
    add(tokenIn, -amountIn);
    add(tokenOut, amountOut);
  }
  add(tokenB, -amountB);
  return surplus;
}
