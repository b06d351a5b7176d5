// All pools in floats. An edge is a pool in one direction: pool p has the edges 2p and 2p+1. Pools are updated in place.
import type { NumericCurve } from '../core/curves/curve.ts';
import { Growth } from './growth.ts';
import { layOut, type Slots, write } from './slots.ts';

const CLOSED: NumericCurve = { alpha: 0, beta: 0 };

export class RouterMarket {
  /** By edge: its input token, and its curve. */
  readonly #tails: number[] = [];
  readonly #curves: NumericCurve[] = [];
  #tokens = 0;
  #changes = 0;
  #slots: Slots | undefined;
  #growth: Growth | undefined;
  /** Pools closed for a search. */
  readonly #closed = new Set<number>();

  get tokens(): number {
    return this.#tokens;
  }

  /** How often a pool was added or changed, so that a cached result can be recognised as outdated. */
  get changes(): number {
    return this.#changes;
  }

  /** False during a search without some of the pools. */
  get isWhole(): boolean {
    return this.#closed.size === 0;
  }

  get edges(): number {
    return this.#tails.length;
  }

  /** Adds the pool of two tokens, numbered from 0, and returns its number; a pair has at most one pool. */
  append(one: number, other: number, forward: NumericCurve, backward: NumericCurve): number {
    this.#tails.push(one, other);
    this.#curves.push(forward, backward);
    this.#tokens = Math.max(this.#tokens, one + 1, other + 1);
    this.#slots = this.#growth = undefined;
    this.#changes += 1;
    return this.edges / 2 - 1;
  }

  /** Replaces a pool's curves in both directions. */
  set(pool: number, forward: NumericCurve, backward: NumericCurve): void {
    this.#closed.delete(pool);
    this.#replace(pool, forward, backward);
    this.#growth?.count(pool, this.#slopeOf(2 * pool), this.#slopeOf(2 * pool + 1));
  }

  /** The pool pays nothing until it is set again, after a search. Its growth is then counted from the slopes that it has now. */
  close(pool: number): void {
    this.#closed.add(pool);
    this.#replace(pool, CLOSED, CLOSED);
  }

  #replace(pool: number, forward: NumericCurve, backward: NumericCurve): void {
    this.#curves[2 * pool] = forward;
    this.#curves[2 * pool + 1] = backward;
    this.#changes += 1;
    if (this.#slots === undefined) return;
    write(this.#slots, 2 * pool, forward);
    write(this.#slots, 2 * pool + 1, backward);
  }

  tail(edge: number): number {
    return this.#tails[edge] as number;
  }

  head(edge: number): number {
    return this.#tails[edge ^ 1] as number;
  }

  curve(edge: number): NumericCurve {
    return this.#curves[edge] as NumericCurve;
  }

  /** The pools by token, in contiguous memory; rebuilt only after a pool was added. */
  get slots(): Slots {
    this.#slots ??= layOut(this.#tokens, this.#tails, this.#curves);
    return this.#slots;
  }

  /** How much the initial slopes have risen, counted from when it is first asked for after a pool was added. */
  get growth(): Growth {
    this.#growth ??= new Growth(Float64Array.from(this.#curves, (_, edge) => this.#slopeOf(edge)));
    return this.#growth;
  }

  #slopeOf(edge: number): number {
    const { alphaOut, slotOf } = this.slots;
    return alphaOut[slotOf[edge] as number] as number;
  }
}
