// A block of packed lots: six words of 64 bits for each.
import { include, type Lot, nothing } from './lot.ts';

/** Words of a lot: units (low, high), cost (low, high), time, and sequence with marks. */
const WORDS = 6;
const [WORD_BITS, WORD] = [64n, (1n << 64n) - 1n];
const UNKNOWN = 0x80;
const MARKS = 0x7f;

export class LotBlock {
  readonly #words: BigUint64Array;
  readonly #size: number;
  /** Costs of more than 128 bits; the lot holds their number instead, and `WORD` as the high word. */
  #wide: Map<bigint, bigint> | undefined;
  /** The lots `from` to `to` (exclusive) are in use. */
  #from: number;
  #to: number;
  /** What the lots with and without a known cost add up to. */
  readonly known = nothing();
  readonly unknown = nothing();
  /** True until a lot is taken: the times and marks of what is left are then unknown without a look at each. */
  isWhole = true;

  constructor(size: number, first: 'start' | 'end') {
    this.#words = new BigUint64Array(size * WORDS);
    this.#size = size;
    this.#from = first === 'start' ? 0 : size;
    this.#to = this.#from;
  }

  get units(): bigint {
    return this.known.units + this.unknown.units;
  }

  get count(): number {
    return this.#to - this.#from;
  }

  get hasRoomAtStart(): boolean {
    return this.#from > 0;
  }

  get hasRoomAtEnd(): boolean {
    return this.#to < this.#size;
  }

  get first(): Lot {
    return this.#read(this.#from);
  }

  get last(): Lot {
    return this.#read(this.#to - 1);
  }

  push(lot: Lot): void {
    this.#write(this.#to, lot);
    this.#to += 1;
  }

  unshift(lot: Lot): void {
    this.#from -= 1;
    this.#write(this.#from, lot);
  }

  shift(): Lot {
    const lot = this.#take(this.#from);
    this.#from += 1;
    return lot;
  }

  pop(): Lot {
    this.#to -= 1;
    return this.#take(this.#to);
  }

  find(sequence: number): readonly Lot[] {
    const found: Lot[] = [];
    const wanted = BigInt(sequence);
    for (let at = this.#from; at < this.#to; at += 1) {
      if ((this.#words[at * WORDS + 5] as bigint) >> 8n === wanted) found.push(this.#read(at));
    }
    return found;
  }

  #write(at: number, { units, cost, sequence, atMs, marks }: Lot): void {
    const [words, place] = [this.#words, at * WORDS];
    const [low, high] = this.#packCost(cost ?? 0n);
    words[place] = units & WORD;
    words[place + 1] = units >> WORD_BITS;
    words[place + 2] = low;
    words[place + 3] = high;
    words[place + 4] = BigInt(atMs);
    words[place + 5] = (BigInt(sequence) << 8n) | BigInt(cost === null ? marks | UNKNOWN : marks);
    const ms = atMs === 0 ? null : atMs;
    include(cost === null ? this.unknown : this.known, { units, cost: cost ?? 0n, firstMs: ms, lastMs: ms, marks });
  }

  #packCost(cost: bigint): readonly [bigint, bigint] {
    const high = cost >> WORD_BITS;
    if (high < WORD) return [cost & WORD, high];
    this.#wide ??= new Map();
    let number = BigInt(this.#wide.size);
    while (this.#wide.has(number)) number += 1n;
    this.#wide.set(number, cost);
    return [number, WORD];
  }

  #read(at: number): Lot {
    const [words, place] = [this.#words, at * WORDS];
    const word = (index: number) => words[place + index] as bigint;
    const named = word(5);
    const marks = Number(named & 0xffn);
    return {
      units: (word(1) << WORD_BITS) | word(0),
      cost: marks & UNKNOWN ? null : this.#costOf(word(2), word(3)),
      sequence: Number(named >> 8n),
      atMs: Number(word(4)),
      marks: marks & MARKS,
    };
  }

  #costOf(low: bigint, high: bigint): bigint {
    return high === WORD ? (this.#wide?.get(low) as bigint) : (high << WORD_BITS) | low;
  }

  #take(at: number): Lot {
    const lot = this.#read(at);
    if (this.#words[at * WORDS + 3] === WORD) this.#wide?.delete(this.#words[at * WORDS + 2] as bigint);
    const part = lot.cost === null ? this.unknown : this.known;
    part.units -= lot.units;
    part.cost -= lot.cost ?? 0n;
    this.isWhole = false;
    return lot;
  }
}
