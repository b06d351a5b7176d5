// One pool of the model: reserves, fees, supply and positions side by side, each rule stated as what must hold.
import { Fraction, largest, millionths, smallest, whole } from './fraction.ts';

export const LARGEST = 2n ** 120n - 1n;
const LOCKED = 1000n;

export type ModelRates = { readonly lp: bigint; readonly protocol: bigint; readonly ref: bigint };
type Sides = { readonly in: string; readonly out: string };
export type Filled = { base: bigint; protocol: bigint; ref: bigint; lp: bigint; out: bigint };

/** More than anyone can pay: what would need that much is another refusal than what nothing can buy. */
const ANY = LARGEST * LARGEST;

export class ModelPool {
  readonly address: string;
  rates: ModelRates;
  feesGoTo: string | null;
  status: 'listed' | 'hidden' | 'paused' = 'listed';
  readonly reserves: Map<string, bigint>;
  readonly fees: Map<string, bigint>;
  readonly positions = new Map<string, bigint>();
  supply = 0n;

  constructor(pair: readonly string[], address: string, rates: ModelRates, feesGoTo: string | null) {
    this.address = address;
    this.rates = rates;
    this.feesGoTo = feesGoTo;
    this.reserves = new Map(pair.map((token) => [token, 0n]));
    this.fees = new Map(pair.map((token) => [token, 0n]));
  }

  reserve(token: string): bigint {
    return this.reserves.get(token) ?? 0n;
  }

  position(account: string): bigint {
    return this.positions.get(account) ?? 0n;
  }

  fill(side: Sides, paid: bigint, referred: boolean): Filled {
    return this.#filled(
      paid,
      largest(this.reserve(side.out), (given) => this.#allows(side, paid, given)),
      referred,
    );
  }

  /** Pays exactly so much, by the least base that leaves it after fees; what else was paid for stays. */
  fillFor(paid: bigint, wanted: bigint, referred: boolean): Filled {
    for (let base = wanted; ; base += 1n) {
      const filled = this.#filled(paid, base, referred);
      if (filled.out === wanted) return filled;
    }
  }

  #filled(paid: bigint, base: bigint, referred: boolean): Filled {
    const protocol = whole(base).times(millionths(this.rates.protocol)).ceil();
    const ref = referred ? whole(base).times(millionths(this.rates.ref)).ceil() : 0n;
    const lp = whole(paid).times(millionths(this.rates.lp)).ceil();
    return { base, protocol, ref, lp, out: base - protocol - ref };
  }

  /** The least payment that brings `wanted`; null when no payment does. */
  payment(side: Sides, wanted: bigint, referred: boolean): bigint | null {
    const kept = millionths(1_000_000n - this.rates.protocol - (referred ? this.rates.ref : 0n));
    // More base can net less when both fees round up at once, so the bases are tried one after the other.
    for (let base = whole(wanted).over(kept).ceil(); ; base += 1n) {
      const paid = smallest(ANY, (payment) => this.#allows(side, payment, base));
      if (paid === null || this.fill(side, paid, referred).out >= wanted) return paid;
    }
  }

  /** Whether the trade, before fees and rounding, brings less than the market price by more than the limit. */
  impactExceeds(side: Sides, paid: bigint, limit: bigint): boolean {
    const [reserveIn, reserveOut] = [whole(this.reserve(side.in)), whole(this.reserve(side.out))];
    const left = reserveIn.times(reserveOut).over(reserveIn.plus(this.#counted(paid)));
    const atMarket = this.#counted(paid).times(reserveOut).over(reserveIn);
    return !reserveOut.minus(left).isAtLeast(atMarket.times(millionths(1_000_000n - limit)));
  }

  swap(side: Sides, paid: bigint, { base, protocol }: Filled): void {
    this.reserves.set(side.in, this.reserve(side.in) + paid);
    this.reserves.set(side.out, this.reserve(side.out) - base);
    this.fees.set(side.out, (this.fees.get(side.out) ?? 0n) + protocol);
  }

  /** LP tokens for an offer and what is taken of it: as many as both sides of the offer can pay for. */
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

  /** What LP tokens return of one side: as much as is no greater share of the reserve than they are of the supply. */
  worth(lp: bigint, token: string): bigint {
    const reserve = this.reserve(token);
    return largest(reserve, (returned) => returned * this.supply <= lp * reserve);
  }

  change(account: string, lp: bigint, locked: bigint, moved: ReadonlyMap<string, bigint>): void {
    this.supply += lp + locked;
    this.positions.set(account, this.position(account) + lp);
    for (const [token, amount] of moved) this.reserves.set(token, this.reserve(token) + amount);
  }

  /** Whether giving `base` leaves the product whole when the LP fee does not count as paid. */
  #allows(side: Sides, paid: bigint, base: bigint): boolean {
    const [reserveIn, reserveOut] = [this.reserve(side.in), this.reserve(side.out)];
    const grown = whole(reserveIn).plus(this.#counted(paid));
    return grown.times(whole(reserveOut - base)).isAtLeast(whole(reserveIn * reserveOut));
  }

  #counted(paid: bigint): Fraction {
    return whole(paid).times(millionths(1_000_000n - this.rates.lp));
  }
}
