// A seeded random generator: the same seed gives the same simulation.
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Mulberry32: 32 bits from a counter scrambled by a multiplicative hash. */
  #bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  below(limit: number): number {
    return this.#bits() % limit;
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[this.below(items.length)] as Item;
  }

  pickAny<Item>(items: readonly Item[]): Item | undefined {
    return items.length === 0 ? undefined : this.pick(items);
  }

  /** One of the names, with a probability proportional to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights);
    let left = this.below(entries.reduce((sum, [, weight]) => sum + weight, 0));
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name as Name;
    }
    throw new RangeError('no weight is positive');
  }

  /** From 0 to `limit`, evenly over the number of digits. */
  sized(limit: bigint): bigint {
    const bits = this.below(limit.toString(2).length + 1);
    let value = 0n;
    for (let drawn = 0; drawn < bits; drawn += 32) value = (value << 32n) | BigInt(this.#bits());
    value = BigInt.asUintN(bits, value);
    return value > limit ? limit : value;
  }
}
