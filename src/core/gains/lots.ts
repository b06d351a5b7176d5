// The lots of one token: first in, first out. The cost of a lot that is split goes to its parts without remainder.
import { assert } from '../assert.ts';
import { mulDivDown } from '../maths/rounding.ts';
import { type Lot, PackedLots } from './packed-lots.ts';

/** How a cost was found, unless it is an exact amount of the quote token. */
export const Mark = {
  /** Worth at the day's average: of what was given in a swap between two other tokens. */
  average: 1,
  /** Worth at the day's average when it was deposited. */
  deposit: 2,
  /** What it had cost the sender of a transfer. */
  received: 4,
  /** Worth at the day's average when it was received, since the sender's history was not followed. */
  unfollowed: 8,
  /** Worth at the day's average when it was received as income. */
  income: 16,
  /** Less than a hundredth of the amount was traded on the day of the average. */
  thin: 32,
} as const;

/** Visits the lots that are taken, or parts of them, oldest first. */
export type Visit = (lot: Lot) => void;

export interface Lots {
  readonly units: bigint;
  /** The part of `units` whose cost is unknown. */
  readonly unknownUnits: bigint;
  /** The cost of the rest. */
  readonly cost: bigint;
  /** Adds a lot that is newer than all others. */
  add(lot: Lot): void;
  take(units: bigint, visit: Visit): void;
  /** Puts lots back in their place in the order of acquisition. */
  putBack(lots: PackedLots): void;
}

export class TokenLots implements Lots {
  units = 0n;
  unknownUnits = 0n;
  cost = 0n;
  readonly #lots = new PackedLots();

  add(lot: Lot): void {
    if (lot.units === 0n) return;
    this.#count(lot, 1n);
    this.#lots.push(lot);
  }

  take(units: bigint, visit: Visit): void {
    assert(units <= this.units, 'every unit that an account holds is in a lot');
    for (let left = units; left > 0n; ) {
      const lot = this.#lots.shift();
      const taken = lot.units <= left ? lot : this.#split(lot, left);
      this.#count(taken, -1n);
      left -= taken.units;
      visit(taken);
    }
  }

  /** The part's cost is rounded down; the rest keeps the remainder, so that both add up to the cost of the lot. */
  #split(lot: Lot, units: bigint): Lot {
    const cost = lot.cost === null ? null : mulDivDown(lot.cost, units, lot.units);
    const rest = lot.cost === null || cost === null ? null : lot.cost - cost;
    this.#lots.unshift({ ...lot, units: lot.units - units, cost: rest });
    return { ...lot, units, cost };
  }

  putBack(returned: PackedLots): void {
    const [first, last] = [returned.first, returned.last];
    if (!first || !last) return;
    const [oldest, newest] = [this.#lots.first, this.#lots.last];
    if (!newest || newest.sequence <= first.sequence) {
      while (returned.count > 0) this.add(returned.shift());
    } else if (oldest && last.sequence < oldest.sequence) {
      while (returned.count > 0) this.#addFirst(returned.pop());
    } else this.#merge(returned);
  }

  /** Lots of the same transaction stay in the order in which they came. */
  #merge(returned: PackedLots): void {
    const older = new PackedLots();
    while (returned.count > 0) {
      const [own, next] = [this.#lots.first, returned.first as Lot];
      if (own && own.sequence <= next.sequence) older.push(this.#lots.shift());
      else {
        this.#count(next, 1n);
        older.push(returned.shift());
      }
    }
    while (older.count > 0) this.#lots.unshift(older.pop());
  }

  #addFirst(lot: Lot): void {
    this.#count(lot, 1n);
    this.#lots.unshift(lot);
  }

  #count({ units, cost }: Lot, times: 1n | -1n): void {
    this.units += times * units;
    if (cost === null) this.unknownUnits += times * units;
    else this.cost += times * cost;
  }
}

/** Lots of the quote token: a unit always costs one. */
export class QuoteLots implements Lots {
  units = 0n;
  readonly unknownUnits = 0n;

  get cost(): bigint {
    return this.units;
  }

  add({ units }: Lot): void {
    this.units += units;
  }

  take(units: bigint, visit: Visit): void {
    assert(units <= this.units, 'every unit that an account holds is in a lot');
    this.units -= units;
    if (units > 0n) visit({ units, cost: units, sequence: 0, atMs: 0, marks: 0 });
  }

  putBack(lots: PackedLots): void {
    while (lots.count > 0) this.units += lots.shift().units;
  }
}
