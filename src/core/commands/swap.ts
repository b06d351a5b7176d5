// Swaps. A quote and a swap are computed by the same code, so their results are equal if the pools did not change in between.
import { feeAccount, reserveAccount } from '../accounts.ts';
import { type Account, type Amount, amount, type Ppm, type TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { printDecimal, printRatioDown } from '../maths/decimal.ts';
import type { Pair } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { impactAgainst, impactAlong, impactOnBestPath, isWithin, larger, roundedToken } from '../route/impact.ts';
import type { ExactAmount, Leg, RoutePlan } from '../route/leg.ts';
import { endsOf, planLegs } from '../route/plan.ts';
import { faultOfRoute, type RouteHop, WHOLE_SHARE } from '../route/shape.ts';
import { checkFunds, checkMaximum, checkMinimum, checkOpen, findPair, unknownPool } from './checks.ts';
import { both, type CommandKind, type CommandState, key } from './kind.ts';
import { hopsOf, type SwapReceipt, swapReceipt } from './swap-receipt.ts';
import { transfersOf } from './swap-transfers.ts';

export type SwapCommand = Pair & {
  readonly kind: 'swap';
  readonly account: Account;
  readonly minReceived?: Amount;
  readonly deadlineMs?: number;
  readonly referrer?: Account;
  readonly maxPriceImpactPpm?: Ppm;
  /** If absent, the swap goes through the pair's own pool. */
  readonly route?: readonly RouteHop[];
  /** The output (or, for an exact output, the input) when the route was found; the swap is refused if it is now over 1 % worse. */
  readonly expected?: Amount;
  /**
   * Another route, within the price impact limit. If the swap itself exceeds the limit, its impact is measured against the price before
   * this route, so a swap that pays at least as much is accepted. `wanted`: the router has not searched for one yet, so a swap over the
   * limit is refused as `route_moved`, for it to do so. Only set together with `route`.
   */
  readonly benchmark?: readonly RouteHop[] | 'wanted';
  /**
   * The reference of the pair as a path of pools, chosen by the router and never by the user. Anyone may open a deep path at a far worse
   * price that serves as a benchmark, so the impact is measured against the better of both prices. Only set together with `route`.
   */
  readonly reference?: readonly RouteHop[];
} & (
    | { readonly amountA: Amount }
    /** The swapper receives exactly `amountB`, for at most `maxPaid`. */
    | { readonly amountB: Amount; readonly maxPaid?: Amount }
  );

export type SwapTerms = Pair & { readonly referred: boolean; readonly exact: ExactAmount };

export const swap: CommandKind<SwapCommand, SwapReceipt> = {
  tokens: tokensOfRoute,
  pairs: pairsOfRoute,

  balances(command, { poolAddress }) {
    const { account, referrer, tokenB } = command;
    const keys = [...both(account, command)];
    for (const pair of pairsOfRoute(command)) {
      const address = poolAddress(pair.tokenA, pair.tokenB);
      keys.push(...both(reserveAccount(address), pair), key(feeAccount(address), pair.tokenB));
    }
    if (referrer !== undefined) keys.push(key(referrer, tokenB));
    return keys;
  },

  decide(command, state) {
    const { account, tokenA, tokenB, referrer } = command;
    if (command.deadlineMs !== undefined && state.nowMs > command.deadlineMs) {
      return refuse({ code: 'deadline_passed', deadlineMs: command.deadlineMs, nowMs: state.nowMs });
    }
    const exact = 'amountA' in command ? { in: command.amountA } : { out: command.amountB };
    const terms = { tokenA, tokenB, referred: referrer !== undefined, exact };
    const plan = planSwap(terms, state, command.route);
    if (hasMoved(plan, command)) return refuse({ code: 'route_moved' });
    if (plan instanceof Refused) return plan;
    const maxPpm = command.maxPriceImpactPpm ?? state.policy.maxPriceImpactPpm;
    const priceImpact = command.benchmark ? impactWith(command, plan, maxPpm, terms, state) : plan.priceImpact;
    if (!priceImpact) return refuse({ code: 'route_moved' });
    const { tokenIn, tokenOut } = endsOf(plan);
    const refusal =
      checkImpact(priceImpact, maxPpm, plan) ??
      checkMinimum(plan.amountOut, command.minReceived, tokenOut) ??
      checkMaximum(plan.amountIn, 'maxPaid' in command ? command.maxPaid : undefined, tokenIn) ??
      checkFunds(account, tokenIn, plan.amountIn, state);
    return (
      refusal ?? {
        receipt: swapReceipt({ account, tokenA, tokenB, ...(referrer !== undefined && { referrer }) }, plan),
      }
    );
  },

  transfers: transfersOf,

  parties: (receipt) => {
    const { account, referrer } = receipt;
    return referrer !== undefined && hopsOf(receipt).some(({ fees }) => fees.ref > 0n)
      ? [account, referrer]
      : [account];
  },
};

/** True if a route is more than 1 % worse than when it was found, or can no longer be used. */
function hasMoved(plan: RoutePlan | Refused, command: SwapCommand): boolean {
  const { expected } = command;
  if (expected === undefined) return false;
  if (plan instanceof Refused) return true;
  return 'amountA' in command ? plan.amountOut * 100n < expected * 99n : plan.amountIn * 100n > expected * 101n;
}

/**
 * The plan's own price impact or, if that exceeds the limit, the impact against the benchmark; in either case no less than the impact
 * against the reference, if there is one. Undefined if the router has to look for them again: also for a route of the user of which a
 * small part has a far better price, because that may be the price of a sound pool that is too small for the swap.
 */
function impactWith(
  { benchmark, reference }: Pick<SwapCommand, 'benchmark' | 'reference'>,
  plan: RoutePlan,
  maxPpm: Ppm,
  terms: SwapTerms,
  state: CommandState,
): Fraction | undefined {
  let impact = plan.priceImpact;
  if (isWithin(impact, maxPpm)) {
    if (benchmark === 'wanted' && !isWithin(impactOnBestPath(plan), maxPpm)) return undefined;
  } else {
    if (!benchmark || benchmark === 'wanted') return undefined;
    const other = planSwap(terms, state, benchmark);
    if (other instanceof Refused || !isWithin(other.priceImpact, maxPpm)) return undefined;
    impact = impactAgainst(plan, other);
  }
  if (!reference) return impact;
  const legs = legsAlong(reference, state);
  if (legs instanceof Refused || !legs.every(isTradable)) return undefined;
  return larger(impact, impactAlong(legs, plan, terms.referred));
}

type Routed = Pair & Pick<SwapCommand, 'route' | 'benchmark' | 'reference'>;

/** The pairs of the route, the benchmark and the reference. */
export function pairsOfRoute({ tokenA, tokenB, route, benchmark, reference = [] }: Routed): readonly Pair[] {
  if (!route) return [{ tokenA, tokenB }];
  if (benchmark === undefined || benchmark === 'wanted') return route.map(pairOf);
  return [...route, ...benchmark, ...reference].map(pairOf);
}

/** The tokens of the command, its route, its benchmark and its reference. */
export function tokensOfRoute(command: Routed): readonly TokenAddress[] {
  const named = [command.tokenA, command.tokenB];
  return command.route ? [...named, ...pairsOfRoute(command).flatMap((pair) => [pair.tokenA, pair.tokenB])] : named;
}

const pairOf = ({ tokenIn, tokenOut }: RouteHop): Pair => ({ tokenA: tokenIn, tokenB: tokenOut });

/** Plans a swap on the pools' current reserves. */
export function planSwap(terms: SwapTerms, state: CommandState, route?: readonly RouteHop[]): RoutePlan | Refused {
  const { tokenA, tokenB, exact } = terms;
  const fault = route && faultOfRoute(route, terms, 'in' in exact ? 'in' : 'out');
  if (fault) return refuse({ code: 'invalid_route', fault });
  const legs = legsAlong(route ?? [{ tokenIn: tokenA, tokenOut: tokenB, share: WHOLE_SHARE }], state);
  return legs instanceof Refused ? legs : planLegs(legs, exact, terms.referred);
}

function legsAlong(route: readonly RouteHop[], state: CommandState): readonly Leg[] | Refused {
  const legs: Leg[] = [];
  for (const hop of route) {
    const leg = legOf(hop, state);
    if (leg instanceof Refused) return leg;
    legs.push(leg);
  }
  return legs;
}

const isTradable = ({ tokenIn: tokenA, tokenOut: tokenB, pool, reserves }: Leg): boolean =>
  reserves.reserveIn > 0n && !checkOpen({ tokenA, tokenB, pool });

function legOf({ tokenIn, tokenOut, share }: RouteHop, state: CommandState): Leg | Refused {
  const found = findPair({ tokenA: tokenIn, tokenB: tokenOut }, state);
  if (found instanceof Refused) return found;
  const { pool } = found;
  if (!pool) return unknownPool(found);
  const account = reserveAccount(pool.address);
  const reserves = {
    reserveIn: amount(state.balanceOf(account, tokenIn)),
    reserveOut: amount(state.balanceOf(account, tokenOut)),
  };
  return { tokenIn: found.tokenA, tokenOut: found.tokenB, pool, reserves, share };
}

/** Refuses an impact over the limit. If `plan` is given and only rounding takes it over the limit, the refusal names the rounded token. */
export function checkImpact(priceImpact: Fraction, maxPpm: Ppm, plan?: RoutePlan): Refused | undefined {
  if (isWithin(priceImpact, maxPpm)) return undefined;
  const rounded = plan && roundedToken(plan, maxPpm)?.symbol;
  const { numerator, denominator } = priceImpact;
  // Rounded up to 0.01 %: an impact above the limit must not be shown as equal to it.
  const hundredths = (numerator * 10_000n + denominator - 1n) / denominator;
  return refuse({
    code: 'price_impact_too_high',
    percent: printDecimal(hundredths, 2),
    maxPercent: printRatioDown(maxPpm, 10_000n, 4),
    ...(rounded !== undefined && { rounded }),
  });
}
