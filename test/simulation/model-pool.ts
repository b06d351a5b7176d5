// One pool of the model: reserves, fees, supply and positions, each rule stated as a condition that must hold.
import { Fraction, largest, millionths, smallest, whole } from './fraction.ts';
import { countedOf, type ModelCurve, product, type Reserves, stable } from './model-curves.ts';

export const LARGEST = 2n ** 120n - 1n;
const LOCKED = 1000n;

export type ModelRates = { readonly lp: bigint; readonly protocol: bigint; readonly ref: bigint };
export type Sides = { readonly in: string; readonly out: string };
/** The decimals of each token, and the amplification of a stable pool. */
export type ModelShape = { readonly decimals: ReadonlyMap<string, number>; readonly amplification?: bigint };
export type Filled = { base: bigint; protocol: bigint; ref: bigint; lp: bigint; out: bigint };

/** More than anyone can pay: a payment above LARGEST is refused otherwise than an output that no payment brings. */
const ANY = LARGEST * LARGEST;

export class ModelPool {
  readonly address: string;
  rates: ModelRates;
  feesGoTo: string | null;
  status: 'listed' | 'hidden' | 'paused' = 'listed';
  readonly reserves: Map<string, bigint>;
  readonly fees: Map<string, bigint>;
  readonly positions = new Map<string, bigint>();
  readonly shape: ModelShape;
  supply = 0n;

  constructor(shape: ModelShape, address: string, rates: ModelRates, feesGoTo: string | null) {
    const pair = [...shape.decimals.keys()];
    this.shape = shape;
    this.address = address;
    this.rates = rates;
    this.feesGoTo = feesGoTo;
    this.reserves = new Map(pair.map((token) => [token, 0n]));
    this.fees = new Map(pair.map((token) => [token, 0n]));
  }

  /** Returns a function that undoes all later changes. */
  savepoint(): () => void {
    const { rates, feesGoTo, status, supply } = this;
    const [reserves, fees, positions] = [[...this.reserves], [...this.fees], [...this.positions]];
    return () => {
      Object.assign(this, { rates, feesGoTo, status, supply });
      refill(this.reserves, reserves);
      refill(this.fees, fees);
      refill(this.positions, positions);
    };
  }

  reserve(token: string): bigint {
    return this.reserves.get(token) ?? 0n;
  }

  position(account: string): bigint {
    return this.positions.get(account) ?? 0n;
  }

  fill(side: Sides, paid: bigint, referred: boolean): Filled {
    const allows = this.#allowance(side);
    const base = largest(this.reserve(side.out), (given) => allows(paid, given));
    return this.#filled(paid, base, referred);
  }

  /** Pays exactly `wanted`, from the least base that leaves it after fees; any surplus payment stays in the pool. */
  fillFor(paid: bigint, wanted: bigint, referred: boolean): Filled {
    for (let base = this.#leastBase(wanted, referred); ; base += 1n) {
      const filled = this.#filled(paid, base, referred);
      if (filled.out === wanted) return filled;
    }
  }

  /** The base that leaves `wanted` after unrounded fees. */
  #leastBase(wanted: bigint, referred: boolean): bigint {
    const kept = millionths(1_000_000n - this.rates.protocol - (referred ? this.rates.ref : 0n));
    return whole(wanted).over(kept).ceil();
  }

  #filled(paid: bigint, base: bigint, referred: boolean): Filled {
    const protocol = whole(base).times(millionths(this.rates.protocol)).ceil();
    const ref = referred ? whole(base).times(millionths(this.rates.ref)).ceil() : 0n;
    const lp = whole(paid).times(millionths(this.rates.lp)).ceil();
    return { base, protocol, ref, lp, out: base - protocol - ref };
  }

  /** The smallest payment that brings `wanted`; null if none does. */
  payment(side: Sides, wanted: bigint, referred: boolean): bigint | null {
    // A larger base can net less when both fees round up at once, so bases are tried one after the other.
    const allows = this.#allowance(side);
    for (let base = this.#leastBase(wanted, referred); ; base += 1n) {
      const paid = base < this.reserve(side.out) ? smallest(ANY, (payment) => allows(payment, base)) : null;
      if (paid === null || this.fill(side, paid, referred).out >= wanted) return paid;
    }
  }

  /** Whether a trade brings less than at the price before it, fees aside, by more than the limit. */
  impactExceeds(side: Sides, paid: bigint, base: bigint, limit: bigint): boolean {
    const counted = countedOf(paid, this.rates.lp);
    const atPrice = counted.times(this.price(side)).times(millionths(1_000_000n - limit));
    return !this.#curve(side).brings(this.#held(side), counted, base).isAtLeast(atPrice);
  }

  /** The price before fees. */
  price(side: Sides): Fraction {
    return this.#curve(side).price(this.#held(side));
  }

  swap(side: Sides, paid: bigint, { base, protocol }: Filled): void {
    this.reserves.set(side.in, this.reserve(side.in) + paid);
    this.reserves.set(side.out, this.reserve(side.out) - base);
    this.fees.set(side.out, (this.fees.get(side.out) ?? 0n) + protocol);
  }

  /** LP tokens for an offer, and the amounts taken: as many as both sides of the offer can pay for. */
  mint(offer: ReadonlyMap<string, bigint>): { minted: bigint; locked: bigint; taken: ReadonlyMap<string, bigint> } {
    if (this.supply === 0n) {
      const product = [...offer.values()].reduce((a, b) => a * b, 1n);
      const root = largest(LARGEST, (candidate) => candidate * candidate <= product);
      return { minted: root - LOCKED, locked: LOCKED, taken: offer };
    }
    const price = (lp: bigint, token: string) => new Fraction(lp * this.reserve(token), this.supply).ceil();
    const minted = largest(LARGEST * LARGEST, (lp) => [...offer].every(([token, most]) => price(lp, token) <= most));
    return { minted, locked: 0n, taken: new Map([...offer.keys()].map((token) => [token, price(minted, token)])) };
  }

  /**
   * The smallest part of a one-token offer to swap so that rest and proceeds mint the most. The more is swapped, the more LP
   * tokens the proceeds can pay for and the fewer the rest: the optimum is where the former begins to exceed the latter.
   */
  partToSwap(side: Sides, offered: bigint): bigint {
    const after = (part: bigint) => {
      const filled = this.fill(side, part, false);
      const bought = new Fraction(filled.out * this.supply, this.reserve(side.out) - filled.base);
      const rest = new Fraction((offered - part) * this.supply, this.reserve(side.in) + part);
      return { bought, rest };
    };
    const suffices = (part: bigint) => {
      const { bought, rest } = after(part);
      return bought.isAtLeast(rest);
    };
    const first = smallest(offered, suffices) ?? offered;
    const minted = (part: bigint) => {
      const { bought, rest } = after(part);
      return bought.isAtLeast(rest) ? rest.floor() : bought.floor();
    };
    const most = [first - 1n, first].map(minted).reduce((one, other) => (one > other ? one : other));
    return smallest(first, (part) => after(part).bought.isAtLeast(whole(most))) ?? first;
  }

  /** The amount of one token that LP tokens return: the same share of the reserve as they are of the supply, rounded down. */
  worth(lp: bigint, token: string): bigint {
    const reserve = this.reserve(token);
    return largest(reserve, (returned) => returned * this.supply <= lp * reserve);
  }

  change(account: string, lp: bigint, locked: bigint, moved: ReadonlyMap<string, bigint>): void {
    this.supply += lp + locked;
    this.positions.set(account, this.position(account) + lp);
    for (const [token, amount] of moved) this.reserves.set(token, this.reserve(token) + amount);
  }

  /** Whether the curve allows paying `base` for a payment whose LP fee does not count. */
  #allowance(side: Sides): (paid: bigint, base: bigint) => boolean {
    const held = this.#held(side);
    const keeps = this.#curve(side).keeps(held);
    return (paid, base) => keeps(whole(held.in).plus(countedOf(paid, this.rates.lp)), held.out - base);
  }

  #held(side: Sides): Reserves {
    return { in: this.reserve(side.in), out: this.reserve(side.out) };
  }

  #curve(side: Sides): ModelCurve {
    const { decimals, amplification } = this.shape;
    if (amplification === undefined) return product;
    return stable(amplification, { in: decimals.get(side.in) ?? 0, out: decimals.get(side.out) ?? 0 });
  }
}

export function refill<Key, Value>(map: Map<Key, Value>, entries: Iterable<readonly [Key, Value]>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
