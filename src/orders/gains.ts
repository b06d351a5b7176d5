// An upper bound of how far pools' prices may have risen, so that an order they could not fill is searched again only when they might.
import type { NumericCurve } from '../core/curves/curve.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Book, BookPool } from '../journal/book.ts';
import type { Fold } from '../journal/follower.ts';
import { isGeneral, paidFor, slopeAt } from '../router/evaluate.ts';
import { curvesOf } from '../routes/finder.ts';
import { isOpen } from '../routes/present-links.ts';

/** More than the logarithm of any price. */
const FAR = 1000;
/** When pools have moved this far from their reference states, their current states become the new reference. */
const MOVED = 0.01;

const NOTHING = { alpha: 0, beta: 0 };
type Curves = readonly [NumericCurve, NumericCurve];
const CLOSED: Curves = [NOTHING, NOTHING];

/** How far a pool is from its reference state, as logarithms: how much more it pays now (`up`), and how much more it paid then (`down`). */
type Distance = { readonly up: number; readonly down: number };

/**
 * For any route r between a time t and a later time u: ln(paid by r at u ÷ paid by r at t) ≤ top(u) − base(t). The payment of a route
 * rises by at most the product of what its pools rise by, since each curve is concave, no pool occurs twice, and there are at most
 * maxPools. Pools are compared with a reference and not with their last state, so a price that oscillates has not risen.
 */
export class Gains implements Fold {
  readonly #maxPools: number;
  readonly #reference = new Map<BookPool, Curves>();
  readonly #distances = new Map<BookPool, Distance>();
  readonly #changed = new Set<BookPool>();
  /** The upper bound of all rises before the current reference was set. */
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
    for (const pool of pools) this.note(pool);
  }

  /** Has a pool measured again, also if its reserves were changed by a rehearsal only: `base` then counts from the rehearsed prices. */
  note(pool: BookPool): void {
    this.#changed.add(pool);
  }

  /** The upper bound of what prices have risen by up to now, as a logarithm. */
  get top(): number {
    this.#measure();
    return this.#before + this.#up;
  }

  /** The start of a rise that is measured from now: once `top` exceeds it by some amount, prices may have risen by that amount. */
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

  /** The sum of the largest rises, of as many pools as a route can have. */
  #most(rises: readonly number[]): number {
    const highest = rises.length > this.#maxPools ? rises.toSorted((one, other) => other - one) : rises;
    return highest.slice(0, this.#maxPools).reduce((sum, rise) => sum + rise, 0);
  }
}

const curvesIn = (pool: BookPool): Curves => (isOpen(pool) ? curvesOf(pool) : CLOSED);

const riseOf = (before: Curves, now: Curves, { reserve0, reserve1 }: BookPool): number =>
  Math.max(0, riseIn(before[0], now[0], Number(reserve0)), riseIn(before[1], now[1], Number(reserve1)));

/** The most that one curve pays more than another for any amount, as a logarithm. */
function riseIn(before: NumericCurve, now: NumericCurve, reserveIn: number): number {
  if (now === NOTHING) return 0;
  if (before === NOTHING) return FAR;
  const ofLittle = Math.log(slopeAt(now, 0) / slopeAt(before, 0));
  if (isGeneral(before) || isGeneral(now)) return Math.min(FAR, Math.max(ofLittle, riseOfAny(before, now, reserveIn)));
  // αx/(1+βx) has risen most for very small or very large amounts.
  return Math.min(FAR, Math.max(ofLittle, ofLittle + Math.log(before.beta / now.beta)));
}

/** The fractions of the reserve at which general curves are compared, and a factor for what may lie between them. */
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
