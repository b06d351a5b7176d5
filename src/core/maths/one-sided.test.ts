// Liquidity provided in one token compared with every manual split into a swap and a mint, on both curves.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { type Amount, amount, MAX_AMOUNT, ppm } from '../amount.ts';
import { constantProduct } from '../curves/constant-product.ts';
import type { Curve, Reserves } from '../curves/curve.ts';
import { StableCurve } from '../curves/stable.ts';
import { type SwapRates, swapExactIn } from './fill.ts';
import { mintFor } from './liquidity.ts';
import { firstAbove, mintFromOne, type OneSidedMint } from './one-sided.ts';

const rates = (lp: bigint, protocol: bigint): SwapRates => ({
  lpFeePpm: ppm(lp),
  protocolFeePpm: ppm(protocol),
  refFeePpm: ppm(0n),
});
const poolOf = (reserveIn: bigint, reserveOut: bigint, supply: bigint) => ({
  reserves: { reserveIn: amount(reserveIn), reserveOut: amount(reserveOut) },
  supply: amount(supply),
});
type Given = ReturnType<typeof poolOf>;

/** LP tokens minted by swapping `part` manually and providing the rest with what it bought. */
function byHand(curve: Curve, { reserves, supply }: Given, at: SwapRates, offered: Amount, part: bigint): bigint {
  const fill = part === 0n ? null : swapExactIn(curve, reserves, at, amount(part));
  if (!fill) return 0n;
  const pool = { reserve0: fill.after.reserveIn, reserve1: fill.after.reserveOut, supply };
  return mintFor(pool, amount(offered - part), fill.amountOut)?.minted ?? 0n;
}

describe('a one-sided mint worked by hand', () => {
  // 48 buy ⌊48·1000/1048⌋ = 45; then 52 of 1048 mint ⌊49.6⌋ and 45 of 955 mint ⌊47.1⌋ of 1000. 49 buy 46: ⌊48.6⌋ and ⌊48.2⌋.
  // 50 buy 47: ⌊47.6⌋. So 49 mint the most.
  test('swaps the part after which both tokens mint the same', () => {
    const done = mintFromOne(constantProduct, poolOf(1000n, 1000n, 1000n), rates(0n, 0n), amount(100n));
    expect(done).toMatchObject({ fill: { amountIn: 49n, amountOut: 46n }, takenIn: 51n, takenOut: 46n, minted: 48n });
  });

  test('mints nothing if the fee leaves nothing, or from an offer of one unit', () => {
    const pool = poolOf(10n ** 6n, 10n ** 6n, 10n ** 6n);
    expect(mintFromOne(constantProduct, pool, rates(1_000_000n, 0n), amount(1000n))).toBeNull();
    expect(mintFromOne(constantProduct, pool, rates(2000n, 1000n), amount(1n))).toBeNull();
  });
});

const CURVES: readonly (readonly [string, Curve])[] = [
  ['constant product', constantProduct],
  ['stable', new StableCurve(200n, 6, 6)],
  ['stable of other decimals', new StableCurve(1n, 3, 5)],
];

describe.each(CURVES)('%s', (_, curve) => {
  const noReferrer = anyRates.map((some) => ({ ...some, refFeePpm: ppm(0n) }));

  test('in every small pool no manual split mints more, and none with a smaller swap mints as much', () => {
    const small = fc.bigInt({ min: 1n, max: 400n });
    const property = fc.property(small, small, small, noReferrer, small, (reserveIn, reserveOut, supply, at, units) => {
      const [pool, offered] = [poolOf(reserveIn, reserveOut, supply), amount(units)];
      let [most, smallest] = [0n, 0n];
      for (let part = 1n; part <= offered; part++) {
        const minted = byHand(curve, pool, at, offered, part);
        if (minted > most) [most, smallest] = [minted, part];
      }
      const done = mintFromOne(curve, pool, at, offered);
      expect(done?.minted ?? 0n).toBe(most);
      if (done) expect(done.fill.amountIn).toBe(smallest);
    });
    fc.assert(property, { numRuns: 150 });
  });

  test('in every pool no other split mints more, none with a smaller swap as much, and the value per LP token never falls', () => {
    const reserve = anyAmount({ min: 1n, max: MAX_AMOUNT / 4n });
    const anyPart = fc.bigInt(0n, 10n ** 9n);
    const property = fc.property(
      ...[reserve, reserve, anyAmount({ min: 1n, max: MAX_AMOUNT / 4n }), noReferrer, reserve, anyPart],
      (reserveIn, reserveOut, supply, at, offered, part) => {
        const pool = poolOf(reserveIn, reserveOut, supply);
        const done = mintFromOne(curve, pool, at, offered);
        const minted = done?.minted ?? 0n;
        const parts = [(offered * part) / 10n ** 9n, ...near(done?.fill.amountIn ?? offered / 2n)];
        for (const some of parts.filter((one) => one > 0n && one <= offered)) {
          expect(byHand(curve, pool, at, offered, some)).toBeLessThanOrEqual(minted);
        }
        if (!done) return;
        expect(byHand(curve, pool, at, offered, done.fill.amountIn - 1n)).toBeLessThan(minted);
        expectFair(curve, pool, offered, done);
      },
    );
    fc.assert(property, { numRuns: 400 });
  });
});

const near = (part: bigint) => [-1000n, -2n, -1n, 0n, 1n, 2n, 1000n].map((step) => part + step);

function expectFair(curve: Curve, { reserves, supply }: Given, offered: Amount, done: OneSidedMint): void {
  const { fill, takenIn, takenOut, minted } = done;
  expect(fill.amountIn + takenIn).toBeLessThanOrEqual(offered);
  expect(takenOut).toBeLessThanOrEqual(fill.amountOut);
  const after: Reserves = {
    reserveIn: amount(fill.after.reserveIn + takenIn),
    reserveOut: amount(fill.after.reserveOut + takenOut),
  };
  const total = supply + minted;
  // Liquidity per LP token does not fall: L′/(S + m) ≥ L/S, except for the rounding of L itself.
  expect((curve.liquidity(after) + 1n) * supply).toBeGreaterThanOrEqual((curve.liquidity(reserves) - 1n) * total);
}

describe('the search for the part to swap', () => {
  test('finds the first non-negative value of any non-decreasing function in at most 165 evaluations', () => {
    const property = fc.property(
      anyAmount({ min: 1n }),
      anyAmount({ min: 1n }),
      fc.bigInt(1n, 2n ** 60n),
      (to, some, step) => {
        const wanted = (some % to) + 1n;
        for (const f of [
          (n: bigint) => n - wanted,
          (n: bigint) => (n < wanted ? -1n : 0n),
          (n: bigint) => (n < wanted ? -(10n ** 60n) : 1n),
          (n: bigint) => (n < wanted ? -1n : 10n ** 60n),
          (n: bigint) => (n / step) * step - wanted,
          (n: bigint) => n ** 3n - wanted ** 3n,
        ]) {
          if (f(to) < 0n) continue;
          let looks = 0;
          const found = firstAbove(to, (n) => {
            looks += 1;
            return f(n);
          });
          expect(f(found) >= 0n && f(found - 1n) < 0n).toBe(true);
          expect(looks).toBeLessThanOrEqual(165);
        }
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  test.each(CURVES)('evaluates the curve at most 40 times for realistic amounts: %s', (_, curve) => {
    let looks = 0;
    const counted = new Proxy(curve, {
      get(_, name: keyof Curve) {
        if (name === 'baseOut') looks += 1;
        return curve[name].bind(curve);
      },
    });
    mintFromOne(
      counted,
      poolOf(2_000_000n * 10n ** 6n, 2_100_000n * 10n ** 6n, 2_000_000n * 10n ** 6n),
      rates(2000n, 1000n),
      amount(10n ** 10n),
    );
    expect(looks).toBeLessThanOrEqual(40);
  });
});
