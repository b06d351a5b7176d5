// A seeded random generator that uses only integers, sums and products, so that every machine draws the same.
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not including 1. Mulberry32: 32 bits from a counter, scrambled by a multiplicative hash. */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Nearly normal with mean 0 and deviation 1: the sum of twelve draws has variance 1. */
  normal(): number {
    let sum = -6;
    for (let draws = 0; draws < 12; draws += 1) sum += this.unit();
    return sum;
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.unit() * items.length)] as Item;
  }

  /** One of the items, with a probability in proportion to its weight. */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
    let left = this.unit() * items.reduce((sum, item) => sum + weightOf(item), 0);
    const drawn = items.find((item) => {
      left -= weightOf(item);
      return left < 0;
    });
    return drawn ?? (items.at(-1) as Item);
  }
}
