// Lots in a double-ended queue of 48 bytes each, so that a million of them fit into memory, and move a thousand at a time.
import { assert } from '../assert.ts';
import type { Disposed } from './disposed.ts';
import type { Lot } from './lot.ts';
import { LotBlock } from './lot-block.ts';

/** Lots of the smallest and of the largest block. */
const [LEAST, MOST] = [8, 1024];
/** Fewer lots than these are copied into a neighbouring block, so that no queue falls into pieces. */
const FEW = 32;

export class PackedLots {
  readonly #blocks: LotBlock[] = [];
  #count = 0;
  units = 0n;
  /** The part of `units` whose cost is unknown. */
  unknownUnits = 0n;
  /** The cost of the rest. */
  cost = 0n;
  /** Lots and blocks that were moved, as a measure of the work. */
  moves = 0;

  get count(): number {
    return this.#count;
  }

  get first(): Lot | undefined {
    return this.#blocks[0]?.first;
  }

  get last(): Lot | undefined {
    return this.#blocks.at(-1)?.last;
  }

  push(lot: Lot): void {
    let block = this.#blocks.at(-1);
    if (!block?.hasRoomAtEnd) {
      block = new LotBlock(this.#nextSize(), 'start');
      this.#blocks.push(block);
    }
    block.push(lot);
    this.#add(lot);
  }

  unshift(lot: Lot): void {
    let block = this.#blocks[0];
    if (!block?.hasRoomAtStart) {
      block = new LotBlock(this.#nextSize(), 'end');
      this.#blocks.unshift(block);
    }
    block.unshift(lot);
    this.#add(lot);
  }

  shift(): Lot {
    const [block] = this.#blocks;
    assert(block !== undefined, 'there is a lot to take');
    const lot = block.shift();
    if (block.count === 0) this.#blocks.shift();
    this.#remove(lot);
    return lot;
  }

  pop(): Lot {
    const block = this.#blocks.at(-1);
    assert(block !== undefined, 'there is a lot to take');
    const lot = block.pop();
    if (block.count === 0) this.#blocks.pop();
    this.#remove(lot);
    return lot;
  }

  /** Takes the oldest lots, as long as they are whole; returns how many units are left to take. */
  takeUnits(units: bigint, disposed: Disposed): bigint {
    let left = units;
    for (let block = this.#blocks[0]; block && block.units <= left; block = this.#blocks[0]) {
      left -= block.units;
      disposed.addBlock(this.#shiftBlock());
    }
    for (let lot = this.first; lot && lot.units <= left; lot = this.first) {
      left -= lot.units;
      disposed.add(this.shift());
    }
    return left;
  }

  /** Moves the oldest lots to the end of another queue, as long as they are whole; returns how many units are left to move. */
  moveUnits(units: bigint, target: PackedLots): bigint {
    let left = units;
    for (let block = this.#blocks[0]; block && block.units <= left; block = this.#blocks[0]) {
      left -= block.units;
      target.#append(this.#shiftBlock());
    }
    for (let lot = this.first; lot && lot.units <= left; lot = this.first) {
      left -= lot.units;
      target.push(this.shift());
    }
    return left;
  }

  /** Moves the lots of transactions up to this one to the end of another queue; they must be in the order of their transactions. */
  moveThrough(sequence: number, target: PackedLots): void {
    for (let block = this.#blocks[0]; block && block.last.sequence <= sequence; block = this.#blocks[0]) {
      target.#append(this.#shiftBlock());
    }
    for (let lot = this.first; lot && lot.sequence <= sequence; lot = this.first) target.push(this.shift());
  }

  /** Moves all lots before those of another queue. */
  moveBefore(target: PackedLots): void {
    for (let block = this.#blocks.pop(); block; block = this.#blocks.pop()) {
      this.#leave(block);
      target.#prepend(block);
    }
  }

  /** The lots of a transaction, if all lots are in the order of their transactions. */
  find(sequence: number): readonly Lot[] {
    let [low, high] = [0, this.#blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#blocks[middle] as LotBlock).last.sequence < sequence) low = middle + 1;
      else high = middle;
    }
    const found: Lot[] = [];
    for (; low < this.#blocks.length; low += 1) {
      const block = this.#blocks[low] as LotBlock;
      if (block.first.sequence > sequence) break;
      found.push(...block.find(sequence));
    }
    return found;
  }

  #shiftBlock(): LotBlock {
    const block = this.#blocks.shift() as LotBlock;
    this.#leave(block);
    return block;
  }

  #append(block: LotBlock): void {
    if (block.count < FEW) while (block.count > 0) this.push(block.shift());
    else {
      this.#blocks.push(block);
      this.#enter(block);
    }
  }

  #prepend(block: LotBlock): void {
    if (block.count < FEW) while (block.count > 0) this.unshift(block.pop());
    else {
      this.#blocks.unshift(block);
      this.#enter(block);
    }
  }

  #nextSize(): number {
    return Math.min(MOST, Math.max(LEAST, this.#count));
  }

  #enter({ count, units, known, unknown }: LotBlock): void {
    this.#count += count;
    this.units += units;
    this.unknownUnits += unknown.units;
    this.cost += known.cost;
    this.moves += 1;
  }

  #leave({ count, units, known, unknown }: LotBlock): void {
    this.#count -= count;
    this.units -= units;
    this.unknownUnits -= unknown.units;
    this.cost -= known.cost;
  }

  #add({ units, cost }: Lot): void {
    this.#count += 1;
    this.moves += 1;
    this.units += units;
    if (cost === null) this.unknownUnits += units;
    else this.cost += cost;
  }

  #remove({ units, cost }: Lot): void {
    this.#count -= 1;
    this.units -= units;
    if (cost === null) this.unknownUnits -= units;
    else this.cost -= cost;
  }
}
