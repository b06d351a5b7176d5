// The truth about a position: what it cost, what of it was returned, and which part of its worth are fees.
import type { Account, Amount, PoolAddress } from '../amount.ts';

/** Changed by its provider's provides and refunds alone; every sum is in base units of the pool's tokens. */
export type PositionRecord = {
  /** The last transaction that changed it. */
  readonly sequence: number;
  readonly lpTokens: Amount;
  /** What the LP tokens that are left have cost, on average. */
  readonly cost0: bigint;
  readonly cost1: bigint;
  /** LP tokens times the pool's index when they were bought. */
  readonly base: bigint;
  readonly in0: bigint;
  readonly in1: bigint;
  readonly withdrawn0: bigint;
  readonly withdrawn1: bigint;
  /** Of what was withdrawn, the fees. */
  readonly realisedFees0: bigint;
  readonly realisedFees1: bigint;
  /** What the LP tokens that were burned had cost. */
  readonly released0: bigint;
  readonly released1: bigint;
};

export type PositionKey = { readonly account: Account; readonly pool: PoolAddress };
