// What a swap is answered with, pool by pool.
import type { Account, Amount, PoolAddress, TokenAddress } from '../amount.ts';
import type { GuardEvidence } from '../orders/guard.ts';
import type { Pair } from '../pool.ts';
import type { Hop, Plan } from '../route/leg.ts';

/** `lp` is counted in what goes in, the other two in what comes out. */
export type SwapFees = { readonly lp: Amount; readonly protocol: Amount; readonly ref: Amount };

export type HopReceipt = {
  readonly pool: PoolAddress;
  readonly tokenIn: TokenAddress;
  readonly tokenOut: TokenAddress;
  readonly amountIn: Amount;
  readonly amountOut: Amount;
  readonly fees: SwapFees;
};

export type SwapReceipt = Pair & {
  readonly kind: 'swap';
  readonly account: Account;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly referrer?: Account;
  /** Of an order that was filled: which, and what is left of it. */
  readonly fill?: { readonly order: number; readonly left: Amount };
  /** Of a fill that nobody watched: the average that it was measured against. */
  readonly guard?: GuardEvidence;
} & (
    | { readonly pool: PoolAddress; readonly fees: SwapFees }
    /** Over more than one pool; what one pays in fees is in its own tokens. */
    | { readonly hops: readonly HopReceipt[] }
  );

type Swapper = Pick<SwapReceipt, 'account' | 'tokenA' | 'tokenB' | 'referrer' | 'fill' | 'guard'>;

/** What a plan is answered with, once it is carried out. */
export function swapReceipt(swapper: Swapper, { amountIn, amountOut, hops }: Plan): SwapReceipt {
  const { account, tokenA, tokenB, ...referred } = swapper;
  const done = { kind: 'swap', account, tokenA, tokenB } as const;
  const [first] = hops as readonly [Hop];
  const amounts = { amountA: amountIn, amountB: amountOut };
  return hops.length === 1
    ? { ...done, pool: first.pool.address, ...amounts, fees: feesOf(first), ...referred }
    : { ...done, ...amounts, hops: hops.map(hopReceipt), ...referred };
}

/** The pools that a swap passed, each with what went in and came out; of one pool, that. */
export function hopsOf(receipt: SwapReceipt): readonly HopReceipt[] {
  if ('hops' in receipt) return receipt.hops;
  const { pool, tokenA: tokenIn, tokenB: tokenOut, amountA: amountIn, amountB: amountOut, fees } = receipt;
  return [{ pool, tokenIn, tokenOut, amountIn, amountOut, fees }];
}

export const hopReceipt = (hop: Hop): HopReceipt => ({
  pool: hop.pool.address,
  tokenIn: hop.tokenIn.address,
  tokenOut: hop.tokenOut.address,
  amountIn: hop.fill.amountIn,
  amountOut: hop.fill.amountOut,
  fees: feesOf(hop),
});

const feesOf = ({ fill: { lpFee, protocolFee, refFee } }: Hop): SwapFees => ({
  lp: lpFee,
  protocol: protocolFee,
  ref: refFee,
});
