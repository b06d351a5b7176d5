// Swaps: one plan serves the quote and the execution, so a quote equals its fill when nothing came between.
import { type Amount, amount, MAX_AMOUNT, PPM, type Ppm, type TokenAddress } from './amount.ts';
import { checkFunds, checkMinimum, findPair, type Pair, tooLarge, unknownPool, whole } from './checks.ts';
import type { SwapCommand } from './command.ts';
import { type Fill, type Reserves, swapExactIn, swapExactOut } from './constant-product.ts';
import type { Decision, State } from './decide.ts';
import { printDecimal, printRatioDown } from './decimal.ts';
import type { Transfer } from './ledger.ts';
import { feeAccount, type Pool, reserveAccount } from './pool.ts';
import { Refused, refuse } from './rejection.ts';

export type SwapPlan = Pair & { readonly pool: Pool; readonly fill: Fill };

export type SwapTerms = {
  readonly tokenA: TokenAddress;
  readonly tokenB: TokenAddress;
  readonly referred: boolean;
  readonly exact: { readonly in: Amount } | { readonly out: Amount };
};

/** What a swap on these terms would do to the pool as it stands. */
export function planSwap(terms: SwapTerms, state: State): SwapPlan | Refused {
  const found = findPair(terms, state);
  if (found instanceof Refused) return found;
  const { tokenA, tokenB, pool } = found;
  if (!pool) return unknownPool(found);
  const account = reserveAccount(pool);
  const reserves = {
    reserveIn: amount(state.balanceOf(account, tokenA.address)),
    reserveOut: amount(state.balanceOf(account, tokenB.address)),
  };
  return planOn({ tokenA, tokenB, pool }, reserves, terms);
}

/** Like `planSwap`, of a pool that is found already. */
export function planOn(
  { tokenA, tokenB, pool }: Omit<SwapPlan, 'fill'>,
  reserves: Reserves,
  terms: Pick<SwapTerms, 'referred' | 'exact'>,
): SwapPlan | Refused {
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
  if (fill) return { tokenA, tokenB, pool, fill };
  return refuse({
    code: 'pool_too_small',
    wanted: whole(terms.exact.out, tokenB),
    reserve: whole(reserves.reserveOut, tokenB),
    symbol: tokenB.symbol,
  });
}

export function swap(command: SwapCommand, state: State): Decision | Refused {
  const { account, tokenA, tokenB, referrer } = command;
  if (command.deadlineMs !== undefined && state.nowMs > command.deadlineMs) {
    return refuse({ code: 'deadline_passed', deadlineMs: command.deadlineMs, nowMs: state.nowMs });
  }
  const plan = planSwap({ tokenA, tokenB, referred: referrer !== undefined, exact: { in: command.amountA } }, state);
  if (plan instanceof Refused) return plan;
  const refusal =
    checkImpact(plan.fill, command.maxPriceImpactPpm ?? state.policy.maxPriceImpactPpm) ??
    checkMinimum(plan.fill.amountOut, command.minReceived, plan.tokenB) ??
    checkFunds(account, plan.tokenA, command.amountA, state);
  if (refusal) return refusal;
  const { fill, pool } = plan;
  return {
    transfers: swapTransfers(command, pool, fill),
    receipt: {
      kind: 'swap',
      tokenA,
      tokenB,
      pool: pool.address,
      amountA: fill.amountIn,
      amountB: fill.amountOut,
      fees: { lp: fill.lpFee, protocol: fill.protocolFee, ref: fill.refFee },
    },
  };
}

export function swapTransfers(
  who: Pick<SwapCommand, 'account' | 'referrer' | 'tokenA' | 'tokenB'>,
  pool: Pool,
  fill: Fill,
): readonly Transfer[] {
  const { account, referrer, tokenA, tokenB } = who;
  const reserve = reserveAccount(pool);
  const transfers: Transfer[] = [
    { from: account, to: reserve, token: tokenA, amount: fill.amountIn },
    { from: reserve, to: account, token: tokenB, amount: fill.amountOut },
  ];
  if (fill.protocolFee > 0n) {
    transfers.push({ from: reserve, to: feeAccount(pool), token: tokenB, amount: fill.protocolFee });
  }
  if (referrer !== undefined && fill.refFee > 0n) {
    transfers.push({ from: reserve, to: referrer, token: tokenB, amount: fill.refFee });
  }
  return transfers;
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
