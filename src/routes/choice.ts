// The routes found for a swap so far, in exact amounts: the best one, and those within the price impact limit.
import type { Amount, PoolAddress, Ppm } from '../core/amount.ts';
import type { SwapTerms } from '../core/commands/swap.ts';
import { Refused } from '../core/refusal.ts';
import { isWithin } from '../core/route/impact.ts';
import type { Hop, Leg, RoutePlan } from '../core/route/leg.ts';
import { planLegs } from '../core/route/plan.ts';
import { faultOfRoute, type RouteHop, WHOLE_SHARE } from '../core/route/shape.ts';

/** The terms of a swap, and the most price impact that its route may have without a benchmark. */
export type RouteTerms = SwapTerms & { readonly maxPriceImpactPpm?: Ppm | undefined };

/** A route with its plan, or with the reason why it is impossible; `route` is empty if none exists. */
export type Way = {
  readonly route: readonly RouteHop[];
  readonly plan: RoutePlan | Refused;
  /**
   * If the route exceeds the price impact limit: a route that does not and pays no more. The plan's impact is measured against it. If only
   * the reference takes the route over the limit, it is the route itself.
   */
  readonly benchmark?: readonly RouteHop[];
  /** The reference of the pair, if there is a benchmark: the plan's impact is measured against the better of both. */
  readonly reference?: readonly RouteHop[];
};
export type Passable = Way & { readonly plan: RoutePlan };

/** Chooses the best of the offered routes in exact amounts. */
export class Choice {
  readonly #terms: SwapTerms;
  readonly #maxPools: number;
  #best: Passable | undefined;
  #refused: Way | undefined;
  /** All routes that can be executed. */
  readonly passable: Passable[] = [];
  /** Pools that could not trade their part of a route. */
  readonly failed = new Set<PoolAddress>();

  constructor(terms: SwapTerms, maxPools: number) {
    this.#terms = terms;
    this.#maxPools = maxPools;
  }

  /** The best route; if none is possible, the first one with its refusal. */
  get way(): Way | undefined {
    return this.#best ?? this.#refused;
  }

  /** The output or input of the best route. */
  get known(): Amount | undefined {
    return 'in' in this.#terms.exact ? this.#best?.plan.amountOut : this.#best?.plan.amountIn;
  }

  offer(legs: readonly Leg[]): void {
    if (legs.length <= this.#maxPools) this.#try(legs);
  }

  #try(legs: readonly Leg[]): void {
    const { exact, referred } = this.#terms;
    const side = 'in' in exact ? 'in' : 'out';
    const route = legs.map(routeHopOf);
    if (legs.length > 1 && faultOfRoute(route, this.#terms, side)) return;
    const plan = planLegs(legs, exact, referred, ({ pool }) => this.failed.add(pool.address));
    if (!(plan instanceof Refused) && plan.hops.length < legs.length) {
      this.#try(withoutIdle(plan.hops, side));
      return;
    }
    const way = { route, plan };
    if (!isPassable(way)) {
      // The refusal of another route replaces that of an empty pool, which is no better than no pool.
      if (!this.#refused || isEmpty(this.#refused)) this.#refused = way;
      return;
    }
    this.passable.push(way);
    if (!this.#best || isBetter(way, this.#best, this.#terms)) this.#best = way;
  }
}

/** Drops hops that carry nothing; the hop that takes the rest gets their shares, so that shares add up again. */
function withoutIdle(hops: readonly Hop[], side: 'in' | 'out'): readonly Leg[] {
  const tokenOf = (leg: Leg) => (side === 'in' ? leg.tokenIn : leg.tokenOut).address;
  return hops.map((leg) => {
    const same = hops.filter((other) => tokenOf(other) === tokenOf(leg));
    if (leg !== same.at(side === 'in' ? -1 : 0)) return leg;
    const others = same.filter((other) => other !== leg);
    return { ...leg, share: others.reduce((rest, { share }) => rest - share, WHOLE_SHARE) };
  });
}

/** Compares exact amounts; if they are equal, fewer pools are better, and then older pools. */
export function isBetter({ plan: one }: Passable, { plan: other }: Passable, { exact }: SwapTerms): boolean {
  const gain = 'in' in exact ? one.amountOut - other.amountOut : other.amountIn - one.amountIn;
  if (gain !== 0n) return gain > 0n;
  if (one.hops.length !== other.hops.length) return one.hops.length < other.hops.length;
  const place = one.hops.findIndex(({ pool }, at) => pool.number !== other.hops[at]?.pool.number);
  return place >= 0 && (one.hops[place]?.pool.number ?? 0) < (other.hops[place]?.pool.number ?? 0);
}

const isEmpty = ({ plan }: Way): boolean => plan instanceof Refused && plan.refusal.code === 'no_liquidity';

export const isPassable = (way: Way): way is Passable => !(way.plan instanceof Refused);

export const isWithinLimit = ({ plan }: Passable, { maxPriceImpactPpm: maxPpm }: RouteTerms): boolean =>
  maxPpm === undefined || isWithin(plan.priceImpact, maxPpm);

export function bestWithin(ways: readonly Passable[], terms: RouteTerms): Passable | undefined {
  let best: Passable | undefined;
  for (const way of ways) if (isWithinLimit(way, terms) && (!best || isBetter(way, best, terms))) best = way;
  return best;
}

const WHOLE = 1n << 64n;

/**
 * The pool whose price falls furthest, and those whose prices fall nearly as far. A small pool that first pays far too much also moves
 * the prices of the sound pools after it, but not as far.
 */
export function movedFurthest(hops: readonly Hop[]): readonly Hop[] {
  const moved = ({ fill: { priceImpact } }: Hop) => (priceImpact.numerator * WHOLE) / priceImpact.denominator;
  const most = hops.map(moved).reduce((one, other) => (one > other ? one : other));
  return hops.filter((hop) => 2n * moved(hop) >= most && WHOLE - moved(hop) <= 4n * (WHOLE - most));
}

export const routeHopOf = ({ tokenIn, tokenOut, share }: Leg): RouteHop => ({
  tokenIn: tokenIn.address,
  tokenOut: tokenOut.address,
  share,
});
