// All pools in floats. An edge is a pool in one direction: pool p has the edges 2p and 2p+1. Pools are updated in place.
import type { NumericCurve } from '../core/curves/curve.ts';
import { layOut, type Slots, write } from './slots.ts';

const CLOSED: NumericCurve = { alpha: 0, beta: 0 };

export class Market {
  /** By edge: its input token, and its curve. */
  readonly #tails: number[] = [];
  readonly #curves: NumericCurve[] = [];
  #tokens = 0;
  #changes = 0;
  #slots: Slots | undefined;

  get tokens(): number {
    return this.#tokens;
  }

  /** How often a pool was added or changed, so that a cached result can be recognised as outdated. */
  get changes(): number {
    return this.#changes;
  }

  get edges(): number {
    return this.#tails.length;
  }

  /** Adds the pool of two tokens, numbered from 0, and returns its number; a pair has at most one pool. */
  append(one: number, other: number, forward: NumericCurve, backward: NumericCurve): number {
    this.#tails.push(one, other);
    this.#curves.push(forward, backward);
    this.#tokens = Math.max(this.#tokens, one + 1, other + 1);
    this.#slots = undefined;
    this.#changes += 1;
    return this.edges / 2 - 1;
  }

  /** Replaces a pool's curves in both directions. */
  set(pool: number, forward: NumericCurve, backward: NumericCurve): void {
    this.#curves[2 * pool] = forward;
    this.#curves[2 * pool + 1] = backward;
    this.#changes += 1;
    if (this.#slots === undefined) return;
    write(this.#slots, 2 * pool, forward);
    write(this.#slots, 2 * pool + 1, backward);
  }

  /** The pool pays nothing until it is set again. */
  close(pool: number): void {
    this.set(pool, CLOSED, CLOSED);
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
}
