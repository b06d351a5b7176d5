// Lots in a double-ended queue of 48 bytes each, so that a million of them fit into memory.
import { assert } from '../assert.ts';

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

/** Words of a lot: units (low, high), cost (low, high), time, and sequence with marks. */
const WORDS = 6;
/** Lots of the smallest and of the largest block. */
const [LEAST, MOST] = [8, 1024];
const [WORD_BITS, WORD] = [64n, (1n << 64n) - 1n];
const UNKNOWN = 0x80;
const MARKS = 0x7f;

/** Lots `from` to `to` (exclusive) of a block are in use. */
type Block = { readonly words: BigUint64Array; readonly size: number; from: number; to: number };

export class PackedLots {
  readonly #blocks: Block[] = [];
  /** Costs of more than 128 bits; the lot holds their number instead, and `WORD` as the high word. */
  readonly #wide = new Map<bigint, bigint>();
  #nextWide = 0n;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get first(): Lot | undefined {
    const block = this.#blocks[0];
    return block && this.#read(block, block.from);
  }

  get last(): Lot | undefined {
    const block = this.#blocks.at(-1);
    return block && this.#read(block, block.to - 1);
  }

  push(lot: Lot): void {
    let block = this.#blocks.at(-1);
    if (!block || block.to === block.size) {
      block = this.#newBlock(0);
      this.#blocks.push(block);
    }
    this.#write(block, block.to, lot);
    block.to += 1;
    this.#count += 1;
  }

  unshift(lot: Lot): void {
    let block = this.#blocks[0];
    if (!block || block.from === 0) {
      block = this.#newBlock('end');
      this.#blocks.unshift(block);
    }
    block.from -= 1;
    this.#write(block, block.from, lot);
    this.#count += 1;
  }

  shift(): Lot {
    const [block] = this.#blocks;
    assert(block !== undefined, 'there is a lot to take');
    const lot = this.#read(block, block.from);
    this.#forget(block, block.from);
    block.from += 1;
    if (block.from === block.to) this.#blocks.shift();
    this.#count -= 1;
    return lot;
  }

  pop(): Lot {
    const block = this.#blocks.at(-1);
    assert(block !== undefined, 'there is a lot to take');
    block.to -= 1;
    const lot = this.#read(block, block.to);
    this.#forget(block, block.to);
    if (block.from === block.to) this.#blocks.pop();
    this.#count -= 1;
    return lot;
  }

  /** The lots of a transaction, if all lots are in the order of their transactions. */
  find(sequence: number): readonly Lot[] {
    const found: Lot[] = [];
    for (const block of this.#blocksWith(sequence)) {
      for (let at = block.from; at < block.to; at += 1) {
        if (sequenceIn(block, at) === sequence) found.push(this.#read(block, at));
      }
    }
    return found;
  }

  /** Blocks that may contain the transaction: the last that begins before it, and those that begin with it. */
  #blocksWith(sequence: number): readonly Block[] {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const block = this.#blocks[middle] as Block;
      if (sequenceIn(block, block.from) < sequence) low = middle + 1;
      else high = middle;
    }
    const blocks = this.#blocks.slice(Math.max(0, low - 1), low);
    for (; low < this.#blocks.length; low += 1) {
      const block = this.#blocks[low] as Block;
      if (sequenceIn(block, block.from) > sequence) break;
      blocks.push(block);
    }
    return blocks;
  }

  #newBlock(from: 0 | 'end'): Block {
    const size = Math.min(MOST, Math.max(LEAST, this.#count));
    const at = from === 0 ? 0 : size;
    return { words: new BigUint64Array(size * WORDS), size, from: at, to: at };
  }

  #write({ words }: Block, at: number, { units, cost, sequence, atMs, marks }: Lot): void {
    const place = at * WORDS;
    const [low, high] = this.#packCost(cost ?? 0n);
    words[place] = units & WORD;
    words[place + 1] = units >> WORD_BITS;
    words[place + 2] = low;
    words[place + 3] = high;
    words[place + 4] = BigInt(atMs);
    words[place + 5] = (BigInt(sequence) << 8n) | BigInt(cost === null ? marks | UNKNOWN : marks);
  }

  #packCost(cost: bigint): readonly [bigint, bigint] {
    const high = cost >> WORD_BITS;
    if (high < WORD) return [cost & WORD, high];
    const number = this.#nextWide;
    this.#nextWide += 1n;
    this.#wide.set(number, cost);
    return [number, WORD];
  }

  #read({ words }: Block, at: number): Lot {
    const place = at * WORDS;
    const word = (index: number) => words[place + index] as bigint;
    const named = word(5);
    const marks = Number(named & 0xffn);
    const cost = word(3) === WORD ? (this.#wide.get(word(2)) as bigint) : (word(3) << WORD_BITS) | word(2);
    return {
      units: (word(1) << WORD_BITS) | word(0),
      cost: marks & UNKNOWN ? null : cost,
      sequence: Number(named >> 8n),
      atMs: Number(word(4)),
      marks: marks & MARKS,
    };
  }

  #forget({ words }: Block, at: number): void {
    if (words[at * WORDS + 3] === WORD) this.#wide.delete(words[at * WORDS + 2] as bigint);
  }
}

const sequenceIn = ({ words }: Block, at: number): number => Number((words[at * WORDS + 5] as bigint) >> 8n);
