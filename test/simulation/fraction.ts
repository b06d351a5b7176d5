// Exact rationals and searches: the model's only arithmetic, so that rounding happens only where it is stated.
export class Fraction {
  readonly #numerator: bigint;
  readonly #denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    if (denominator <= 0n) throw new RangeError(`a fraction over ${denominator}`);
    this.#numerator = numerator;
    this.#denominator = denominator;
  }

  plus(other: Fraction): Fraction {
    const numerator = this.#numerator * other.#denominator + other.#numerator * this.#denominator;
    return new Fraction(numerator, this.#denominator * other.#denominator);
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.#numerator, other.#denominator));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.#numerator * other.#numerator, this.#denominator * other.#denominator);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.#numerator * other.#denominator, this.#denominator * other.#numerator);
  }

  isAtLeast(other: Fraction): boolean {
    return this.#numerator * other.#denominator >= other.#numerator * this.#denominator;
  }

  floor(): bigint {
    const quotient = this.#numerator / this.#denominator;
    return quotient * this.#denominator > this.#numerator ? quotient - 1n : quotient;
  }

  ceil(): bigint {
    return -new Fraction(-this.#numerator, this.#denominator).floor();
  }
}

export const whole = (value: bigint): Fraction => new Fraction(value);
export const millionths = (value: bigint): Fraction => new Fraction(value, 1_000_000n);

/** The largest number from 0 to `limit` for which `holds` is true, given that it is true for all smaller ones. */
export function largest(limit: bigint, holds: (candidate: bigint) => boolean): bigint {
  let low = 0n;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (holds(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** The smallest number from 0 to `limit` for which `holds` is true, given that it is true for all larger ones; null if none. */
export function smallest(limit: bigint, holds: (candidate: bigint) => boolean): bigint | null {
  if (limit < 0n || !holds(limit)) return null;
  return limit - largest(limit, (distance) => holds(limit - distance));
}
