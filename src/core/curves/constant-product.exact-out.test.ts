// Exact-out finds the smallest input whose exact-in result reaches the wanted output, checked from both sides and by brute force.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { type Amount, amount, MAX_AMOUNT, ppm } from '../amount.ts';
import { AssertionFailure } from '../assert.ts';
import { type SwapRates, swapExactIn, swapExactOut } from '../maths/fill.ts';
import { constantProduct } from './constant-product.ts';
import type { Reserves } from './curve.ts';

const rates = (lp: bigint, protocol: bigint, ref: bigint) => ({
  lpFeePpm: ppm(lp),
  protocolFeePpm: ppm(protocol),
  refFeePpm: ppm(ref),
});
/** The fill, or null for any refusal. */
const exactOut = (reserves: Reserves, at: SwapRates, out: Amount, maxIn: bigint) => {
  const fill = swapExactOut(constantProduct, reserves, at, out, maxIn);
  return fill === 'input_too_large' ? null : fill;
};
const EVEN = { reserveIn: amount(1000n), reserveOut: amount(1000n) };
const FREE = rates(0n, 0n, 0n);

describe('an exact-out swap worked by hand', () => {
  test.each([
    { what: '1·1000 / 999 = 1.001…, so 2', at: FREE, out: 1n, amountIn: 2n },
    { what: '500·1000 / 500 = 1000 exactly', at: FREE, out: 500n, amountIn: 1000n },
    { what: 'all but the last unit', at: FREE, out: 999n, amountIn: 999_000n },
    { what: '1002.004… with an LP fee of 0.2 %', at: rates(2000n, 0n, 0n), out: 500n, amountIn: 1003n },
    {
      what: 'base 3 leaves 1 after two fees of a unit, 3·1000 / 997 = 3.009…',
      at: rates(0n, 1000n, 1000n),
      out: 1n,
      amountIn: 4n,
    },
    // Base 8 nets 4 and base 9 only 3; the first base that nets 5 is 11: 11·1000 / 989 = 11.1….
    { what: 'a base beyond the first candidate', at: rates(0n, 250_000n, 250_000n), out: 5n, amountIn: 12n },
  ])('$what', ({ at, out, amountIn }) => {
    expect(swapExactOut(constantProduct, EVEN, at, amount(out), MAX_AMOUNT)).toMatchObject({
      amountIn,
      amountOut: out,
    });
    expect(swapExactIn(constantProduct, EVEN, at, amount(amountIn))?.amountOut).toBeGreaterThanOrEqual(out);
    expect(swapExactIn(constantProduct, EVEN, at, amount(amountIn - 1n))?.amountOut ?? 0n).toBeLessThan(out);
  });

  test.each([
    { what: 'the whole reserve', at: FREE, out: 1000n },
    { what: 'more than the reserve', at: FREE, out: 1001n },
    { what: 'all but the last unit, if a fee takes some of it,', at: rates(0n, 1000n, 0n), out: 999n },
  ])('$what cannot be bought', ({ at, out }) => {
    expect(swapExactOut(constantProduct, EVEN, at, amount(out), MAX_AMOUNT)).toBeNull();
  });

  test('the input may reach maxIn but not exceed it', () => {
    expect(swapExactOut(constantProduct, EVEN, FREE, amount(500n), 1000n)).toMatchObject({ amountIn: 1000n });
    expect(swapExactOut(constantProduct, EVEN, FREE, amount(500n), 999n)).toBe('input_too_large');
  });

  test.each([rates(1_000_000n, 0n, 0n), rates(0n, 500_000n, 500_000n)])(
    'throws on rates that leave nothing: %o',
    (at) => {
      expect(() => swapExactOut(constantProduct, EVEN, at, amount(1n), MAX_AMOUNT)).toThrow(AssertionFailure);
    },
  );
});

test('two fees rounded up make the output fall while the input grows, and the search still finds the smallest', () => {
  const at = rates(0n, 250_000n, 250_000n);
  const outs = Array.from(
    { length: 13 },
    (_, i) => swapExactIn(constantProduct, EVEN, at, amount(BigInt(i)))?.amountOut ?? 0n,
  );
  expect(outs).toEqual([0n, 0n, 0n, 0n, 1n, 2n, 1n, 2n, 3n, 4n, 3n, 4n, 5n]);
  const smallest = [1n, 2n, 3n, 4n, 5n].map((out) => exactOut(EVEN, at, amount(out), MAX_AMOUNT)?.amountIn);
  expect(smallest).toEqual([4n, 5n, 8n, 9n, 12n]);
});

test('in every small pool the input is the smallest that trying every input finds', () => {
  const maxIn = 400n;
  const inputs = Array.from({ length: Number(maxIn) + 1 }, (_, i) => amount(BigInt(i)));
  const small = fc.bigInt({ min: 1n, max: 60n }).map(amount);
  // Steps of 5 % often make both fees step together, which is when the output falls.
  const coarse = fc
    .record({ lp: fc.bigInt(0n, 19n), protocol: fc.bigInt(0n, 10n), ref: fc.bigInt(0n, 10n) })
    .filter(({ protocol, ref }) => protocol + ref <= 10n)
    .map(({ lp, protocol, ref }) => rates(lp * 50_000n, protocol * 50_000n, ref * 50_000n));
  const property = fc.property(small, small, fc.oneof(anyRates, coarse), (reserveIn, reserveOut, at) => {
    const reserves = { reserveIn, reserveOut };
    const tried = inputs.map((amountIn) => swapExactIn(constantProduct, reserves, at, amountIn));
    for (let out = 1n; out <= reserveOut; out++) {
      const smallest = tried.find((fill) => fill !== null && fill.amountOut >= out);
      const fill = exactOut(reserves, at, amount(out), maxIn);
      expect(fill?.amountIn).toBe(smallest?.amountIn);
      expect(fill?.amountOut).toBe(smallest && out);
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('in every pool the input reaches the output and one unit less does not', () => {
  const reserve = anyAmount({ min: 1n, max: MAX_AMOUNT / 2n });
  const property = fc.property(reserve, reserve, anyRates, reserve, (reserveIn, reserveOut, at, amountIn) => {
    const reserves = { reserveIn, reserveOut };
    const out = swapExactIn(constantProduct, reserves, at, amountIn)?.amountOut;
    fc.pre(out !== undefined);
    const fill = exactOut(reserves, at, out, amountIn);
    expect(fill).not.toBeNull();
    expect(fill?.amountOut).toBe(out);
    const enough = swapExactIn(constantProduct, reserves, at, fill?.amountIn ?? amount(0n));
    expect(enough?.amountOut).toBeGreaterThanOrEqual(out);
    expect(fill?.amountIn).toBeLessThanOrEqual(amountIn);
    const less = swapExactIn(constantProduct, reserves, at, amount((fill?.amountIn ?? 1n) - 1n));
    expect(less?.amountOut ?? 0n).toBeLessThan(out);
  });
  fc.assert(property, { numRuns: 2000 });
});
