// The reference of a pair: the way (path of pools) whose price judges triggers, guards and the price impact of swaps. Strangers may open
// pools, so it is not the deepest way but the usable one that pays most for the amount in question.
import { PPM, type TokenAddress } from '../amount.ts';
import { type Fraction, PRICE_BITS } from '../curves/curve.ts';
import { mulDivUp, sqrtDown } from '../maths/rounding.ts';
import type { Pair } from '../pool.ts';

type Fees = { readonly lpFeePpm: bigint; readonly protocolFeePpm: bigint };

/** A pool in the direction of a trade, as the constant-product pool with its price and liquidity. */
export type Link = Fees & {
  /** The price of the sold token in the other, as ⌊price · 2^192⌋. */
  readonly price: bigint;
  /** The reserves of the sold token and of the other, in units of 2^-64. */
  readonly heldIn: bigint;
  readonly heldOut: bigint;
};

/** Liquidity is the root of the product of both reserves, in units of 2^-32: swaps do not change it, apart from fees. */
export const LIQUIDITY_BITS = 32n;
const HELD_BITS = 64n;
const UNIT = 2 ** -Number(HELD_BITS);

export const liquidityOf = (reserve0: bigint, reserve1: bigint): bigint =>
  sqrtDown((reserve0 * reserve1) << (2n * LIQUIDITY_BITS));

export function linkOf(price: bigint, liquidity: bigint, { lpFeePpm, protocolFeePpm }: Fees): Link {
  // In units of 2^-96.
  const root = sqrtDown(price);
  const heldIn = root === 0n ? 0n : (liquidity << 128n) / root;
  return { price, heldIn, heldOut: (liquidity * root) >> 64n, lpFeePpm, protocolFeePpm };
}

/** Looks up pools: `between` finds only those that had a price during the whole window and are not paused. */
export interface Links {
  between(sold: TokenAddress, bought: TokenAddress): Link | undefined;
  /** The tokens that share a pool with a token, even if `between` does not find that pool. */
  neighbours(token: TokenAddress): Neighbours;
}
/** A set of tokens, or a map with tokens as keys. */
type Neighbours = {
  readonly size: number;
  has(token: TokenAddress): boolean;
  keys(): Iterable<TokenAddress>;
};

/** The price of a way before its fees, and its depth: the product of the reserves of the single pool that trades like all its pools. */
export type PriceAndDepth = { readonly average: Fraction; readonly depth: bigint };

/** Reserves, and how much of an input and of an output fees leave. */
type Floats = {
  readonly heldIn: number;
  readonly heldOut: number;
  readonly keptIn: number;
  readonly keptOut: number;
};

const floatsOf = ({ heldIn, heldOut, lpFeePpm, protocolFeePpm }: Link): Floats => ({
  heldIn: Number(heldIn) * UNIT,
  heldOut: Number(heldOut) * UNIT,
  keptIn: 1 - Number(lpFeePpm) / 1e6,
  keptOut: 1 - Number(protocolFeePpm) / 1e6,
});

/** A way from the sold token over the tokens `via` to the other. */
export class Way implements PriceAndDepth {
  readonly via: readonly TokenAddress[];
  readonly links: readonly Link[];
  /** The reserves, as floats, of the single pool that trades like this way, and how much of an input and output its fees leave. */
  readonly floats: Floats;
  /** The same of each pool. */
  readonly #steps: readonly Floats[];
  #exact: (PriceAndDepth & { readonly heldIn: bigint; readonly heldOut: bigint }) | undefined;
  #isUsable: boolean | undefined;

  constructor(via: readonly TokenAddress[], links: readonly Link[]) {
    this.via = via;
    this.links = links;
    this.#steps = links.map(floatsOf);
    this.floats = this.#steps.reduce((one, next) => {
      const sum = one.heldOut + next.heldIn;
      return {
        heldIn: (one.heldIn * next.heldIn) / sum,
        heldOut: (one.heldOut * next.heldOut) / sum,
        keptIn: one.keptIn * next.keptIn,
        keptOut: one.keptOut * next.keptOut,
      };
    });
  }

  /** The payment for an amount if nothing were rounded: but for the error of floats, no less than `paymentInUnits`. */
  paymentInFloats(units: number): number {
    let rest = units;
    for (const { heldIn, heldOut, keptIn, keptOut } of this.#steps) {
      const kept = rest * keptIn;
      rest = ((heldOut * kept) / (heldIn + kept)) * keptOut;
    }
    return rest;
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

/** Estimates in floats within this fraction of the best are compared in integers. */
const CLOSE = 1e-9;
/** Payments and costs are compared in units of 2^-192, rounded down: those of a single unit may be far below one. */
const COMPARED_BITS = 192n;

/** All ways from one token to another with at most three pools and no token twice. */
export class Ways {
  readonly all: readonly Way[];
  /** Ways that were found unusable, so that they are not compared again. */
  readonly #unusable = new Set<Way>();

  constructor(pair: Pair, pools: Links) {
    this.all = waysBetween(pair, pools);
  }

  /**
   * The usable way that pays most for `units` of the sold token, after its fees and the price impact, among those with a reserve of at
   * least `leastHeld` of it. A way is as good as what passes over it in whole units: by the formula, a thin way over a coarse token would
   * pay more than it does, and nobody could take that by arbitrage.
   */
  bestFor(units: bigint, leastHeld = 0n): Way | undefined {
    const [paid, least] = [Number(units), Number(leastHeld)];
    return this.#first(
      (way) => (way.floats.heldIn < least ? Number.NaN : way.paymentInFloats(paid)),
      (way) => {
        const { numerator, denominator } = way.paymentInUnits(units);
        return (numerator << COMPARED_BITS) / denominator;
      },
      (way) => way.passes(units),
      (value) => Number(value) / 2 ** Number(COMPARED_BITS),
    );
  }

  /**
   * The usable way by which `units` of the bought token cost least, after its fees and the price impact. More than half of a reserve
   * counts as if the cost rose with the square of the amount: no way is so small that it has no cost.
   */
  cheapestFor(units: bigint): Way | undefined {
    const wanted = Number(units);
    return this.#first(
      ({ floats: { heldIn, heldOut, keptIn, keptOut } }) => {
        const base = wanted / keptOut / heldOut;
        return keptIn / (heldIn * (2 * base <= 1 ? base / (1 - base) : 4 * base * base));
      },
      (way) => {
        const { keptIn, keptOut, whole } = keptBy(way.links);
        const reserve = reserveOf(way);
        const heldOut = (reserve * way.average.numerator) / way.average.denominator;
        const base = ((units << LIQUIDITY_BITS) * whole) / keptOut;
        const scaled = reserve << COMPARED_BITS;
        const cost =
          2n * base <= heldOut ? (scaled * base) / (heldOut - base) : (4n * scaled * base * base) / (heldOut * heldOut);
        return -((cost * whole) / keptIn);
      },
      (way) => way.passesBought(units),
    );
  }

  get deepest(): Way | undefined {
    return this.#first(
      ({ floats: { heldIn, heldOut } }) => heldIn * heldOut,
      ({ depth }) => depth,
    );
  }

  /** The usable way with the lowest price, whatever the amount. */
  get lowest(): Way | undefined {
    return this.#first(
      ({ floats: { heldIn, heldOut } }) => heldIn / heldOut,
      ({ average }) => -average.numerator,
    );
  }

  /**
   * The first usable way by an estimate in floats; of those that it cannot tell apart, the first by exact value, then the one with the
   * fewest pools, then the one whose token addresses sort first.
   */
  #first(
    estimate: (way: Way) => number,
    exact: (way: Way) => bigint,
    passes: (way: Way) => boolean = () => true,
    /** Turns an exact value into one that is compared with estimates, if a way may be worth less than its estimate. */
    asEstimate?: (value: bigint) => number,
  ): Way | undefined {
    let chosen: { readonly way: Way; readonly value: bigint } | undefined;
    for (const { most, ways } of inGroups(this.all, (way) => (this.#unusable.has(way) ? Number.NaN : estimate(way)))) {
      const atLeast = chosen && asEstimate?.(chosen.value);
      if (atLeast !== undefined && most < atLeast * (1 - CLOSE)) break;
      for (const way of ways) {
        if (!way.isUsable) {
          this.#unusable.add(way);
          continue;
        }
        if (!passes(way)) continue;
        const value = exact(way);
        if (!chosen || value > chosen.value || (value === chosen.value && isBefore(way.via, chosen.way.via)))
          chosen = { way, value };
      }
      // Mostly a way is worth its estimate, and no other needs to be looked at.
      if (chosen && (!asEstimate || asEstimate(chosen.value) >= most * (1 - CLOSE))) break;
    }
    return chosen?.way;
  }
}

/** `most` is the highest estimate of the group. */
type Group = { readonly most: number; readonly ways: readonly Way[] };

/** Ways in groups that an estimate cannot tell apart, best first; without those whose estimate is not finite. */
function* inGroups(ways: readonly Way[], estimate: (way: Way) => number): Generator<Group> {
  let left = ways
    .map((way) => ({ way, estimated: estimate(way) }))
    .filter(({ estimated }) => Number.isFinite(estimated));
  const best = left.reduce((most, { estimated }) => (estimated > most ? estimated : most), Number.NEGATIVE_INFINITY);
  const isClose = ({ estimated }: { readonly estimated: number }) => estimated >= best * (1 - CLOSE);
  yield { most: best, ways: left.filter(isClose).map(({ way }) => way) };
  // Sorted only if no way of the first group can be used. Strangers can make thousands of such ways, too many to search again for each.
  left = left.filter((one) => !isClose(one)).sort((one, other) => other.estimated - one.estimated);
  for (let from = 0, end = 0; from < left.length; from = end) {
    const most = left[from]?.estimated ?? 0;
    while (end < left.length && (left[end]?.estimated ?? 0) >= most * (1 - CLOSE)) end += 1;
    yield { most, ways: left.slice(from, end).map(({ way }) => way) };
  }
}

/** The search starts at the token with fewer pools, so that a token with very many is not expensive. */
function waysBetween({ tokenA, tokenB }: Pair, pools: Links): readonly Way[] {
  const ways: Way[] = [];
  const direct = pools.between(tokenA, tokenB);
  if (direct) ways.push(new Way([], [direct]));
  const isFromA = pools.neighbours(tokenA).size <= pools.neighbours(tokenB).size;
  const [near, far] = isFromA ? [tokenA, tokenB] : [tokenB, tokenA];
  const step = (from: TokenAddress, to: TokenAddress) => (isFromA ? pools.between(from, to) : pools.between(to, from));
  const inOrder = <T>(steps: readonly T[]): readonly T[] => (isFromA ? steps : steps.toReversed());
  const ends = new Map<TokenAddress, Link | undefined>();
  const endAt = (token: TokenAddress) => {
    if (!ends.has(token)) ends.set(token, step(token, far));
    return ends.get(token);
  };
  const ofFar = pools.neighbours(far);
  for (const token of pools.neighbours(near).keys()) {
    if (token === far) continue;
    let first: Link | undefined;
    if (ofFar.has(token)) {
      first = step(near, token);
      const last = endAt(token);
      if (first && last) ways.push(new Way([token], inOrder([first, last])));
    }
    for (const then of inBoth(pools.neighbours(token), ofFar)) {
      if (then === near) continue;
      first ??= step(near, token);
      if (!first) break;
      const last = endAt(then);
      const middle = last && step(token, then);
      if (middle) ways.push(new Way(inOrder([token, then]), inOrder([first, middle, last])));
    }
  }
  return ways;
}

/** The tokens in both sets. Iterates over the smaller set, so that a token with very many pools is not expensive. */
function* inBoth(one: Neighbours, other: Neighbours): Generator<TokenAddress> {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  for (const token of fewer.keys()) if (more.has(token)) yield token;
}

function isBefore(via: readonly TokenAddress[], than: readonly TokenAddress[]): boolean {
  if (via.length !== than.length) return via.length < than.length;
  const at = via.findIndex((token, index) => token !== than[index]);
  return at >= 0 && (via[at] as TokenAddress) < (than[at] as TokenAddress);
}
