// The transfers of a swap. Tokens move directly from pool to pool: the first hop that takes a token gets it from the first that paid it.
import { feeAccount, orderAccount, reserveAccount } from '../accounts.ts';
import { type Account, amount, type TokenAddress } from '../amount.ts';
import type { Transfer } from '../settle/transfer.ts';
import type { SwapFees, SwapReceipt } from './swap-receipt.ts';

export function transfersOf(receipt: SwapReceipt): readonly Transfer[] {
  const transfers = 'hops' in receipt ? transfersAlong(receipt) : transfersWith(receipt);
  const { account, tokenA, fill } = receipt;
  if (fill?.returned === undefined) return transfers;
  return [...transfers, { from: payerOf(receipt), to: account, token: tokenA, amount: fill.returned }];
}

function transfersWith(receipt: Extract<SwapReceipt, { readonly fees: SwapFees }>): readonly Transfer[] {
  const { account, tokenA, tokenB, pool, amountA, amountB, fees, referrer } = receipt;
  const reserve = reserveAccount(pool);
  const transfers: Transfer[] = [
    { from: payerOf(receipt), to: reserve, token: tokenA, amount: amountA },
    { from: reserve, to: account, token: tokenB, amount: amountB },
  ];
  if (fees.protocol > 0n) transfers.push({ from: reserve, to: feeAccount(pool), token: tokenB, amount: fees.protocol });
  if (referrer !== undefined && fees.ref > 0n)
    transfers.push({ from: reserve, to: referrer, token: tokenB, amount: fees.ref });
  return transfers;
}

/** The account that pays: the swapper or, if the swap fills an order, the order's own account. */
const payerOf = ({ account, fill }: SwapReceipt): Account => (fill ? orderAccount(fill.order) : account);

type Paid = { readonly from: Account; left: bigint };

function transfersAlong(receipt: Extract<SwapReceipt, { readonly hops: unknown }>): readonly Transfer[] {
  const { account, tokenA, tokenB, amountA, amountB, hops, referrer } = receipt;
  const paid = new Map<TokenAddress, Paid[]>([[tokenA, [{ from: payerOf(receipt), left: amountA }]]]);
  const transfers: Transfer[] = [];
  for (const { pool, tokenIn, tokenOut, amountIn, amountOut, fees } of hops) {
    const reserve = reserveAccount(pool);
    transfers.push(...taken(paid.get(tokenIn), tokenIn, amountIn, reserve));
    if (fees.protocol > 0n)
      transfers.push({ from: reserve, to: feeAccount(pool), token: tokenOut, amount: fees.protocol });
    if (referrer !== undefined && fees.ref > 0n)
      transfers.push({ from: reserve, to: referrer, token: tokenOut, amount: fees.ref });
    const queue = paid.get(tokenOut) ?? [];
    queue.push({ from: reserve, left: amountOut });
    paid.set(tokenOut, queue);
  }
  return [...transfers, ...taken(paid.get(tokenB), tokenB, amountB, account)];
}

/** Transfers `units` of a token to an account, from the accounts in `queue`, in the order in which they paid it. */
function taken(queue: Paid[] | undefined, token: TokenAddress, units: bigint, to: Account): readonly Transfer[] {
  const transfers: Transfer[] = [];
  let needed = units;
  for (const source of queue ?? []) {
    const part = source.left < needed ? source.left : needed;
    if (part === 0n) continue;
    transfers.push({ from: source.from, to, token, amount: amount(part) });
    source.left -= part;
    needed -= part;
  }
  return transfers;
}
