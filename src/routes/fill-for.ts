// How much of an order is filled: as much as the pools still pay its limit for, to the last unit.
import { type Amount, amount, type Ppm, ppm } from '../core/amount.ts';
import type { Fraction } from '../core/curves/curve.ts';
import { fillableAt, isFill, leastFill, type PlacedOrder } from '../core/orders/order.ts';
import { isWithin } from '../core/route/impact.ts';
import { isPassable, type Passable, type Way } from './choice.ts';
import { marginalPrice } from './prices.ts';

export type Sought = {
  readonly order: PlacedOrder;
  readonly left: Amount;
  readonly filledAtMs?: number | undefined;
  readonly nowMs: number;
  /** What others pay for it: pools that pay no more for the next unit are left alone. */
  readonly rival?: Fraction;
  /** Of a fill that nobody watches: what an amount must be paid at least besides. Such a fill is also no larger than a slice. */
  readonly guard?: { leastFor(units: bigint): bigint };
};

/** The pools as they are now. */
export type Pools = {
  best(units: Amount): Way;
  /** What each unit would be paid at most if nothing were rounded. */
  estimate(units: Amount): number;
  /** How far an order without a limit may move the price. */
  readonly maxPriceImpactPpm: Ppm;
};

export type Fill = { readonly units: Amount; readonly way: Passable };
/** By how much all prices on a way would have to rise at least before anything can be filled, as a logarithm. */
export type Unreached = {
  readonly short: number;
  /** The limit is reached, but the guard forbids what the pools pay. */
  readonly isGuarded?: true;
};

/** So close to the limit, in prices, a search may end. */
const CLOSE = 1e-9;
const MOST_SEARCHES = 40;

/**
 * The largest allowed fill after which the next unit would still be paid the limit. Where even the smallest allowed fill goes
 * further than that, it is done if it is paid the limit as a whole.
 */
export function fillFor(sought: Sought, pools: Pools): Fill | Unreached {
  const allowed = allowedFills(sought);
  return allowed ? new Search(sought, pools).among(allowed) : { short: Number.POSITIVE_INFINITY };
}

/** All that is left or due, or between a least and a most. */
type Allowed = { readonly all: Amount; readonly least: Amount; readonly most: Amount };

/** What the rules allow right now, whatever the price; undefined where nothing may be filled. */
export function allowedFills({ order, nowMs, ...progress }: Sought): Allowed | undefined {
  const due = fillableAt(order, progress, nowMs);
  const least = leastFill(order);
  const isAllowed = (units: bigint) => isFill(order, progress, units, nowMs);
  if (!isAllowed(due)) return undefined;
  const most = due - least;
  if (!isAllowed(most)) return { all: due, least: due, most: due };
  return { all: due, least: amount(isAllowed(least) ? least : most), most: amount(most) };
}

/** What an order is paid at least; zero where it has no limit. */
const limitOf = ({ amountA, minReceived }: PlacedOrder): Fraction => ({
  numerator: minReceived,
  denominator: amountA,
});

export const isAbove = (one: Fraction, other: Fraction): boolean =>
  one.numerator * other.denominator > other.numerator * one.denominator;

/** In whole numbers, as it will be decided. */
function isPaid(
  { units, way }: Fill,
  { numerator, denominator }: Fraction,
  { maxPriceImpactPpm }: Pick<Pools, 'maxPriceImpactPpm'>,
): boolean {
  if (numerator === 0n) return isWithin(way.plan.priceImpact, maxPriceImpactPpm);
  return way.plan.amountOut * denominator >= units * numerator;
}

/**
 * Whether it moves no pool's price by more than twice the pool's fee, so that the fees of anticipating it cost more than that earns.
 * A price moves twice as far as the trade's own impact, which counts what is paid on average; a tenth is left for what fees are of each other.
 */
const isSlice = ({ hops }: Passable['plan']): boolean =>
  hops.every(({ pool, fill }) => isWithin(fill.priceImpact, ppm(((pool.lpFeePpm + pool.protocolFeePpm) * 9n) / 10n)));

/** A fill that was tried; `price` is that of the next unit. */
type Tried = Fill & { readonly price: number };

class Search {
  readonly #pools: Pools;
  readonly #limit: Fraction;
  readonly #price: number;
  readonly #guard: Sought['guard'];
  readonly #tried = new Map<Amount, Tried | undefined>();
  #isGuarded = false;

  constructor({ order, rival, guard }: Sought, pools: Pools) {
    this.#guard = guard;
    const own = limitOf(order);
    this.#pools = pools;
    this.#limit = rival && isAbove(rival, own) ? rival : own;
    this.#price = Number(this.#limit.numerator) / Number(this.#limit.denominator);
  }

  among({ all, least, most }: Allowed): Fill | Unreached {
    for (const units of new Set([all, most])) {
      const tried = this.#try(units);
      if (tried && this.#mayGrow(tried) && this.#isPaid(tried)) return tried;
    }
    const smallest = this.#try(least);
    // Too little to be paid a unit may be enough when it is more.
    const grows = least < most && (!smallest || this.#mayGrow(smallest));
    const largest = grows ? this.#largest(smallest ?? least, this.#try(most) ?? most) : undefined;
    for (const tried of [largest, smallest]) if (tried && this.#isPaid(tried)) return tried;
    if (this.#isGuarded) return { short: 0, isGuarded: true };
    return { short: Math.max(0, Math.log(this.#price / this.#pools.estimate(least))) };
  }

  /** Each amount once; undefined where nothing would be paid for it, or no pool can take it. */
  #try(units: Amount): Tried | undefined {
    if (this.#tried.has(units)) return this.#tried.get(units);
    const way = this.#pools.best(units);
    const tried = isPassable(way) ? { units, way, price: marginalPrice(way.plan) } : undefined;
    this.#tried.set(units, tried);
    return tried;
  }

  get #isLimited(): boolean {
    return this.#limit.numerator > 0n;
  }

  #mayGrow(tried: Tried): boolean {
    return this.#isWithinPrice(tried) && (!this.#guard || (isSlice(tried.way.plan) && this.#isAllowed(tried)));
  }

  #isWithinPrice({ way, price }: Tried): boolean {
    return this.#isLimited ? price >= this.#price : isWithin(way.plan.priceImpact, this.#pools.maxPriceImpactPpm);
  }

  #isPaid(fill: Fill): boolean {
    return isPaid(fill, this.#limit, this.#pools) && this.#isAllowed(fill);
  }

  /** By its guard. */
  #isAllowed({ units, way }: Fill): boolean {
    const isAllowed = !this.#guard || way.plan.amountOut >= this.#guard.leastFor(units);
    if (!isAllowed) this.#isGuarded = true;
    return isAllowed;
  }

  /** Between one that may grow and one that has grown too far. */
  #largest(from: Tried | Amount, to: Tried | Amount): Tried | undefined {
    let [low, high] = [from, to];
    for (let search = 0; search < MOST_SEARCHES; search++) {
      if (unitsOf(high) - unitsOf(low) <= 1n || this.#isClose(low)) break;
      const units = this.#guess(low, high, search);
      const tried = this.#try(units);
      if (!tried) {
        // Of too little nothing is left, and too much no pool can take.
        if (typeof low === 'bigint') low = units;
        else high = units;
      } else if (this.#mayGrow(tried)) low = tried;
      else high = tried;
    }
    return typeof low === 'bigint' ? undefined : low;
  }

  #isClose(low: Tried | Amount): boolean {
    return typeof low !== 'bigint' && this.#isLimited && low.price <= this.#price * (1 + CLOSE);
  }

  /** Of one constant product, the root of what a unit costs is a straight line; every third guess is the middle, for whatever else there is. */
  #guess(low: Tried | Amount, high: Tried | Amount, search: number): Amount {
    const [from, to] = [unitsOf(low), unitsOf(high)];
    const middle = (from + to) / 2n;
    if (search % 3 === 2 || typeof low === 'bigint' || typeof high === 'bigint' || !this.#isLimited) {
      return amount(middle);
    }
    const [a, b, wanted] = [low.price, high.price, this.#price].map((price) => 1 / Math.sqrt(price)) as [
      number,
      number,
      number,
    ];
    const part = (wanted - a) / (b - a);
    if (!(part > 0 && part < 1)) return amount(middle);
    // A little below on one side and above on the other in turn, so that both ends come near.
    const units = from + BigInt(Math.floor(Number(to - from) * part)) - (search % 3 === 0 ? 0n : -1n);
    return amount(units <= from ? from + 1n : units >= to ? to - 1n : units);
  }
}

const unitsOf = (end: Tried | Amount): Amount => (typeof end === 'bigint' ? end : end.units);
