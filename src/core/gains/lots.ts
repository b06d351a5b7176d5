// The lots of one token: first in, first out. The cost of a lot that is split goes to its parts without remainder.
import { assert } from '../assert.ts';
import { mulDivDown } from '../maths/rounding.ts';
import type { Disposed } from './disposed.ts';
import type { Lot } from './lot.ts';
import { PackedLots } from './packed-lots.ts';

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

export interface Lots {
  readonly units: bigint;
  /** The part of `units` whose cost is unknown. */
  readonly unknownUnits: bigint;
  /** The cost of the rest. */
  readonly cost: bigint;
  /** Adds a lot that is newer than all others. */
  add(lot: Lot): void;
  /** Takes the oldest units. */
  take(units: bigint, disposed: Disposed): void;
  /** Moves the oldest units. */
  move(units: bigint, target: PackedLots): void;
  /** Puts lots in their place in the order of acquisition; returns how many lots and blocks had to make room. */
  putBack(lots: PackedLots): number;
}

export class TokenLots implements Lots {
  readonly #lots = new PackedLots();

  get units(): bigint {
    return this.#lots.units;
  }

  get unknownUnits(): bigint {
    return this.#lots.unknownUnits;
  }

  get cost(): bigint {
    return this.#lots.cost;
  }

  add(lot: Lot): void {
    if (lot.units > 0n) this.#lots.push(lot);
  }

  take(units: bigint, disposed: Disposed): void {
    assert(units <= this.units, 'every unit that an account holds is in a lot');
    const left = this.#lots.takeUnits(units, disposed);
    if (left > 0n) disposed.add(this.#split(this.#lots.shift(), left));
  }

  move(units: bigint, target: PackedLots): void {
    assert(units <= this.units, 'every unit that an account holds is in a lot');
    const left = this.#lots.moveUnits(units, target);
    if (left > 0n) target.push(this.#split(this.#lots.shift(), left));
  }

  /** The part's cost is rounded down; the rest keeps the remainder, so that both add up to the cost of the lot. */
  #split(lot: Lot, units: bigint): Lot {
    const cost = lot.cost === null ? null : mulDivDown(lot.cost, units, lot.units);
    const rest = lot.cost === null || cost === null ? null : lot.cost - cost;
    this.#lots.unshift({ ...lot, units: lot.units - units, cost: rest });
    return { ...lot, units, cost };
  }

  /** Lots of the same transaction stay in the order in which they came. */
  putBack(returned: PackedLots): number {
    const own = this.#lots;
    const [first, newest] = [returned.first, own.last];
    if (!first) return 0;
    if (!newest || newest.sequence <= first.sequence) {
      returned.moveThrough(Number.POSITIVE_INFINITY, own);
      return 0;
    }
    const older = new PackedLots();
    for (let next = returned.first; next; next = returned.first) {
      own.moveThrough(next.sequence, older);
      returned.moveThrough((own.first?.sequence ?? Number.POSITIVE_INFINITY) - 1, older);
    }
    const { moves } = older;
    older.moveBefore(own);
    return moves;
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

  take(units: bigint, disposed: Disposed): void {
    assert(units <= this.units, 'every unit that an account holds is in a lot');
    this.units -= units;
    if (units > 0n) disposed.add(lotOf(units));
  }

  move(units: bigint, target: PackedLots): void {
    assert(units <= this.units, 'every unit that an account holds is in a lot');
    this.units -= units;
    if (units > 0n) target.push(lotOf(units));
  }

  putBack(lots: PackedLots): number {
    this.units += lots.units;
    return 0;
  }
}

/** It needs no place in an order, since its units are all alike. */
const lotOf = (units: bigint): Lot => ({ units, cost: units, sequence: 0, atMs: 0, marks: 0 });
