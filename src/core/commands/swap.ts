// Swaps: one plan serves the quote and the execution, so a quote equals its fill when nothing came between.
import { feeAccount, reserveAccount } from '../accounts.ts';
import { type Account, type Amount, amount, MAX_AMOUNT, type PoolAddress, PPM, type Ppm } from '../amount.ts';
import { type Fill, type Reserves, swapExactIn, swapExactOut } from '../curves/constant-product.ts';
import { printDecimal, printRatioDown } from '../decimal.ts';
import type { ListedPair, Pair, Pool } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import type { Transfer } from '../transfer.ts';
import { checkFunds, checkMinimum, checkOpen, findPair, tooLarge, unknownPool, whole } from './checks.ts';
import { both, type CommandKind, key, type State } from './kind.ts';

export type SwapCommand = Pair & {
  readonly kind: 'swap';
  readonly account: Account;
  readonly amountA: Amount;
  readonly minReceived?: Amount;
  readonly deadlineMs?: number;
  readonly referrer?: Account;
  readonly maxPriceImpactPpm?: Ppm;
};

export type SwapReceipt = Pair & {
  readonly kind: 'swap';
  readonly account: Account;
  readonly pool: PoolAddress;
  readonly amountA: Amount;
  readonly amountB: Amount;
  /** `lp` is counted in tokenA, the other two in tokenB. */
  readonly fees: { readonly lp: Amount; readonly protocol: Amount; readonly ref: Amount };
  readonly referrer?: Account;
};

export type SwapTerms = Pair & {
  readonly referred: boolean;
  readonly exact: { readonly in: Amount } | { readonly out: Amount };
};

export type SwapPlan = ListedPair & { readonly pool: Pool; readonly fill: Fill };

export const swap: CommandKind<SwapCommand, SwapReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: (command) => [command],

  balances(command, { poolAddress }) {
    const { account, referrer, tokenA, tokenB } = command;
    const address = poolAddress(tokenA, tokenB);
    const keys = [
      ...both(account, command),
      ...both(reserveAccount(address), command),
      key(feeAccount(address), tokenB),
    ];
    if (referrer !== undefined) keys.push(key(referrer, tokenB));
    return keys;
  },

  decide(command, state) {
    const { account, tokenA, tokenB, referrer } = command;
    if (command.deadlineMs !== undefined && state.nowMs > command.deadlineMs) {
      return refuse({ code: 'deadline_passed', deadlineMs: command.deadlineMs, nowMs: state.nowMs });
    }
    const plan = planSwap({ tokenA, tokenB, referred: referrer !== undefined, exact: { in: command.amountA } }, state);
    if (plan instanceof Refused) return plan;
    const { fill, pool } = plan;
    const refusal =
      checkImpact(fill, command.maxPriceImpactPpm ?? state.policy.maxPriceImpactPpm) ??
      checkMinimum(fill.amountOut, command.minReceived, plan.tokenB) ??
      checkFunds(account, plan.tokenA, command.amountA, state);
    if (refusal) return refusal;
    const receipt: SwapReceipt = {
      kind: 'swap',
      account,
      tokenA,
      tokenB,
      pool: pool.address,
      amountA: fill.amountIn,
      amountB: fill.amountOut,
      fees: { lp: fill.lpFee, protocol: fill.protocolFee, ref: fill.refFee },
    };
    return { receipt: referrer === undefined ? receipt : { ...receipt, referrer } };
  },

  transfers({ account, tokenA, tokenB, pool, amountA, amountB, fees, referrer }) {
    const reserve = reserveAccount(pool);
    const transfers: Transfer[] = [
      { from: account, to: reserve, token: tokenA, amount: amountA },
      { from: reserve, to: account, token: tokenB, amount: amountB },
    ];
    if (fees.protocol > 0n)
      transfers.push({ from: reserve, to: feeAccount(pool), token: tokenB, amount: fees.protocol });
    if (referrer !== undefined && fees.ref > 0n)
      transfers.push({ from: reserve, to: referrer, token: tokenB, amount: fees.ref });
    return transfers;
  },

  parties: ({ account, referrer, fees }) =>
    referrer === undefined || fees.ref === 0n ? [account] : [account, referrer],
};

/** What a swap on these terms would do to the pool as it stands. */
export function planSwap(terms: SwapTerms, state: State): SwapPlan | Refused {
  const found = findPair(terms, state);
  if (found instanceof Refused) return found;
  const { tokenA, tokenB, pool } = found;
  if (!pool) return unknownPool(found);
  const account = reserveAccount(pool.address);
  const reserves = {
    reserveIn: amount(state.balanceOf(account, tokenA.address)),
    reserveOut: amount(state.balanceOf(account, tokenB.address)),
  };
  return planSwapIn({ tokenA, tokenB, pool }, reserves, terms);
}

/** Like `planSwap`, in a pool and with reserves that are known. */
export function planSwapIn(
  { tokenA, tokenB, pool }: Omit<SwapPlan, 'fill'>,
  reserves: Reserves,
  terms: Pick<SwapTerms, 'referred' | 'exact'>,
): SwapPlan | Refused {
  const closed = checkOpen({ tokenA, tokenB, pool });
  if (closed) return closed;
  if (reserves.reserveIn === 0n) return refuse({ code: 'no_liquidity', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
  const maxIn = MAX_AMOUNT - reserves.reserveIn;
  const rates = { ...pool, refFeePpm: terms.referred ? pool.refFeePpm : (0n as Ppm) };
  if ('in' in terms.exact) {
    if (terms.exact.in > maxIn) return tooLarge(tokenA);
    const fill = swapExactIn(reserves, rates, terms.exact.in);
    if (!fill) return refuse({ code: 'output_zero', symbolA: tokenA.symbol, symbolB: tokenB.symbol });
    return { tokenA, tokenB, pool, fill };
  }
  const fill = swapExactOut(reserves, rates, terms.exact.out, maxIn);
  if (fill === 'input_too_large') return tooLarge(tokenA);
  if (fill) return { tokenA, tokenB, pool, fill };
  return refuse({
    code: 'pool_too_small',
    wanted: whole(terms.exact.out, tokenB),
    reserve: whole(reserves.reserveOut, tokenB),
    symbol: tokenB.symbol,
  });
}

function checkImpact({ priceImpact: { numerator, denominator } }: Fill, maxPpm: Ppm): Refused | undefined {
  if (numerator * PPM <= maxPpm * denominator) return undefined;
  // Up, to a hundredth of a percent: an impact over the limit must never be shown as equal to it.
  const hundredths = (numerator * 10_000n + denominator - 1n) / denominator;
  return refuse({
    code: 'price_impact_too_high',
    percent: printDecimal(hundredths, 2),
    maxPercent: printRatioDown(maxPpm, 10_000n, 4),
  });
}
