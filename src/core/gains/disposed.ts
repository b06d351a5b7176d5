// Adds up the lots that leave together: those with a known cost, and those without.
import { include, type Lot, nothing } from './lot.ts';
import type { LotBlock } from './lot-block.ts';

export class Disposed {
  readonly known = nothing();
  readonly unknown = nothing();
  /** The number of lots and blocks, as a measure of the work. */
  lots = 0;

  add(lot: Lot): void {
    this.lots += 1;
    const { units, cost, marks } = lot;
    // Lots of the quote token have no date.
    const ms = lot.atMs === 0 ? null : lot.atMs;
    include(cost === null ? this.unknown : this.known, { units, cost: cost ?? 0n, firstMs: ms, lastMs: ms, marks });
  }

  addBlock(block: LotBlock): void {
    if (!block.isWhole) {
      while (block.count > 0) this.add(block.shift());
      return;
    }
    this.lots += 1;
    include(this.known, block.known);
    include(this.unknown, block.unknown);
  }
}
