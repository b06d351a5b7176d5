// Generators for property tests: amounts of every size, and all fees that a pool may have.
import fc from 'fast-check';
import { type Amount, amount, MAX_AMOUNT, ppm } from '../src/core/amount.ts';
import type { Rates } from '../src/core/pool.ts';

/** Evenly distributed over the number of digits, plus the ends of the range. */
export function anyAmount({ min = 0n, max = MAX_AMOUNT }: { min?: bigint; max?: bigint } = {}): fc.Arbitrary<Amount> {
  const sized = fc.integer({ min: bitsOf(min), max: bitsOf(max) }).chain((bits) => {
    const [lowest, highest] = bits === 0 ? [0n, 0n] : [1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n];
    return fc.bigInt({ min: lowest > min ? lowest : min, max: highest < max ? highest : max });
  });
  return fc.oneof({ weight: 15, arbitrary: sized }, fc.constantFrom(min, max)).map(amount);
}

const bitsOf = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length);

/** Rates that `ratesAreSound` accepts, ordinary ones as often as extreme ones. */
export const anyRates: fc.Arbitrary<Rates> = fc
  .record({
    lp: anyAmount({ max: 999_999n }),
    protocol: anyAmount({ max: 500_000n }),
    ref: anyAmount({ max: 500_000n }),
  })
  .map(({ lp, protocol, ref }) => {
    const room = 500_000n - protocol;
    return { lpFeePpm: ppm(lp), protocolFeePpm: ppm(protocol), refFeePpm: ppm(ref < room ? ref : room) };
  });
