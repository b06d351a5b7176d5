// Every reason for which the ledger refuses a command. Quantities are exact text in whole tokens, ready to be shown.
import type { RouteFault } from './route/shape.ts';

export type Refusal =
  /** `listed`: if the request sent a symbol instead of an address and only one listed token has that symbol, that token's address. */
  | { readonly code: 'unknown_token'; readonly token: string; readonly listed?: string }
  | { readonly code: 'unknown_pool'; readonly tokenA: string; readonly tokenB: string }
  | { readonly code: 'same_token'; readonly token: string }
  | { readonly code: 'token_exists'; readonly token: string }
  | { readonly code: 'symbol_taken'; readonly symbol: string; readonly token: string }
  | { readonly code: 'pool_exists'; readonly tokenA: string; readonly tokenB: string }
  | { readonly code: 'fees_too_high' }
  /** Allowed fees that an operator has to confirm, because they are high or because rounding makes them high for small swaps. */
  | ({ readonly code: 'unusual_fees' } & (
      | { readonly percent: string }
      | { readonly symbol: string; readonly decimals: number; readonly least: string }
    ))
  | { readonly code: 'token_paused'; readonly token: string }
  | { readonly code: 'pool_paused'; readonly tokenA: string; readonly tokenB: string }
  /** The route is over 1 % worse than when it was found, or needs a benchmark. Not stored under the idempotency key, to allow a retry. */
  | { readonly code: 'route_moved' }
  | { readonly code: 'invalid_route'; readonly fault: RouteFault }
  | { readonly code: 'no_liquidity'; readonly tokenA: string; readonly tokenB: string }
  | { readonly code: 'pool_too_small'; readonly wanted: string; readonly reserve: string; readonly symbol: string }
  /**
   * `feesTakeAll`: the pool would pay something, but the fees, which are rounded up to base units, take all of it. `isRefund`: a refund
   * in one token, whose part of the other buys nothing.
   */
  | {
      readonly code: 'output_zero';
      readonly symbolA: string;
      readonly symbolB: string;
      readonly feesTakeAll?: true;
      readonly isRefund?: true;
    }
  /** `rounded`: the token whose rounding to base units takes the swap over the limit; absent if it is over the limit without rounding. */
  | {
      readonly code: 'price_impact_too_high';
      readonly percent: string;
      readonly maxPercent: string;
      readonly rounded?: string;
    }
  | { readonly code: 'below_minimum'; readonly actual: string; readonly minimum: string; readonly symbol: string }
  | { readonly code: 'above_maximum'; readonly actual: string; readonly maximum: string; readonly symbol: string }
  | { readonly code: 'deadline_passed'; readonly deadlineMs: number; readonly nowMs: number }
  | {
      readonly code: 'insufficient_funds';
      readonly account: string;
      readonly needed: string;
      readonly available: string;
      readonly symbol: string;
    }
  | { readonly code: 'amount_too_large'; readonly symbol: string; readonly max: string }
  | { readonly code: 'liquidity_too_small' }
  /** Only one token was offered, but the pool is empty or missing, so no part of the offer can be swapped for the other token. */
  | { readonly code: 'both_tokens_needed'; readonly tokenA: string; readonly tokenB: string }
  | {
      readonly code: 'ratio_too_far';
      readonly takenA: string;
      readonly offeredA: string;
      readonly symbolA: string;
      readonly takenB: string;
      readonly offeredB: string;
      readonly symbolB: string;
      readonly leastPercent: string;
    }
  | { readonly code: 'pool_creation_restricted'; readonly tokenA: string; readonly tokenB: string }
  | { readonly code: 'no_position'; readonly account: string; readonly tokenA: string; readonly tokenB: string }
  | { readonly code: 'position_too_small'; readonly wanted: string; readonly held: string }
  | { readonly code: 'refund_too_small'; readonly tokenA: string; readonly tokenB: string }
  | { readonly code: 'not_on_this_venue'; readonly what: 'transfers' | 'orders' }
  | { readonly code: 'same_account'; readonly account: string }
  | { readonly code: 'account_reserved'; readonly account: string }
  | { readonly code: 'nothing_to_collect'; readonly tokenA: string; readonly tokenB: string }
  /** An open order of the account has the `clientId` of a new one; `order` is absent if it was rolled back with the same chain. */
  | { readonly code: 'reference_reused'; readonly clientId: string; readonly order?: number }
  | {
      readonly code: 'reference_reused';
      readonly amount: string;
      readonly symbol: string;
      /** The transaction that used the reference first; absent if it is part of the same chain and is rolled back with it. */
      readonly transactionId?: string;
    }
  | { readonly code: 'not_found'; readonly what: 'order'; readonly order: number }
  /** `status`: how the order was closed. The ledger does not set it; the API adds it if market data is available. */
  | {
      readonly code: 'order_closed';
      readonly order: number;
      readonly status?: 'filled' | 'cancelled' | 'expired';
    }
  /** The order or the prices have changed since the command was prepared. Not stored under the idempotency key, to allow a retry. */
  | { readonly code: 'order_moved'; readonly order: number }
  /** The order's limit is below `least`, or the order has more than `maxTimes` parts and each would be too small. */
  | ({ readonly code: 'order_too_small' } & (
      | { readonly least: string; readonly symbol: string }
      | { readonly maxTimes: number }
    ))
  /** The pools would fill some of a `postOnly` order at once. */
  | { readonly code: 'would_fill' }
  | { readonly code: 'idempotency_key_reused' }
  /** Another command of the same atomic chain was refused: `item` is the index of that command, from 0. */
  | { readonly code: 'not_attempted'; readonly item: number };

/** A class, so that `instanceof` separates refusals from results. */
export class Refused {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

export const refuse = (refusal: Refusal): Refused => new Refused(refusal);
