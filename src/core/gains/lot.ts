// A lot, and what several lots add up to.

/** An amount of a token that was acquired at once. The cost is null if it is unknown. */
export type Lot = {
  readonly units: bigint;
  readonly cost: bigint | null;
  /** The transaction by which it was acquired. */
  readonly sequence: number;
  readonly atMs: number;
  /** A set of `Mark`s. */
  readonly marks: number;
};

/** What some lots add up to, of which all or none have a known cost. */
export type Part = {
  units: bigint;
  cost: bigint;
  firstMs: number | null;
  lastMs: number | null;
  marks: number;
};

export const nothing = (): Part => ({ units: 0n, cost: 0n, firstMs: null, lastMs: null, marks: 0 });

/** Adds one part to another. */
export function include(part: Part, { units, cost, firstMs, lastMs, marks }: Part): void {
  part.units += units;
  part.cost += cost;
  part.marks |= marks;
  if (firstMs !== null && (part.firstMs === null || firstMs < part.firstMs)) part.firstMs = firstMs;
  if (lastMs !== null && (part.lastMs === null || lastMs > part.lastMs)) part.lastMs = lastMs;
}
