// Adds up the lots that leave together: those with a known cost, and those without.
import type { Lot } from './packed-lots.ts';

export type Part = {
  units: bigint;
  cost: bigint;
  firstMs: number | null;
  lastMs: number | null;
  marks: number;
};

const empty = (): Part => ({ units: 0n, cost: 0n, firstMs: null, lastMs: null, marks: 0 });

export class Disposed {
  readonly known = empty();
  readonly unknown = empty();
  /** The number of lots, as a measure of the work. */
  lots = 0;

  readonly add = (lot: Lot): void => {
    this.lots += 1;
    const part = lot.cost === null ? this.unknown : this.known;
    part.units += lot.units;
    part.cost += lot.cost ?? 0n;
    part.marks |= lot.marks;
    // Lots of the quote token have no date.
    if (lot.atMs === 0) return;
    if (part.firstMs === null || lot.atMs < part.firstMs) part.firstMs = lot.atMs;
    if (part.lastMs === null || lot.atMs > part.lastMs) part.lastMs = lot.atMs;
  };
}
