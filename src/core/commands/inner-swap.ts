// The swap inside a provide or refund of one token: in the same pool and transaction, with the same fees as any swap without a referrer.
import { feeAccount } from '../accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, PPM, type Ppm } from '../amount.ts';
import type { Curve, Fraction, Reserves } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import type { Fill, SwapRates } from '../maths/fill.ts';
import type { PoolState } from '../maths/liquidity.ts';
import type { ListedPair, ListedToken, Pair, Pool, TokenPair } from '../pool.ts';
import type { Transfer } from '../settle/transfer.ts';
import { type CommandMarket, key } from './kind.ts';
import type { SwapFees, SwapReceipt } from './swap-receipt.ts';
import { transfersOf } from './swap-transfers.ts';

/** Which of the two tokens of a command or a receipt: tokenA or tokenB. */
export type PairSide = 'A' | 'B';

/** The swap as a receipt stores it; the receipt also has the pool and its tokens. */
export type InnerSwap = {
  readonly sold: PairSide;
  readonly amountIn: Amount;
  readonly amountOut: Amount;
  readonly fees: SwapFees;
};

/** A provide or refund that may contain a swap. */
type Around = Pair & { readonly account: Account; readonly pool: PoolAddress; readonly swapped?: InnerSwap };

export const innerSwapOf = (sold: PairSide, { amountIn, amountOut, lpFee, protocolFee, refFee }: Fill): InnerSwap => ({
  sold,
  amountIn,
  amountOut,
  fees: { lp: lpFee, protocol: protocolFee, ref: refFee },
});

/** The inner swap in the form of a swap receipt; undefined if there was none. */
export function swapInside({ account, pool, tokenA, tokenB, swapped }: Around) {
  if (!swapped) return undefined;
  const { sold, amountIn, amountOut, fees } = swapped;
  const pair = sold === 'A' ? { tokenA, tokenB } : { tokenA: tokenB, tokenB: tokenA };
  const swap: Extract<SwapReceipt, { readonly pool: unknown }> = {
    kind: 'swap',
    account,
    ...pair,
    pool,
    amountA: amountIn,
    amountB: amountOut,
    fees,
  };
  return swap;
}

export function transfersInside(receipt: Around): readonly Transfer[] {
  const swap = swapInside(receipt);
  return swap ? transfersOf(swap) : NONE;
}

const NONE: readonly Transfer[] = [];

/** The balances that the inner swap changes in addition to those of the provide or refund. */
export const balancesInside = (sold: PairSide, { tokenA, tokenB }: Pair, { poolAddress }: CommandMarket) => [
  key(feeAccount(poolAddress(tokenA, tokenB)), sold === 'A' ? tokenB : tokenA),
];

/** A pool in the direction of a trade: with an input and an output token instead of token0 and token1. */
export type SeenFrom = {
  readonly tokenIn: ListedToken;
  readonly tokenOut: ListedToken;
  readonly curve: Curve;
  readonly rates: SwapRates;
  readonly reserves: Reserves;
};

export function seenFrom(
  sold: PairSide,
  { tokenA, tokenB }: ListedPair,
  pool: Pool,
  { reserve0, reserve1 }: PoolState,
): SeenFrom {
  const [tokenIn, tokenOut] = sold === 'A' ? [tokenA, tokenB] : [tokenB, tokenA];
  const [reserveIn, reserveOut] = tokenIn.address === pool.token0 ? [reserve0, reserve1] : [reserve1, reserve0];
  const curve = curveOf(pool, tokenIn.decimals, tokenOut.decimals);
  return { tokenIn, tokenOut, curve, rates: { ...pool, refFeePpm: NOBODY }, reserves: { reserveIn, reserveOut } };
}

/** An inner swap has no referrer. */
const NOBODY = 0n as Ppm;

/** Puts the values of the sold and of the bought token into the order (tokenA, tokenB) of the command. */
export const inCommandOrder = <T>(sold: PairSide, ofSold: T, ofBought: T): readonly [T, T] =>
  sold === 'A' ? [ofSold, ofBought] : [ofBought, ofSold];

/** The price impact of the inner swap. The reserves before the swap are computed back from those after the whole transaction. */
export function impactInside(
  { kind, swapped, amountA, amountB }: Done,
  { tokenA, tokenB, pool }: TokenPair & { readonly pool: Pool },
  { reserveA, reserveB }: { readonly reserveA: bigint; readonly reserveB: bigint },
): Fraction | undefined {
  if (!swapped) return undefined;
  const { sold, amountIn, amountOut, fees } = swapped;
  const baseOut = amountOut + fees.protocol + fees.ref;
  const [tokenIn, tokenOut] = inCommandOrder(sold, tokenA, tokenB);
  const [providedIn, providedOut] = kind === 'provide' ? inCommandOrder(sold, amountA, amountB) : [0n, 0n];
  const [leftIn, leftOut] = inCommandOrder(sold, reserveA, reserveB);
  const reserves = {
    reserveIn: amount(leftIn - providedIn - amountIn),
    reserveOut: amount(leftOut - providedOut + baseOut),
  };
  const curve = curveOf(pool, tokenIn.decimals, tokenOut.decimals);
  return curve.impact(reserves, amountIn * (PPM - pool.lpFeePpm), baseOut);
}

type Done = {
  readonly kind: 'provide' | 'refund';
  readonly swapped?: InnerSwap;
  readonly amountA: Amount;
  readonly amountB: Amount;
};
