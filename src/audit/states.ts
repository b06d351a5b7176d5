// The states of a pool in one buffer: as objects, those of the last minutes of a busy exchange would take hundreds of megabytes.
import type { Reserves } from './price.ts';

export type PoolState = Reserves & { readonly sequence: number; readonly atMs: number };

/** Eight bytes each: sequence, time, and two words for each reserve, which is below 2^120. */
const WORDS = 6;
const FEWEST = 8;

/** Each state has a number, which it keeps when earlier ones are dropped. */
export class States {
  /** Number of the first state that is kept. */
  first = 0;
  /** Number of the next state. */
  end = 0;
  #numbers = new Float64Array(0);
  #words = new BigUint64Array(0);

  constructor(states: readonly PoolState[] = []) {
    for (const state of states) this.add(state);
  }

  get count(): number {
    return this.end - this.first;
  }

  add({ sequence, atMs, reserve0, reserve1 }: PoolState): void {
    const place = this.count * WORDS;
    if (place === this.#numbers.length)
      this.#hold(this.#numbers.buffer.transfer(Math.max(FEWEST, 2 * this.count) * WORDS * 8));
    this.#numbers[place] = sequence;
    this.#numbers[place + 1] = atMs;
    // An array of 64-bit words cuts what it is given to its low 64 bits.
    this.#words[place + 2] = reserve0;
    this.#words[place + 3] = reserve0 >> 64n;
    this.#words[place + 4] = reserve1;
    this.#words[place + 5] = reserve1 >> 64n;
    this.end += 1;
  }

  sequenceOf(number: number): number {
    return this.#numbers[(number - this.first) * WORDS] as number;
  }

  timeOf(number: number): number {
    return this.#numbers[(number - this.first) * WORDS + 1] as number;
  }

  at(number: number): PoolState {
    const place = (number - this.first) * WORDS;
    const wide = (low: number) => (this.#words[low] as bigint) + ((this.#words[low + 1] as bigint) << 64n);
    return {
      sequence: this.sequenceOf(number),
      atMs: this.timeOf(number),
      reserve0: wide(place + 2),
      reserve1: wide(place + 4),
    };
  }

  from(number: number): readonly PoolState[] {
    return Array.from({ length: this.end - number }, (_, place) => this.at(number + place));
  }

  /** Drops the states before the one with this number. */
  dropBefore(number: number): void {
    const bytes = WORDS * 8;
    this.#hold(this.#numbers.buffer.slice((number - this.first) * bytes, this.count * bytes));
    this.first = number;
  }

  #hold(buffer: ArrayBuffer): void {
    this.#numbers = new Float64Array(buffer);
    this.#words = new BigUint64Array(buffer);
  }
}
