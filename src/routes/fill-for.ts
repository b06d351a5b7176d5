// Finds how much of an order to fill: as much as possible while the pools still pay its limit price for the last unit.
import { type Amount, amount, type Ppm, ppm } from '../core/amount.ts';
import type { Fraction } from '../core/curves/curve.ts';
import {
  fillableAt,
  isFill,
  isPurchaseFill,
  leastFill,
  leastPurchase,
  type PlacedOrder,
  type Progress,
  wantedOf,
} from '../core/orders/order.ts';
import { isWithin } from '../core/route/impact.ts';
import { isPassable, type Passable, type Way } from './choice.ts';
import { marginalPrice } from './prices.ts';

export type OrderToFill = Progress & {
  readonly order: PlacedOrder;
  readonly nowMs: number;
  /** The price that other orders offer, if there are any: pools are not used beyond the point where they pay less for the next unit. */
  readonly rival?: Fraction;
  /** For an order with a guard: the least payment for an amount, in addition to the limit price. Its fills are then at most a slice. */
  readonly guard?: {
    leastFor(units: bigint): bigint;
    /** The allowed slippage, as a fraction. */
    readonly slippage: number;
  };
};

/** The pools in their current state. */
export type PoolsNow = {
  best(units: Amount): Way;
  /** The way that buys exactly this much of tokenB for least. */
  cheapest(units: Amount): Way;
  /** The most that each unit would be paid if nothing were rounded. */
  estimate(units: Amount): number;
  /** The price impact limit of an order without a price limit. */
  readonly maxPriceImpactPpm: Ppm;
};

export type NextFill = {
  /** How much of tokenA is sold. A purchase buys exactly what the way pays. */
  readonly units: Amount;
  readonly way: Passable;
  /** With the last fill: what is left over, because the pools would pay nothing more for it. */
  readonly returned?: Amount;
};
/** Nothing can be filled; `short` is the logarithm of the factor by which the route's price would have to rise first. */
export type Unreached = {
  readonly short: number;
  /** The limit is reached, but the pools pay less than the guard requires. */
  readonly isGuarded?: true;
};

/** The search ends if the price is within this fraction of the limit price. */
const CLOSE = 1e-9;
const MOST_SEARCHES = 40;
/** A fill that is paid fewer units loses more than a hundred-thousandth by being rounded to whole units. */
const COARSE = 100_000n;

/**
 * The largest allowed fill after which the pools still pay the limit price for the next unit. If even the smallest allowed fill is
 * larger, it is chosen if the pools pay the limit price for it on average.
 */
export function fillFor(sought: OrderToFill, pools: PoolsNow): NextFill | Unreached {
  const allowed = allowedFills(sought);
  return allowed ? new Search(sought, pools).among(allowed) : { short: Number.POSITIVE_INFINITY };
}

/** An order may be filled by `all` that is left or due, or by any amount from `least` to `most`; of a purchase in tokenB. */
type Allowed = { readonly all: Amount; readonly least: Amount; readonly most: Amount };

/** The fills that the rules allow now at any price; undefined if nothing may be filled. */
export function allowedFills({ order, nowMs, ...progress }: OrderToFill): Allowed | undefined {
  const { isPurchase } = order;
  const due = isPurchase ? wantedOf(order, progress) : fillableAt(order, progress, nowMs);
  const least = isPurchase ? leastPurchase(order) : leastFill(order);
  const isAllowed = (units: bigint) => (isPurchase ? isPurchaseFill : isFill)(order, progress, units, nowMs);
  if (!isAllowed(due)) return undefined;
  const most = due - least;
  if (!isAllowed(most)) return { all: due, least: due, most: due };
  return { all: due, least: amount(isAllowed(least) ? least : most), most: amount(most) };
}

/** The limit price; zero if the order has none. */
const limitOf = ({ amountA, minReceived }: PlacedOrder): Fraction => ({
  numerator: minReceived,
  denominator: amountA,
});

const isAbove = (one: Fraction, other: Fraction): boolean =>
  one.numerator * other.denominator > other.numerator * one.denominator;

/** True if the fill is paid this price, or, if it is zero, is within the price impact limit; in integers, like the final decision. */
function isPaid(
  { units, way }: NextFill,
  { numerator, denominator }: Fraction,
  { maxPriceImpactPpm }: Pick<PoolsNow, 'maxPriceImpactPpm'>,
): boolean {
  if (numerator === 0n) return isWithin(way.plan.priceImpact, maxPriceImpactPpm);
  return way.plan.amountOut * denominator >= units * numerator;
}

/**
 * True if no pool's price moves by more than twice the pool's fee, so that front-running costs more in fees than it earns. The price
 * impact compares the average price, which moves half as far as the pool's price; a tenth is kept back for fees on fees.
 */
const isSlice = ({ hops }: Passable['plan']): boolean =>
  hops.every(({ pool, fill }) => isWithin(fill.priceImpact, ppm(((pool.lpFeePpm + pool.protocolFeePpm) * 9n) / 10n)));

/** A fill that was tried. `size` is counted like the allowed fills; `price` is the price of the next unit. */
type Tried = NextFill & { readonly size: Amount; readonly price: number };

class Search {
  readonly #pools: PoolsNow;
  readonly #limit: Fraction;
  readonly #price: number;
  readonly #guard: OrderToFill['guard'];
  readonly #left: Amount;
  readonly #order: PlacedOrder;
  readonly #tried = new Map<Amount, Tried | undefined>();
  #isGuarded = false;

  constructor({ order, left, rival, guard }: OrderToFill, pools: PoolsNow) {
    this.#guard = guard;
    this.#left = left;
    this.#order = order;
    const own = limitOf(order);
    this.#pools = pools;
    this.#limit = rival && isAbove(rival, own) ? rival : own;
    this.#price = Number(this.#limit.numerator) / Number(this.#limit.denominator);
  }

  among(allowed: Allowed): NextFill | Unreached {
    const { all, least, most } = allowed;
    for (const size of new Set([all, most])) {
      const tried = this.#try(size);
      const fill = tried && this.#mayGrow(tried) && this.#asPaid(tried, allowed);
      if (fill) return fill;
    }
    const smallest = this.#try(least);
    const start = this.#startOf(allowed);
    const largest = start === undefined ? undefined : this.#largest(start, this.#try(most) ?? most);
    for (const tried of [largest, smallest]) {
      const fill = tried && this.#asPaid(tried, allowed);
      if (fill) return fill;
    }
    if (this.#isGuarded) return { short: 0, isGuarded: true };
    return { short: Math.max(0, Math.log(this.#price / this.#pools.estimate(this.#leastSold(least)))) };
  }

  /** The smallest fill in tokenA. A purchase that reaches its limit costs no more than that for the smallest amount that it may buy. */
  #leastSold(least: Amount): Amount {
    return this.#order.isPurchase ? amount(leastFill(this.#order)) : least;
  }

  /**
   * An amount from which a fill may grow. If the smallest fill is too small to be paid one unit, a larger one may still be paid; and a thin
   * way pays more than others for a little, so that the guard may allow a larger slice only.
   */
  #startOf({ least, most }: Allowed): Tried | Amount | undefined {
    for (let units = least; units < most; units = amount(units * 4n)) {
      const tried = this.#try(units);
      // No more can be bought if pools cannot pay even this.
      if (!tried) return this.#order.isPurchase ? undefined : units;
      if (this.#mayGrow(tried)) return tried;
      if (!this.#guard || !this.#isWithinPrice(tried) || !isSlice(tried.way.plan)) return undefined;
    }
    return undefined;
  }

  /** The fill if it is paid the limit price and what the guard requires; of a guarded order, changed so that rounding costs it little. */
  #asPaid(found: Tried, allowed: Allowed): NextFill | undefined {
    const fill = this.#guard ? this.#roundedWell(found, allowed, this.#guard.slippage / 2) : found;
    if (this.#isPaid(fill)) return fill;
    const cheaper = this.#order.isPurchase && this.#cheaper(found, allowed);
    return cheaper && this.#isPaid(cheaper) ? cheaper : undefined;
  }

  /** What the pools sell for one unit less: the cost of a purchase is rounded up, which may have taken it over the limit. */
  #cheaper({ units, size }: Tried, { least, most }: Allowed): Tried | undefined {
    const way = units > 1n ? this.#pools.best(amount(units - 1n)) : undefined;
    const bought = way && isPassable(way) ? way.plan.amountOut : 0n;
    return bought >= least && bought <= most && bought < size ? this.#try(amount(bought)) : undefined;
  }

  /**
   * Enlarges a slice until rounding costs at most this fraction of its payment, then takes off what adds nothing to the payment: that goes
   * to the next slice or part, and back to the owner with the last.
   */
  #roundedWell(found: Tried, { all, least, most }: Allowed, loss: number): NextFill {
    let fill = found;
    const isCostly = ({ units, way }: Tried) =>
      Number(way.plan.amountOut) < this.#pools.estimate(units) * Number(units) * (1 - loss);
    while (fill.units < all && paidTo(fill) < COARSE && isCostly(fill)) {
      const larger = (fill.units * 11n) / 10n + 1n;
      const next = this.#try(larger <= most ? amount(larger) : all);
      if (!next) break;
      fill = next;
    }
    if (paidTo(fill) >= COARSE) return fill;
    if (fill.units < all) return this.#trimmed(fill, least);
    if (all === this.#left) return this.#lastOf(fill);
    return this.#order.inParts ? this.#trimmed(fill, least) : fill;
  }

  #lastOf(all: Tried): NextFill {
    const { units, way } = this.#trimmed(all, amount(1n));
    return units < all.units ? { units, way, returned: amount(all.units - units) } : all;
  }

  /** The smallest input that is paid the same. */
  #trimmed(fill: Tried, least: Amount): Tried {
    let [low, high] = [least - 1n, fill];
    while (high.units - low > 1n) {
      const middle = amount((high.units + low) / 2n);
      const tried = this.#try(middle);
      if (tried && paidTo(tried) >= paidTo(fill)) high = tried;
      else low = middle;
    }
    return high;
  }

  /** Tries each size once; undefined if nothing would be paid for it, or no pool can take or pay it. */
  #try(size: Amount): Tried | undefined {
    if (this.#tried.has(size)) return this.#tried.get(size);
    const way = this.#order.isPurchase ? this.#pools.cheapest(size) : this.#pools.best(size);
    const tried = isPassable(way) ? { size, units: way.plan.amountIn, way, price: marginalPrice(way.plan) } : undefined;
    this.#tried.set(size, tried);
    return tried;
  }

  get #isLimited(): boolean {
    return this.#limit.numerator > 0n;
  }

  #mayGrow(tried: Tried): boolean {
    if (!this.#isWithinPrice(tried)) return false;
    const { plan } = tried.way;
    // Each pool rounds its output down and its fee up; a larger slice may lose less to that, relatively.
    return !this.#guard || (isSlice(plan) && this.#isAllowed(tried, 2n * BigInt(plan.hops.length)));
  }

  #isWithinPrice({ way, price }: Tried): boolean {
    return this.#isLimited ? price >= this.#price : isWithin(way.plan.priceImpact, this.#pools.maxPriceImpactPpm);
  }

  #isPaid(fill: NextFill): boolean {
    return isPaid(fill, this.#limit, this.#pools) && this.#isAllowed(fill);
  }

  /** Checks the guard's least payment; `slack` are units that rounding may have cost. */
  #isAllowed({ units, way }: NextFill, slack = 0n): boolean {
    const isAllowed = !this.#guard || way.plan.amountOut + slack >= this.#guard.leastFor(units);
    if (!isAllowed) this.#isGuarded = true;
    return isAllowed;
  }

  /** Searches for the largest fill between an amount that may grow and one that is too large. */
  #largest(from: Tried | Amount, to: Tried | Amount): Tried | undefined {
    let [low, high] = [from, to];
    for (let search = 0; search < MOST_SEARCHES; search++) {
      if (sizeOf(high) - sizeOf(low) <= 1n || this.#isClose(low)) break;
      const units = this.#guess(low, high, search);
      const tried = this.#try(units);
      if (!tried) {
        // Too small an amount pays nothing, and too large a one fits in no pool.
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

  /** For one constant-product pool, 1/√price is linear in what is sold, and √price in what is bought; every third guess is the middle, for all other cases. */
  #guess(low: Tried | Amount, high: Tried | Amount, search: number): Amount {
    const [from, to] = [sizeOf(low), sizeOf(high)];
    const middle = (from + to) / 2n;
    if (search % 3 === 2 || typeof low === 'bigint' || typeof high === 'bigint' || !this.#isLimited) {
      return amount(middle);
    }
    const power = this.#order.isPurchase ? 0.5 : -0.5;
    const [a, b, wanted] = [low.price ** power, high.price ** power, this.#price ** power];
    const part = (wanted - a) / (b - a);
    if (!(part > 0 && part < 1)) return amount(middle);
    // Alternately slightly below and above, so that both ends converge.
    const units = from + BigInt(Math.floor(Number(to - from) * part)) - (search % 3 === 0 ? 0n : -1n);
    return amount(units <= from ? from + 1n : units >= to ? to - 1n : units);
  }
}

/** What a fill is paid. */
const paidTo = ({ way }: Tried): bigint => way.plan.amountOut;

const sizeOf = (end: Tried | Amount): Amount => (typeof end === 'bigint' ? end : end.size);
