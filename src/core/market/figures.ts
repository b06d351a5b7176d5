// A pool's running figures, counted from its first transaction on: those of any window are the difference of two.
import type { Amount } from '../amount.ts';

export type PoolFigures = {
  /** The last transaction that is counted, and its time. */
  readonly sequence: number;
  readonly atMs: number;
  readonly reserve0: Amount;
  readonly reserve1: Amount;
  /** LP tokens in circulation, the locked ones included. */
  readonly supply: Amount;
  /** Prices times milliseconds up to `atMs`, in 2^-128 base units of the other token for one: of token0, and of token1. */
  readonly cumulative0: bigint;
  readonly cumulative1: bigint;
  /** What swaps have moved of each token, in either direction. */
  readonly volume0: bigint;
  readonly volume1: bigint;
  /** What swaps have left to the providers. */
  readonly fees0: bigint;
  readonly fees1: bigint;
  readonly swaps: number;
};
