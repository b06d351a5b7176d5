// Finds the best route between two tokens: the router proposes in floats, plans in exact integers decide.
import { type Amount, amount, MAX_AMOUNT, type PoolAddress, PPM, ppm, type TokenAddress } from '../core/amount.ts';
import { findPair, unknownPool } from '../core/commands/checks.ts';
import type { SwapTerms } from '../core/commands/swap.ts';
import type { Fraction } from '../core/curves/curve.ts';
import { curveOf } from '../core/curves/curves.ts';
import { amountOutFor, swapExactOut } from '../core/maths/fill.ts';
import { LIQUIDITY_BITS } from '../core/orders/link.ts';
import { reserveOf, Ways } from '../core/orders/reference.ts';
import type { Pair } from '../core/pool.ts';
import { Refused } from '../core/refusal.ts';
import { midPriceAlong, midPriceOf } from '../core/route/cost.ts';
import { impactAgainst, impactAlong, impactOnBestPath, isWithin, larger } from '../core/route/impact.ts';
import type { Leg, RoutePlan } from '../core/route/leg.ts';
import { WHOLE_SHARE } from '../core/route/shape.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Book, BookPool } from '../journal/book.ts';
import type { Fold } from '../journal/follower.ts';
import { paidFor } from '../router/evaluate.ts';
import type { RouteLimits } from '../router/limit.ts';
import { RouterMarket } from '../router/market.ts';
import { type Candidate, Router } from '../router/router.ts';
import type { Exactly } from '../router/single-path.ts';
import {
  bestWithin,
  Choice,
  isBetter,
  isPassable,
  isWithinLimit,
  movedFurthest,
  type Passable,
  type RouteTerms,
  routeHopOf,
  type Way,
} from './choice.ts';
import type { PoolsNow } from './fill-for.ts';
import { isOpen, PresentLinks } from './present-links.ts';

/** The most times that a search is repeated without pools that could not trade their part. */
const ROUNDS_AGAIN = 4;
/** The most searches for a route within the price impact limit; each excludes more pools than the one before. */
const ROUNDS_WITHOUT = 8;

export type Benchmark = Required<Pick<Way, 'benchmark'>> & Pick<Way, 'reference'>;

export class RouteFinder implements Fold {
  readonly #limits: RouteLimits;
  #book!: Book;
  #links!: PresentLinks;
  #market!: RouterMarket;
  #router!: Router;
  /** Pools whose changes have not been copied to the market yet. */
  readonly #changed = new Set<BookPool>();

  constructor(limits: RouteLimits) {
    this.#limits = limits;
  }

  restart(book: Book, changed = book.pools as readonly BookPool[]): void {
    if (book !== this.#book) {
      this.#links = new PresentLinks(book);
      this.#market = new RouterMarket();
      this.#router = new Router(this.#market, this.#limits);
      this.#changed.clear();
    }
    this.#book = book;
    for (const pool of changed) this.#changed.add(pool);
  }

  take(_: Posted, pools: readonly BookPool[]): void {
    for (const pool of pools) this.#changed.add(pool);
  }

  get book(): Book {
    return this.#book;
  }

  /** Marks a pool whose reserves have changed. */
  note(pool: BookPool): void {
    this.#changed.add(pool);
  }

  /** False if there is nothing to search: a token with only one pool has no other route. */
  hasChoice({ tokenA, tokenB }: Pair): boolean {
    const direct = this.#book.pool(tokenA, tokenB);
    if (!direct) return true;
    return direct.token0.pools.size > 1 && direct.token1.pools.size > 1;
  }

  /** True if the pair's own pool is certainly best, without computing what it pays. */
  isOwnPoolBest({ tokenA, tokenB, exact, referred, maxPriceImpactPpm = ppm(PPM) }: RouteTerms): boolean {
    if (!this.hasChoice({ tokenA, tokenB })) return true;
    const own = this.#book.pool(tokenA, tokenB);
    if (!own || referred || !('in' in exact)) return false;
    const isForward = tokenA === own.record.token0;
    if ((isForward ? own.reserve0 : own.reserve1) + exact.in > MAX_AMOUNT) return false;
    this.#updateMarket();
    const maxImpact = Number(maxPriceImpactPpm) / Number(PPM);
    return this.#router.hasClearlyNoRivals(edgeOf(own, isForward), exact.in, maxImpact);
  }

  /**
   * The route that pays most for an exact input, or costs least for an exact output. If nothing is possible, the refusal of the pair's
   * own pool, or of the route that would be used.
   */
  best(terms: RouteTerms): Way {
    const choice = this.#search(terms);
    const { way } = choice;
    if (!way) return { route: [], plan: this.#noWay(terms) };
    if (!isPassable(way) || !this.hasChoice(terms)) return way;
    return isWithinLimit(way, terms)
      ? this.#withReference(way, terms)
      : this.#withBenchmark(way, choice.passable, terms);
  }

  /** An estimate in floats of the best price per unit for an amount, without rounding; larger amounts are never paid more per unit. */
  estimate({ tokenA, tokenB }: Pair, units: Amount): number {
    const [from, to] = [this.#book.tokens.get(tokenA), this.#book.tokens.get(tokenB)];
    if (!from || !to || from.pools.size === 0 || to.pools.size === 0) return 0;
    this.#updateMarket();
    const paid = Number(units);
    const candidates = this.#router.findIn(from.place, to.place, paid);
    return Math.max(0, ...candidates.map((candidate) => this.#paidBy(candidate, from.place, to.place, paid))) / paid;
  }

  /** The pools that can fill an order of a pair. */
  poolsOf({ tokenA, tokenB }: Pair, { maxPriceImpactPpm }: Pick<PoolsNow, 'maxPriceImpactPpm'>): PoolsNow {
    return {
      estimate: (units) => this.estimate({ tokenA, tokenB }, units),
      best: (units) => this.best({ tokenA, tokenB, exact: { in: units }, referred: false }),
      cheapest: (units) => this.best({ tokenA, tokenB, exact: { out: units }, referred: false }),
      maxPriceImpactPpm,
    };
  }

  /** A route within the price impact limit, and the reference to judge it by; undefined if there is no such route. */
  benchmark(terms: RouteTerms): Benchmark | undefined {
    return this.benchmarkIn(this.best(terms), terms);
  }

  benchmarkIn(way: Way, terms: RouteTerms): Benchmark | undefined {
    if (!isPassable(way)) return undefined;
    const benchmark = way.benchmark ?? (isWithinLimit(way, terms) ? way.route : undefined);
    if (!benchmark) return undefined;
    const reference = way.reference ?? this.#referenceFor(terms, way.plan.amountIn)?.map(routeHopOf);
    return { benchmark, ...(reference && { reference }) };
  }

  #search(terms: RouteTerms): Choice {
    const choice = new Choice(terms, this.#limits.maxPools);
    const direct = this.#book.pool(terms.tokenA, terms.tokenB);
    if (direct) choice.offer([legOf(direct, terms.tokenA, WHOLE_SHARE)]);
    if (!this.hasChoice(terms) || (direct && this.#isProven(direct, choice.way, terms))) return choice;
    this.#propose(terms, choice);
    // A route fails if one of its pools cannot do its part: in dust pools, integers are too coarse for what floats promise.
    for (let failed = 0, round = 0; choice.failed.size > failed && round < ROUNDS_AGAIN; round++) {
      failed = choice.failed.size;
      this.#without([...choice.failed], () => this.#propose(terms, choice));
    }
    return choice;
  }

  /** True if the pair's own pool is proven to be best. Over the price impact limit, alternatives are needed anyway. */
  #isProven(direct: BookPool, way: Way | undefined, terms: RouteTerms): boolean {
    if (!way || !isPassable(way) || !isWithinLimit(way, terms)) return false;
    this.#updateMarket();
    const edge = edgeOf(direct, terms.tokenA === direct.record.token0);
    const { amountIn, amountOut } = way.plan;
    return this.#router.hasNoRivals(edge, 'in' in terms.exact ? 'in' : 'out', amountIn, amountOut);
  }

  /** Adds a route within the limit, if there is one: one of those tried, or one found without the pools that moved furthest. */
  #withBenchmark(way: Passable, tried: readonly Passable[], terms: RouteTerms): Way {
    const benchmark = bestWithin(tried, terms) ?? this.#searchWithout(tried, terms);
    if (!benchmark) return way;
    if (isBetter(benchmark, way, terms)) return benchmark;
    const priceImpact = impactAgainst(way.plan, benchmark.plan);
    const midPrice = midPriceOf(benchmark.plan.hops);
    const measured = { route: way.route, plan: { ...way.plan, priceImpact, midPrice }, benchmark: benchmark.route };
    const legs = this.#referenceFor(terms, way.plan.amountIn);
    return legs ? { ...measured, ...against(legs, measured.plan, terms) } : measured;
  }

  /**
   * Measures a plan within its limit against the reference, if a path that carries little of it has a better price: that may be dust, or a
   * sound pool that is too small for the swap. The same if the whole swap goes over few units of a token in between, of which no part could
   * go another path.
   */
  #withReference(way: Passable, terms: RouteTerms): Way {
    const { maxPriceImpactPpm: maxPpm } = terms;
    const { plan, route } = way;
    if (maxPpm === undefined) return way;
    if (!isFarAbove(impactOnBestPath(plan), plan.priceImpact) && !isCoarseBetween(plan)) return way;
    const legs = this.#referenceFor(terms, plan.amountIn);
    if (!legs) return way;
    const measured = against(legs, { ...plan, midPrice: midPriceOf(plan.hops) }, terms);
    const isOver = !isWithin(measured.plan.priceImpact, maxPpm);
    return isOver ? { route, ...measured, benchmark: route } : { route, plan: measured.plan };
  }

  /**
   * The reference is chosen by a tenth of the amount, but no more than a hundredth of the deepest usable path: for the whole of a large
   * swap, a deep path at a worse price pays more than a sound pool and would hide the impact on it. A path that holds less than that is
   * dust: it may pay well for it, but its price must not get the swap refused.
   */
  #referenceFor({ tokenA, tokenB }: Pair, amountIn: Amount): readonly Leg[] | undefined {
    const ways = new Ways({ tokenA, tokenB }, this.#links);
    const { deepest } = ways;
    const hundredth = deepest ? (reserveOf(deepest) >> LIQUIDITY_BITS) / 100n : 0n;
    const tenth = amountIn / 10n;
    const units = tenth < hundredth ? tenth : hundredth;
    const way = ways.bestFor(units > 0n ? units : 1n, units);
    if (!way) return undefined;
    const tokens = [tokenA, ...way.via, tokenB];
    return tokens.slice(1).map((bought, at) => {
      const sold = tokens[at] as TokenAddress;
      return legOf(this.#book.pool(sold, bought) as BookPool, sold, WHOLE_SHARE);
    });
  }

  /** Excludes the pools whose prices the best route moves furthest, round by round; if that fails, those that any route moves furthest. */
  #searchWithout(tried: readonly Passable[], terms: RouteTerms): Passable | undefined {
    const ofBest = (ways: readonly Passable[]) => [
      ways.reduce((best, way) => (isBetter(way, best, terms) ? way : best)),
    ];
    return this.#narrow(tried, terms, ofBest) ?? this.#narrow(tried, terms, (ways) => ways);
  }

  #narrow(
    tried: readonly Passable[],
    terms: RouteTerms,
    of: (ways: readonly Passable[]) => readonly Passable[],
  ): Passable | undefined {
    const closed = new Set<PoolAddress>();
    let ways = tried;
    for (let round = 0; round < ROUNDS_WITHOUT && ways.length > 0; round++) {
      for (const { plan } of of(ways)) for (const { pool } of movedFurthest(plan.hops)) closed.add(pool.address);
      const choice = new Choice(terms, this.#limits.maxPools);
      this.#without([...closed], () => this.#propose(terms, choice));
      const found = bestWithin(choice.passable, terms);
      if (found) return found;
      ways = choice.passable;
    }
    return undefined;
  }

  #without(addresses: readonly PoolAddress[], search: () => void): void {
    const pools = addresses.map((address) => this.#book.poolAt(address) as BookPool);
    // Updates the market before closing the pools, because an update during the search would reopen them.
    this.#updateMarket();
    for (const { place } of pools) this.#market.close(place);
    try {
      search();
    } finally {
      // Marks the pools as changed, so that the update before the next search reopens them.
      for (const pool of pools) this.#changed.add(pool);
    }
  }

  #noWay(pair: Pair): Refused {
    const { tokens } = this.#book;
    const found = findPair(pair, { token: (address) => tokens.get(address)?.record, pool: () => undefined });
    return found instanceof Refused ? found : unknownPool(found);
  }

  /** Offers the router's proposals, and then the single path that is better in exact amounts, if there is one. */
  #propose(terms: SwapTerms, choice: Choice): void {
    const [from, to] = [this.#book.tokens.get(terms.tokenA), this.#book.tokens.get(terms.tokenB)];
    if (!from || !to || from === to || from.pools.size === 0 || to.pools.size === 0) return;
    this.#updateMarket();
    const { exact } = terms;
    const [units, exactly] = ['in' in exact ? exact.in : exact.out, this.#exactly(terms)];
    const attempt = (path: Candidate) => choice.offer(this.#legsOf(path));
    if ('in' in exact) {
      this.#router.findIn(from.place, to.place, Number(units)).forEach(attempt);
      this.#router.singleIn(from.place, to.place, units, choice.known, exactly).forEach(attempt);
    } else {
      this.#router.findOut(from.place, to.place, Number(units)).forEach(attempt);
      this.#router.singleOut(from.place, to.place, units, choice.known, exactly).forEach(attempt);
    }
    // Offers the route of a single unit, so that the refusal says why the pools cannot do it, rather than that there are none.
    if (!choice.way) this.#router.findIn(from.place, to.place, 1).slice(0, 1).forEach(attempt);
  }

  /** The exact output for an input of one pool, or the exact input for an output. */
  #exactly({ tokenB, exact, referred }: SwapTerms): Exactly {
    return (edge, units) => {
      const { record, token0, token1, reserve0, reserve1 } = this.#book.pools[edge >> 1] as BookPool;
      const isForward = edge % 2 === 0;
      const [tokenIn, tokenOut] = isForward ? [token0.record, token1.record] : [token1.record, token0.record];
      const [reserveIn, reserveOut] = isForward ? [reserve0, reserve1] : [reserve1, reserve0];
      const rates = referred && tokenOut.address === tokenB ? record : { ...record, refFeePpm: ppm(0n) };
      const curve = curveOf(record, tokenIn.decimals, tokenOut.decimals);
      const maxIn = MAX_AMOUNT - reserveIn;
      if ('in' in exact) {
        const out = units > maxIn ? 0n : amountOutFor(curve, { reserveIn, reserveOut }, rates, amount(units));
        return out > 0n ? out : undefined;
      }
      const fill = swapExactOut(curve, { reserveIn, reserveOut }, rates, amount(units), maxIn);
      return fill === null || fill === 'input_too_large' ? undefined : fill.amountIn;
    };
  }

  #paidBy(candidate: Candidate, from: number, to: number, paid: number): number {
    const held = new Map([[from, paid]]);
    for (const { pool, forward, share } of candidate) {
      const edge = 2 * pool + (forward ? 0 : 1);
      const part = ((held.get(this.#market.tail(edge)) ?? 0) * share) / WHOLE_SHARE;
      const head = this.#market.head(edge);
      held.set(head, (held.get(head) ?? 0) + paidFor(this.#market.curve(edge), part));
    }
    return held.get(to) ?? 0;
  }

  #legsOf(candidate: Candidate): readonly Leg[] {
    return candidate.map(({ pool: place, forward, share }) => {
      const pool = this.#book.pools[place] as BookPool;
      return legOf(pool, forward ? pool.record.token0 : pool.record.token1, share);
    });
  }

  /** Copies changed pools from the book to the router's market. */
  #updateMarket(): void {
    for (const pool of this.#changed) {
      const { place, token0, token1 } = pool;
      const [forward, backward] = isOpen(pool) ? curvesOf(pool) : [CLOSED, CLOSED];
      if (place < this.#market.edges / 2) this.#market.set(place, forward, backward);
      else this.#market.append(token0.place, token1.place, forward, backward);
    }
    this.#changed.clear();
  }
}

/** A plan with the price impact and mid price of its reference, if they are larger than its own. */
function against(
  legs: readonly Leg[],
  plan: RoutePlan & Required<Pick<RoutePlan, 'midPrice'>>,
  { referred }: SwapTerms,
) {
  const priceImpact = larger(plan.priceImpact, impactAlong(legs, plan, referred));
  const midPrice = larger(plan.midPrice, midPriceAlong(legs));
  return { plan: { ...plan, priceImpact, midPrice }, reference: legs.map(routeHopOf) };
}

/** True if one impact is above the other by more than a hundredth of the price. */
const isFarAbove = (one: Fraction, other: Fraction): boolean =>
  100n * (one.numerator * other.denominator - other.numerator * one.denominator) > one.denominator * other.denominator;

const FEW_UNITS = 1000n;
const isCoarseBetween = ({ hops }: RoutePlan): boolean =>
  hops.slice(0, -1).some(({ fill }) => fill.amountOut < FEW_UNITS);

const edgeOf = ({ place }: BookPool, isForward: boolean): number => 2 * place + (isForward ? 0 : 1);

const CLOSED = { alpha: 0, beta: 0 };

/** The pool's curves in both directions, after fees. The referrer's fee is left out: it is the same for all pools that pay the swapper. */
export function curvesOf({ record, token0, token1, reserve0, reserve1 }: BookPool) {
  const kept = { in: 1 - Number(record.lpFeePpm) / 1e6, out: 1 - Number(record.protocolFeePpm) / 1e6 };
  const [decimals0, decimals1] = [token0.record.decimals, token1.record.decimals];
  return [
    curveOf(record, decimals0, decimals1).numeric({ reserveIn: reserve0, reserveOut: reserve1 }, kept),
    curveOf(record, decimals1, decimals0).numeric({ reserveIn: reserve1, reserveOut: reserve0 }, kept),
  ] as const;
}

function legOf({ record, token0, token1, reserve0, reserve1 }: BookPool, tokenIn: TokenAddress, share: number): Leg {
  return tokenIn === record.token0
    ? { ...sides(token0.record, token1.record, reserve0, reserve1), pool: record, share }
    : { ...sides(token1.record, token0.record, reserve1, reserve0), pool: record, share };
}

const sides = (tokenIn: Leg['tokenIn'], tokenOut: Leg['tokenOut'], reserveIn: Amount, reserveOut: Amount) => ({
  tokenIn,
  tokenOut,
  reserves: { reserveIn, reserveOut },
});
