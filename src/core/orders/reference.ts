// The reference of a pair: the way (path of pools) whose price judges triggers, guards and the price impact of swaps. Strangers may open
// pools, so it is not the deepest way but the usable one that pays most for the amount in question.
import { PPM, type TokenAddress } from '../amount.ts';
import { type Fraction, PRICE_BITS } from '../curves/curve.ts';
import { mulDivUp, sqrtDown } from '../maths/rounding.ts';
import type { Pair } from '../pool.ts';
import {
  type Fees,
  type Floats,
  floatsOf,
  HELD_BITS,
  LIQUIDITY_BITS,
  type Link,
  type Links,
  type Rough,
} from './link.ts';
import {
  CLOSE,
  inverseCost,
  inverseCostAtMost,
  isCertainlyTooCoarse,
  isCertainlyTooCoarseToBuy,
  isCertainlyUnusable,
  paidAtMost,
  singleOf,
} from './rough-way.ts';

/** The price of a way before its fees, and its depth: the product of the reserves of the single pool that trades like all its pools. */
export type PriceAndDepth = { readonly average: Fraction; readonly depth: bigint };

/** A way from the sold token over the tokens `via` to the other. */
export class Way implements PriceAndDepth {
  readonly via: readonly TokenAddress[];
  readonly links: readonly Link[];
  #exact: (PriceAndDepth & { readonly heldIn: bigint; readonly heldOut: bigint }) | undefined;
  #isUsable: boolean | undefined;

  constructor(via: readonly TokenAddress[], links: readonly Link[]) {
    this.via = via;
    this.links = links;
  }

  /** The reserves, as floats, of the single pool that trades like this way, and how much of an input and output its fees leave. */
  get floats(): Floats {
    return singleOf(this.links.map(floatsOf));
  }

  get average(): Fraction {
    return this.#known.average;
  }

  get depth(): bigint {
    return this.#known.depth;
  }

  /**
   * True if this way can really be traded, in both directions: a hundredth of its reserve, or ten base units of its coarsest token if
   * that is more, passes through its pools in whole units and loses at most a tenth to rounding.
   */
  get isUsable(): boolean {
    this.#isUsable ??= this.#passes();
    return this.#isUsable;
  }

  /**
   * True if the tokens between the two can be traded in the whole units that selling `units` needs, and rounding them costs at most a
   * tenth. Otherwise a way over a few units of a worthless token could have any price: nobody could trade or arbitrage small amounts.
   */
  passes(units: bigint): boolean {
    if (this.links.length === 1) return true;
    const { numerator, denominator } = paymentOf(units, this, this.links);
    const paid = this.paymentInUnits(units);
    return 10n * paid.numerator * denominator >= 9n * numerator * paid.denominator;
  }

  /** The payment for `units` with the tokens in between in whole units. The last is not rounded: how that counts is up to the guard. */
  paymentInUnits(units: bigint): Fraction {
    if (this.links.length === 1) return paymentOf(units, this, this.links);
    const last = this.links.at(-1) as Link;
    let rest = units;
    for (const link of this.links.slice(0, -1)) {
      const kept = rest * (PPM - link.lpFeePpm);
      const base = (link.heldOut * kept) / (link.heldIn * PPM + (kept << HELD_BITS));
      rest = base - mulDivUp(base, link.protocolFeePpm, PPM);
      if (rest <= 0n) return { numerator: 0n, denominator: 1n };
    }
    const kept = rest * (PPM - last.lpFeePpm);
    const numerator = last.heldOut * kept * (PPM - last.protocolFeePpm);
    return { numerator, denominator: (last.heldIn * PPM + (kept << HELD_BITS)) * PPM };
  }

  /** The same for buying `units`: the whole units in between that this needs. */
  passesBought(units: bigint): boolean {
    if (this.links.length === 1) return true;
    let [whole, exact] = [units, units << HELD_BITS];
    for (const { heldIn, heldOut, lpFeePpm, protocolFeePpm } of this.links.toReversed()) {
      // The fee is rounded up, and so is what buys the rest.
      const base = mulDivUp(whole, PPM, PPM - protocolFeePpm);
      const exactBase = (exact * PPM) / (PPM - protocolFeePpm);
      // More than the pool holds is not a matter of rounding.
      if (exactBase >= heldOut) return true;
      if (base << HELD_BITS >= heldOut) return false;
      whole = mulDivUp(heldIn * PPM, base, (heldOut - (base << HELD_BITS)) * (PPM - lpFeePpm));
      exact = (heldIn * PPM * exactBase) / ((heldOut - exactBase) * (PPM - lpFeePpm));
    }
    // One unit more, since the first token is rounded up like the others.
    return 9n * ((whole - 1n) << HELD_BITS) <= 10n * exact;
  }

  /** True if an amount is above the way's reserve times its fees: selling it moves the price by more than twice the fees. */
  isMovedBy(units: bigint): boolean {
    const { keptIn, keptOut, whole } = keptBy(this.links);
    return (units * whole * whole) << HELD_BITS > this.#known.heldIn * (whole * whole - keptIn * keptOut);
  }

  /**
   * For reserves a₁, b₁; a₂, b₂; a₃, b₃ the single pool has a₁a₂a₃/d and b₁b₂b₃/d, with d = a₂a₃ + b₁a₃ + b₁b₂. A pool at an absurd price
   * is therefore only as deep as its smaller side.
   */
  get #known() {
    if (this.#exact) return this.#exact;
    let [ofIn, ofOut, price, divisor] = [1n, 1n, 1n, 0n];
    for (const [at, link] of this.links.entries()) {
      ofIn *= link.heldIn;
      ofOut *= link.heldOut;
      price *= link.price;
      let term = 1n;
      for (const [index, { heldIn, heldOut }] of this.links.entries()) {
        if (index < at) term *= heldOut;
        if (index > at) term *= heldIn;
      }
      divisor += term;
    }
    price >>= PRICE_BITS * BigInt(this.links.length - 1);
    const isEmpty = ofIn === 0n || ofOut === 0n || price === 0n;
    const [heldIn, heldOut] = isEmpty ? [0n, 0n] : [ofIn / divisor, ofOut / divisor];
    const depth = (heldIn * heldOut) >> (2n * HELD_BITS);
    this.#exact = { heldIn, heldOut, depth, average: { numerator: price, denominator: 1n << PRICE_BITS } };
    return this.#exact;
  }

  #passes(): boolean {
    const { heldIn, heldOut, depth } = this.#known;
    const { keptIn, keptOut } = keptBy(this.links);
    if (depth === 0n || keptIn === 0n || keptOut === 0n) return false;
    const there = this.links.map((link): Sides => [link.heldIn, link.heldOut]);
    const back = there.map(([ofIn, ofOut]): Sides => [ofOut, ofIn]).reverse();
    // The reserve of the single pool, in each token of the way; the least of them is in the coarsest token.
    let [reserve, coarsest] = [heldIn, heldIn];
    for (const { price } of this.links) {
      reserve = (reserve * price) >> PRICE_BITS;
      if (reserve < coarsest) coarsest = reserve;
    }
    const passes = ([ofIn, ofOut]: Sides, pools: readonly Sides[]) => {
      const hundredth = ofIn / 100n;
      const tenUnits = coarsest === 0n ? 0n : (ofIn * (10n << HELD_BITS)) / coarsest;
      const units = (hundredth > tenUnits ? hundredth : tenUnits) >> HELD_BITS;
      const paid = pools.reduce((rest, [a, b]) => (b * rest) / (a + (rest << HELD_BITS)), units);
      // Compares with heldOut·units / (heldIn + units), of which the pools must pay nine tenths.
      return paid > 0n && 10n * paid * (ofIn + (units << HELD_BITS)) >= 9n * ofOut * units;
    };
    return passes([heldIn, heldOut], there) && passes([heldOut, heldIn], back);
  }
}
type Sides = readonly [bigint, bigint];

/**
 * The payment of a way for `units`, unrounded: that of a constant-product pool with its price and depth, after the fees of all its
 * pools. `isDeep` leaves out the price impact.
 */
export function paymentOf(
  units: bigint,
  { average, depth }: PriceAndDepth,
  pools: readonly Fees[],
  isDeep = false,
): Fraction {
  const { keptIn, keptOut, whole } = keptBy(pools);
  const { numerator, denominator } = average;
  if (isDeep) return { numerator: numerator * units * keptIn * keptOut, denominator: denominator * whole * whole };
  const reserve = reserveOf({ average, depth });
  return {
    numerator: numerator * units * keptIn * reserve * keptOut,
    denominator: denominator * (reserve * whole + ((units * keptIn) << LIQUIDITY_BITS)) * whole,
  };
}

/** The reserve of the sold token in the single pool that trades like a way, in units of 2^-32. */
export const reserveOf = ({ average: { numerator, denominator }, depth }: PriceAndDepth): bigint =>
  sqrtDown(((depth << (2n * LIQUIDITY_BITS)) * denominator) / numerator);

/** The parts of an input and of an output that are left after the fees of some pools, as fractions of `whole`. */
function keptBy(pools: readonly Fees[]) {
  let [keptIn, keptOut, whole] = [1n, 1n, 1n];
  for (const { lpFeePpm, protocolFeePpm } of pools) {
    keptIn *= PPM - lpFeePpm;
    keptOut *= PPM - protocolFeePpm;
    whole *= PPM;
  }
  return { keptIn, keptOut, whole };
}

/** Payments and costs are compared in units of 2^-192, rounded down: those of a single unit may be far below one. */
const COMPARED_BITS = 192n;
const COMPARED = 2 ** Number(COMPARED_BITS);

/** More ways than this are not visited again for each amount, if they certainly cannot be used. */
const MANY = 1000;

/**
 * A search takes the usable way with the highest value of those that pass; of equals, the one with the fewest pools, then the one whose token
 * addresses sort first.
 */
type SearchTerms = {
  value(way: Way): bigint;
  /** A value in the terms of `bound`. */
  asBound(value: bigint): number;
  passes(way: Way): boolean;
  /** An upper bound of the value, but for the error of floats; NaN for a way that does not pass. */
  bound(steps: readonly Rough[]): number;
  /** The same for any way that begins or ends with this pool; `most` is the greatest reserve at the other end. */
  boundOfEnd?(end: Rough, isLast: boolean, most: number): number;
  /** True only if a way does not pass. */
  isLeftOut?(steps: readonly Rough[]): boolean;
};

/** The pool at an end of a way, and the token between. */
type End = { readonly token: TokenAddress; readonly rough: Rough };
type RoughWay = { readonly via: readonly TokenAddress[]; readonly steps: readonly Rough[] };

/**
 * All ways from one token to another with at most three pools and no token twice. Of thousands, few are looked at in integers: those whose
 * bound in floats is not below the value of the best so far.
 */
export class Ways<Pool = unknown> {
  readonly #pair: Pair;
  readonly #pools: Links<Pool>;
  /** The search starts at the token with fewer pools, so that a token with very many is not expensive. */
  readonly #isFromA: boolean;
  readonly #ways = new Map<string, Way | undefined>();
  readonly #farEnds = new Map<TokenAddress, End | undefined>();
  #nearEnds: readonly End[] | undefined;
  #short: readonly RoughWay[] | undefined;
  /** The ways over two tokens that may be usable: kept from the second search on, if the first had to visit many. */
  #long: readonly RoughWay[] | undefined;
  #isCrowded = false;

  constructor(pair: Pair, pools: Links<Pool>) {
    this.#pair = pair;
    this.#pools = pools;
    this.#isFromA = pools.poolsOf(pair.tokenA).size <= pools.poolsOf(pair.tokenB).size;
  }

  /** True if no pools connect the two tokens. */
  get isEmpty(): boolean {
    return this.#shortWays().length === 0 && !this.#longWays(undefined, () => true);
  }

  /**
   * The usable way that pays most for `units` of the sold token, after its fees and the price impact, among those with a reserve of at
   * least `leastHeld` of it. A way is as good as what passes over it in whole units: by the formula, a thin way over a coarse token would
   * pay more than it does, and nobody could take that by arbitrage.
   */
  bestFor(units: bigint, leastHeld = 0n): Way | undefined {
    const [paid, least] = [Number(units), Number(leastHeld)];
    return this.#first({
      value: (way) => {
        const { numerator, denominator } = way.paymentInUnits(units);
        return (numerator << COMPARED_BITS) / denominator;
      },
      asBound: (value) => Number(value) / COMPARED,
      passes: (way) => (least === 0 || way.floats.heldIn >= least) && way.passes(units),
      bound: (steps) => paidAtMost(steps, paid),
      boundOfEnd: ({ heldOut }, isLast) => (isLast ? heldOut : Number.POSITIVE_INFINITY),
      isLeftOut: (steps) => isCertainlyTooCoarse(steps, paid),
    });
  }

  /**
   * The usable way by which `units` of the bought token cost least, after its fees and the price impact. More than half of a reserve
   * counts as if the cost rose with the square of the amount: no way is so small that it has no cost.
   */
  cheapestFor(units: bigint): Way | undefined {
    const wanted = Number(units);
    return this.#first({
      value: (way) => {
        const { keptIn, keptOut, whole } = keptBy(way.links);
        const reserve = reserveOf(way);
        const heldOut = (reserve * way.average.numerator) / way.average.denominator;
        const base = ((units << LIQUIDITY_BITS) * whole) / keptOut;
        const scaled = reserve << COMPARED_BITS;
        const cost =
          2n * base <= heldOut ? (scaled * base) / (heldOut - base) : (4n * scaled * base * base) / (heldOut * heldOut);
        return -((cost * whole) / keptIn);
      },
      asBound: (value) => (COMPARED * 2 ** Number(LIQUIDITY_BITS)) / -Number(value),
      passes: (way) => way.passesBought(units),
      bound: (steps) => inverseCost(steps, wanted),
      boundOfEnd: (end, isLast) => (isLast ? inverseCostAtMost(end, wanted) : Number.POSITIVE_INFINITY),
      isLeftOut: (steps) => isCertainlyTooCoarseToBuy(steps, wanted),
    });
  }

  get deepest(): Way | undefined {
    return this.#first({
      value: ({ depth }) => depth,
      asBound: Number,
      passes: () => true,
      bound: (steps) => {
        const { heldIn, heldOut } = singleOf(steps);
        return steps.every(({ isClose }) => isClose) ? heldIn * heldOut : Number.POSITIVE_INFINITY;
      },
      // A way holds no more of either token than its first or last pool.
      boundOfEnd: ({ heldIn, heldOut, isClose }, isLast, most) =>
        isClose ? most * (isLast ? heldOut : heldIn) : Number.POSITIVE_INFINITY,
    });
  }

  /** The usable way with the lowest price, whatever the amount. */
  get lowest(): Way | undefined {
    return this.#first({
      value: ({ average }) => -average.numerator,
      asBound: (value) => COMPARED / -Number(value),
      passes: () => true,
      bound: (steps) => {
        let price = 1;
        for (const { lowest } of steps) price *= lowest;
        return 1 / price;
      },
    });
  }

  #first(sought: SearchTerms): Way | undefined {
    let best: { readonly way: Way; readonly value: bigint } | undefined;
    let least = 0;
    const found: { readonly bound: number; readonly via: readonly TokenAddress[] }[] = [];
    const offer = (steps: readonly Rough[], via: readonly TokenAddress[]) => {
      const bound = sought.bound(steps);
      if (!(bound >= least) || isCertainlyUnusable(steps) || sought.isLeftOut?.(steps)) return false;
      found.push({ bound, via: [...via] });
      return false;
    };
    const choose = () => {
      found.sort((one, other) => other.bound - one.bound);
      for (const { bound, via } of found.splice(0)) {
        if (bound < least) break;
        const way = this.#wayOver(via);
        if (!way?.isUsable || !sought.passes(way)) continue;
        const value = sought.value(way);
        if (best && (value < best.value || (value === best.value && !isBefore(via, best.way.via)))) continue;
        best = { way, value };
        least = sought.asBound(value) * (1 - CLOSE);
      }
    };
    for (const { steps, via } of this.#shortWays()) offer(steps, via);
    choose();
    const { boundOfEnd } = sought;
    const kept = this.#keptLong();
    let visits = 0;
    if (kept) for (const { steps, via } of kept) offer(steps, via);
    else
      this.#longWays(boundOfEnd && ((end, isLast, most) => boundOfEnd(end, isLast, most) >= least), (steps, via) => {
        visits += 1;
        return offer(steps, via);
      });
    this.#isCrowded ||= visits > MANY;
    choose();
    return best?.way;
  }

  /** The ways over at most one token. */
  #shortWays(): readonly RoughWay[] {
    if (this.#short) return this.#short;
    const { tokenA, tokenB } = this.#pair;
    const direct = this.#rough(tokenA, tokenB);
    const ways: RoughWay[] = direct ? [{ via: [], steps: [direct] }] : [];
    for (const { token, rough } of this.#ends()) {
      const end = this.#farEnd(token);
      if (end) ways.push({ via: [token], steps: this.#isFromA ? [rough, end.rough] : [end.rough, rough] });
    }
    this.#short = ways;
    return ways;
  }

  #keptLong(): readonly RoughWay[] | undefined {
    if (this.#long || !this.#isCrowded) return this.#long;
    const ways: RoughWay[] = [];
    this.#longWays(undefined, (steps, via) => {
      if (!isCertainlyUnusable(steps)) ways.push({ steps: [...steps], via: [...via] });
      return false;
    });
    this.#long = ways;
    return ways;
  }

  /**
   * Visits the ways over two tokens, unless one of their ends is of no use, until a visit returns true. The arrays are only valid during
   * a visit.
   */
  #longWays(
    isOfUse: ((end: Rough, isLast: boolean, most: number) => boolean) | undefined,
    visit: (steps: readonly Rough[], via: readonly TokenAddress[]) => boolean,
  ): boolean {
    const [isFromA, pools] = [this.#isFromA, this.#pools];
    const [near, far] = isFromA ? [this.#pair.tokenA, this.#pair.tokenB] : [this.#pair.tokenB, this.#pair.tokenA];
    const ofFar = pools.poolsOf(far);
    let most = 0;
    for (const { rough } of this.#ends()) {
      const held = isFromA ? rough.heldIn : rough.heldOut;
      most = Math.max(most, rough.isClose ? held : Number.POSITIVE_INFINITY);
    }
    const starts = this.#ends().filter(({ rough }) => isOfUse?.(rough, !isFromA, Number.POSITIVE_INFINITY) ?? true);
    // Whether each end is of use is found out once: for all of them only if they are fewer than the pairs of ends.
    const known = new Map<TokenAddress, End | undefined>();
    const endAt = (token: TokenAddress): End | undefined => {
      if (known.has(token)) return known.get(token);
      const end = this.#farEnd(token);
      const used = end && (isOfUse?.(end.rough, isFromA, most) ?? true) ? end : undefined;
      known.set(token, used);
      return used;
    };
    const pairs = starts.reduce((sum, { token }) => sum + Math.min(pools.poolsOf(token).size, ofFar.size), 0);
    let ends: ReadonlyMap<TokenAddress, unknown> = ofFar;
    if (ofFar.size <= pairs) {
      for (const token of ofFar.keys()) if (!endAt(token)) known.delete(token);
      ends = known;
    }
    const [steps, via] = [[] as Rough[], [] as TokenAddress[]];
    const isEnded = (start: End, token: TokenAddress, pool: Pool): boolean => {
      const end = token === near ? undefined : endAt(token);
      const middle = end && pools.rough(pool, isFromA ? start.token : token);
      if (!end || !middle) return false;
      const [first, last] = isFromA ? [start, end] : [end, start];
      [steps[0], steps[1], steps[2]] = [first.rough, middle, last.rough];
      [via[0], via[1]] = [first.token, last.token];
      return visit(steps, via);
    };
    for (const start of starts) {
      const beside = pools.poolsOf(start.token);
      if (beside.size <= ends.size) {
        for (const [token, pool] of beside) if (ends.has(token) && isEnded(start, token, pool)) return true;
      } else {
        for (const token of ends.keys()) {
          const pool = beside.get(token);
          if (pool !== undefined && isEnded(start, token, pool)) return true;
        }
      }
    }
    return false;
  }

  /** The tokens that share a pool with the token at which the search starts. */
  #ends(): readonly End[] {
    if (this.#nearEnds) return this.#nearEnds;
    const { tokenA, tokenB } = this.#pair;
    const [near, far] = this.#isFromA ? [tokenA, tokenB] : [tokenB, tokenA];
    const ends: End[] = [];
    for (const [token, pool] of this.#pools.poolsOf(near)) {
      const rough = token === far ? undefined : this.#pools.rough(pool, this.#isFromA ? near : token);
      if (rough) ends.push({ token, rough });
    }
    this.#nearEnds = ends;
    return ends;
  }

  #farEnd(token: TokenAddress): End | undefined {
    const { tokenA, tokenB } = this.#pair;
    if (token === tokenA || token === tokenB) return undefined;
    if (this.#farEnds.has(token)) return this.#farEnds.get(token);
    const rough = this.#isFromA ? this.#rough(token, tokenB) : this.#rough(tokenA, token);
    const end = rough && { token, rough };
    this.#farEnds.set(token, end);
    return end;
  }

  #rough(sold: TokenAddress, bought: TokenAddress): Rough | undefined {
    const pool = this.#pools.poolsOf(sold).get(bought);
    return pool === undefined ? undefined : this.#pools.rough(pool, sold);
  }

  #wayOver(via: readonly TokenAddress[]): Way | undefined {
    const key = via.join(' ');
    if (this.#ways.has(key)) return this.#ways.get(key);
    const way = wayOver({ ...this.#pair, via }, this.#pools);
    this.#ways.set(key, way);
    return way;
  }
}

/** The way over some tokens; undefined if one of its pools does not count. */
export function wayOver<Pool>({ tokenA, tokenB, via }: Pair & Pick<Way, 'via'>, pools: Links<Pool>): Way | undefined {
  const tokens = [tokenA, ...via, tokenB];
  const links: Link[] = [];
  for (const [at, bought] of tokens.slice(1).entries()) {
    const sold = tokens[at] as TokenAddress;
    const pool = pools.poolsOf(sold).get(bought);
    const link = pool === undefined ? undefined : pools.link(pool, sold);
    if (!link) return undefined;
    links.push(link);
  }
  return new Way(via, links);
}

function isBefore(via: readonly TokenAddress[], than: readonly TokenAddress[]): boolean {
  if (via.length !== than.length) return via.length < than.length;
  const at = via.findIndex((token, index) => token !== than[index]);
  return at >= 0 && (via[at] as TokenAddress) < (than[at] as TokenAddress);
}
