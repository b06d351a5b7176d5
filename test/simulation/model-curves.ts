// The model's curves: what a trade must leave a pool with, what it brings, and what the price was before.
import { Fraction, millionths, smallest, whole } from './fraction.ts';

export type Held = { readonly in: bigint; readonly out: bigint };

export interface ModelCurve {
  /** Which reserves a trade may leave, where the LP fee does not count as paid. */
  keeps(before: Held): (grown: Fraction, left: bigint) => boolean;
  /** What the next unit would bring, before fees, if it did not move the price. */
  price(before: Held): Fraction;
  /** What such a payment brings, before fees, where `base` is what it brings in whole units. */
  brings(before: Held, counted: Fraction, base: bigint): Fraction;
}

/** The product of the reserves never falls. */
export const product: ModelCurve = {
  keeps: (before) => (grown, left) => grown.times(whole(left)).isAtLeast(whole(before.in * before.out)),
  price: (before) => new Fraction(before.out, before.in),
  brings(before, counted) {
    const left = whole(before.in * before.out).over(whole(before.in).plus(counted));
    return whole(before.out).minus(left);
  },
};

/** D never falls, where Ann·(x+y) + D = Ann·D + D³/4xy of the reserves in millionths of a unit of the finer token. */
export function stable(ann: bigint, decimals: { readonly in: number; readonly out: number }): ModelCurve {
  const finest = Math.max(decimals.in, decimals.out);
  const [unitIn, unitOut] = [decimals.in, decimals.out].map((own) => 10n ** BigInt(finest - own) * 1_000_000n) as [
    bigint,
    bigint,
  ];
  /** The least whole number that D does not exceed. */
  const invariant = ({ in: held, out }: Held): bigint => {
    const [x, y] = [held * unitIn, out * unitOut];
    const isEnough = (d: bigint) => d ** 3n + 4n * x * y * (ann - 1n) * d >= 4n * x * y * ann * (x + y);
    return smallest(x + y, isEnough) ?? x + y;
  };
  const priceAt = (d: bigint, { in: held, out }: Held): Fraction => {
    const [x, y] = [held * unitIn, out * unitOut];
    const flat = 4n * ann * x * y;
    return new Fraction(y * (flat * x + d ** 3n) * unitIn, x * (flat * y + d ** 3n) * unitOut);
  };
  return {
    keeps(before) {
      const d = invariant(before);
      return (grown, left) => {
        const [x, y] = [grown.times(whole(unitIn)).floor(), left * unitOut];
        return 4n * x * y * (ann * (x + y - d) + d) >= d ** 3n;
      };
    },
    /** D is a fraction between two whole numbers: the better of their prices, so that none is understated. */
    price(before) {
      const d = invariant(before);
      const [above, below] = [priceAt(d, before), priceAt(d - 1n, before)];
      return above.isAtLeast(below) ? above : below;
    },
    brings: (_, __, base) => whole(base),
  };
}

/** The part of a payment that is not the providers' fee. */
export const countedOf = (paid: bigint, feePpm: bigint): Fraction => whole(paid).times(millionths(1_000_000n - feePpm));
