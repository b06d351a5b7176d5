// By how much prices may have risen: what could not be reached before is looked at again once it could be by now.
import type { NumericCurve } from '../core/curves/curve.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Book, BookPool } from '../journal/book.ts';
import type { Fold } from '../journal/follower.ts';
import { isGeneral, paidFor, slopeAt } from '../router/evaluate.ts';
import { curvesOf, isOpen } from '../routes/finder.ts';

/** More than the logarithm of any price. */
const FAR = 1000;
/** From here on the reference is put where the pools are now: it is no use to remember that they were elsewhere long ago. */
const MOVED = 0.01;

const NOTHING = { alpha: 0, beta: 0 };
type Curves = readonly [NumericCurve, NumericCurve];
const CLOSED: Curves = [NOTHING, NOTHING];

/** How far a pool is from its reference, as logarithms: what it pays more than there, and what it would pay more there. */
type Distance = { readonly up: number; readonly down: number };

/**
 * Whatever a way goes through, what it pays has risen by no more than the product of what its pools have: each is concave, none is
 * in it twice, and there are at most so many. Pools are compared with a reference, not with where they were last: a price that goes
 * to and fro has not risen.
 */
export class Gains implements Fold {
  readonly #maxPools: number;
  readonly #reference = new Map<BookPool, Curves>();
  readonly #distances = new Map<BookPool, Distance>();
  readonly #changed = new Set<BookPool>();
  /** What all may have risen before the reference was put where it is. */
  #before = 0;
  #up = 0;
  #down = 0;

  constructor({ maxPools }: { readonly maxPools: number }) {
    this.#maxPools = maxPools;
  }

  restart(book: Book): void {
    for (const known of [this.#reference, this.#distances, this.#changed]) known.clear();
    for (const pool of book.pools) this.#reference.set(pool, curvesIn(pool));
    [this.#before, this.#up, this.#down] = [this.#before + FAR, 0, 0];
  }

  take(_: Posted, pools: readonly BookPool[]): void {
    for (const pool of pools) this.#changed.add(pool);
  }

  /** How high anything may be by now. */
  get top(): number {
    this.#measure();
    return this.#before + this.#up;
  }

  /** From where a rise is to be counted that begins now: as soon as `top` is higher by it, it may have happened. */
  get base(): number {
    this.#measure();
    return this.#before - this.#down;
  }

  #measure(): void {
    if (this.#changed.size === 0) return;
    for (const pool of this.#changed) {
      const [before, now] = [this.#reference.get(pool) ?? CLOSED, curvesIn(pool)];
      this.#distances.set(pool, { up: riseOf(before, now, pool), down: riseOf(now, before, pool) });
    }
    this.#changed.clear();
    const distances = [...this.#distances.values()];
    this.#up = this.#most(distances.map(({ up }) => up));
    this.#down = this.#most(distances.map(({ down }) => down));
    if (this.#up + this.#down < MOVED) return;
    for (const pool of this.#distances.keys()) this.#reference.set(pool, curvesIn(pool));
    this.#distances.clear();
    [this.#before, this.#up, this.#down] = [this.#before + this.#up, 0, 0];
  }

  /** Of as many as one way goes through. */
  #most(rises: readonly number[]): number {
    const highest = rises.length > this.#maxPools ? rises.toSorted((one, other) => other - one) : rises;
    return highest.slice(0, this.#maxPools).reduce((sum, rise) => sum + rise, 0);
  }
}

const curvesIn = (pool: BookPool): Curves => (isOpen(pool) ? curvesOf(pool) : CLOSED);

const riseOf = (before: Curves, now: Curves, { reserve0, reserve1 }: BookPool): number =>
  Math.max(0, riseIn(before[0], now[0], Number(reserve0)), riseIn(before[1], now[1], Number(reserve1)));

/** The most that one curve pays more than another for anything, as a logarithm. */
function riseIn(before: NumericCurve, now: NumericCurve, reserveIn: number): number {
  if (now === NOTHING) return 0;
  if (before === NOTHING) return FAR;
  const ofLittle = Math.log(slopeAt(now, 0) / slopeAt(before, 0));
  if (isGeneral(before) || isGeneral(now)) return Math.min(FAR, Math.max(ofLittle, riseOfAny(before, now, reserveIn)));
  // αx/(1+βx) has risen most for very little, or for very much.
  return Math.min(FAR, Math.max(ofLittle, ofLittle + Math.log(before.beta / now.beta)));
}

/** Parts of the reserve for which a curve without a formula is compared, and how much more there may be between them. */
const PARTS = Array.from({ length: 25 }, (_, power) => 4 ** (power - 18));
const BETWEEN = 2;

function riseOfAny(before: NumericCurve, now: NumericCurve, reserveIn: number): number {
  let most = 0;
  for (const part of PARTS) {
    const units = part * reserveIn;
    most = Math.max(most, Math.log(paidFor(now, units) / paidFor(before, units)));
  }
  return Number.isFinite(most) ? BETWEEN * most : FAR;
}
