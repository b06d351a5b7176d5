// The model's curves: which reserves a trade may leave, what it pays, and the price before it.
import { Fraction, millionths, smallest, whole } from './fraction.ts';

export type Reserves = { readonly in: bigint; readonly out: bigint };

export interface ModelCurve {
  /** Whether a trade may leave these reserves; the LP fee does not count as paid. */
  keeps(before: Reserves): (grown: Fraction, left: bigint) => boolean;
  /** The price before the trade: what an infinitesimal payment brings, before fees. */
  price(before: Reserves): Fraction;
  /** The exact proceeds of a payment before fees; `base` is the same in whole units. */
  brings(before: Reserves, counted: Fraction, base: bigint): Fraction;
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

/** D never falls, where Ann·(x+y) + D = Ann·D + D³/4xy, with reserves in millionths of a unit of the finer token. */
export function stable(ann: bigint, decimals: { readonly in: number; readonly out: number }): ModelCurve {
  const finest = Math.max(decimals.in, decimals.out);
  const [unitIn, unitOut] = [decimals.in, decimals.out].map((own) => 10n ** BigInt(finest - own) * 1_000_000n) as [
    bigint,
    bigint,
  ];
  /** D rounded up. */
  const invariant = ({ in: held, out }: Reserves): bigint => {
    const [x, y] = [held * unitIn, out * unitOut];
    const isEnough = (d: bigint) => d ** 3n + 4n * x * y * (ann - 1n) * d >= 4n * x * y * ann * (x + y);
    return smallest(x + y, isEnough) ?? x + y;
  };
  const priceAt = (d: bigint, { in: held, out }: Reserves): Fraction => {
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
    /** D lies between two integers: takes the better of their prices, so that none is understated. */
    price(before) {
      const d = invariant(before);
      const [above, below] = [priceAt(d, before), priceAt(d - 1n, before)];
      return above.isAtLeast(below) ? above : below;
    },
    brings: (_, __, base) => whole(base),
  };
}

/** The payment without the providers' fee. */
export const countedOf = (paid: bigint, feePpm: bigint): Fraction => whole(paid).times(millionths(1_000_000n - feePpm));
