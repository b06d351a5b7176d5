// The receipt of a swap, pool by pool.
import type { Account, Amount, PoolAddress, TokenAddress } from '../amount.ts';
import type { GuardEvidence } from '../orders/guard.ts';
import type { Evidence } from '../orders/trigger.ts';
import type { Pair } from '../pool.ts';
import type { Hop, RoutePlan } from '../route/leg.ts';

/** `lp` is in the input token, the other two in the output token. */
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
  /**
   * The order that this swap filled, its unfilled rest, how much its owner got back with its last fill, and what a purchase has received
   * so far.
   */
  readonly fill?: {
    readonly order: number;
    readonly left: Amount;
    readonly returned?: Amount;
    readonly receivedB?: Amount;
  };
  /** For a fill of a recurring order or stop: the reference that it was checked against. */
  readonly guard?: GuardEvidence;
  /** For a fill of a stop: that its trigger still held. */
  readonly trigger?: Evidence;
} & (
    | { readonly pool: PoolAddress; readonly fees: SwapFees }
    /** More than one pool; each hop's fees are in its own tokens. */
    | { readonly hops: readonly HopReceipt[] }
  );

type Swapper = Pick<SwapReceipt, 'account' | 'tokenA' | 'tokenB' | 'referrer' | 'fill' | 'guard' | 'trigger'>;

/** The receipt of an executed plan. */
export function swapReceipt(swapper: Swapper, { amountIn, amountOut, hops }: RoutePlan): SwapReceipt {
  const { account, tokenA, tokenB, ...referred } = swapper;
  const done = { kind: 'swap', account, tokenA, tokenB } as const;
  const [first] = hops as readonly [Hop];
  const amounts = { amountA: amountIn, amountB: amountOut };
  return hops.length === 1
    ? { ...done, pool: first.pool.address, ...amounts, fees: feesOf(first), ...referred }
    : { ...done, ...amounts, hops: hops.map(hopReceipt), ...referred };
}

/** The pools that a swap used, with the input and output of each, in the same form for one pool and for several. */
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
