// Splitting a swap: the pieces together pay at most one base unit more than the whole, and only if two fees are charged.
//
// Proof. Let γ = 1 − lpFee, f(x; R, Q) = γxQ/(R + γx) the unrounded base of an input x, p and r the two output fees,
// and net(B) = B − ⌈pB⌉ − ⌈rB⌉ what a base B pays.
//
// 1. Bases. The first piece a takes B₁ = f(a; R, Q) − ε with 0 ≤ ε < 1 and leaves (R + a, Q − B₁). The second takes at
//    most φ·(Q − B₁) with φ = γb/(R + a + γb) < 1, so both take at most f(a) + φ(Q − f(a)) − ε(1 − φ): a rounding gives
//    nothing away. Without roundings the pieces leave Q·R/(R + γa)·(R + a)/(R + a + γb), the whole leaves
//    Q·R/(R + γa + γb), and the former is no less because (R + a)(R + γa + γb) − (R + γa)(R + a + γb) = γab(1 − γ) ≥ 0.
//    So B₁ + B₂ ≤ f(a + b), and as integers B₁ + B₂ ≤ B. By induction the same holds for any number of pieces; a piece
//    that is refused only makes the input smaller, and f grows with it.
// 2. Fees. ⌈x⌉ + ⌈y⌉ ≥ ⌈x + y⌉, so the pieces pay Σ net(Bᵢ) ≤ net(T) with T = ΣBᵢ ≤ B.
// 3. Their difference. With d = B − T, the same inequality gives net(B) − net(T) ≥ d − ⌈pd⌉ − ⌈rd⌉. If one of the fees
//    is zero this is ≥ 0, as ⌈pd⌉ ≤ d. With both, ⌈pd⌉ + ⌈rd⌉ < (p + r)d + 2 ≤ d + 2, so it is ≥ −1.
//
// Hence Σ net(Bᵢ) ≤ net(B) + 1, however many pieces there are, and ≤ net(B) where at most one fee is taken.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { amount, MAX_AMOUNT, ppm } from '../amount.ts';
import { type SwapRates, swapExactIn } from '../maths/fill.ts';
import { constantProduct } from './constant-product.ts';
import type { Reserves } from './curve.ts';

/** The sum that the inputs pay one after the other; a refused input pays nothing and leaves the pool unchanged. */
function paid(reserves: Reserves, rates: SwapRates, inputs: readonly bigint[]): bigint {
  let [total, pool] = [0n, reserves];
  for (const input of inputs) {
    const fill = swapExactIn(constantProduct, pool, rates, amount(input));
    total += fill?.amountOut ?? 0n;
    pool = fill?.after ?? pool;
  }
  return total;
}

const sum = (inputs: readonly bigint[]) => inputs.reduce((total, input) => total + input, 0n);
const boundOf = ({ protocolFeePpm, refFeePpm }: SwapRates) => (protocolFeePpm > 0n && refFeePpm > 0n ? 1n : 0n);

const rates = (lp: bigint, protocol: bigint, ref: bigint): SwapRates => ({
  lpFeePpm: ppm(lp),
  protocolFeePpm: ppm(protocol),
  refFeePpm: ppm(ref),
});
const pool = (reserveIn: bigint, reserveOut: bigint) => ({
  reserveIn: amount(reserveIn),
  reserveOut: amount(reserveOut),
});

describe('the pieces can pay as much more than the whole as the bound allows', () => {
  test.each([
    {
      what: 'one unit with two coarse fees: bases 4 and 4 net 2 each, base 9 nets 3',
      of: pool(100n, 100n),
      at: rates(0n, 250_000n, 250_000n),
      inputs: [5n, 5n],
      pieces: 4n,
      whole: 3n,
    },
    {
      what: 'one unit at the default rates: bases 1000 and 1000 net 998 each, base 2001 nets 1995',
      of: pool(10n ** 9n, 10n ** 9n),
      at: rates(2000n, 1000n, 1000n),
      inputs: [1003n, 1003n],
      pieces: 1996n,
      whole: 1995n,
    },
    {
      what: 'nothing without fees: 4·8 / 6 is 5, and 2·8 / 4 = 4 then 2·4 / 6 is 1',
      of: pool(2n, 8n),
      at: rates(0n, 0n, 0n),
      inputs: [2n, 2n],
      pieces: 5n,
      whole: 5n,
    },
    {
      what: 'nothing with one fee: bases 4 and 4 net 3 each, base 9 nets 6',
      of: pool(100n, 100n),
      at: rates(0n, 250_000n, 0n),
      inputs: [5n, 5n],
      pieces: 6n,
      whole: 6n,
    },
  ])('$what', ({ of, at, inputs, pieces, whole }) => {
    expect(paid(of, at, inputs)).toBe(pieces);
    expect(paid(of, at, [sum(inputs)])).toBe(whole);
    expect(pieces - whole).toBe(boundOf(at));
  });
});

describe('the pieces never pay more than the bound allows', () => {
  const holds = (reserves: Reserves, at: SwapRates, inputs: readonly bigint[]) =>
    paid(reserves, at, inputs) <= paid(reserves, at, [sum(inputs)]) + boundOf(at);

  test('in any pool, for any number of pieces', () => {
    const reserve = anyAmount({ min: 1n, max: MAX_AMOUNT / 2n });
    const inputs = fc.array(anyAmount({ min: 1n, max: MAX_AMOUNT / 16n }), { minLength: 2, maxLength: 8 });
    const property = fc.property(reserve, reserve, anyRates, inputs, (reserveIn, reserveOut, at, inputs) =>
      holds({ reserveIn, reserveOut }, at, inputs),
    );
    fc.assert(property, { numRuns: 3000 });
  });

  test('in small pools, where rounding weighs most, for every way to cut an input in two', () => {
    const small = fc.bigInt({ min: 1n, max: 300n }).map(amount);
    const input = fc.bigInt({ min: 2n, max: 120n });
    const fee = fc.constantFrom(0n, 1000n, 100_000n, 200_000n, 250_000n);
    const anySmall = fc.record({ lp: fc.constantFrom(0n, 2000n, 300_000n), protocol: fee, ref: fee });
    const property = fc.property(
      small,
      small,
      anySmall,
      input,
      (reserveIn, reserveOut, { lp, protocol, ref }, input) => {
        for (let first = 1n; first < input; first++) {
          expect(holds({ reserveIn, reserveOut }, rates(lp, protocol, ref), [first, input - first])).toBe(true);
        }
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});
