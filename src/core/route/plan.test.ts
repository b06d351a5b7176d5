// A swap over several pools equals trading with its pools one after the other, and leaves nothing between them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { type Amount, amount, type PoolAddress, ppm, type TokenAddress } from '../amount.ts';
import { swap } from '../commands/swap.ts';
import { hopReceipt, swapReceipt } from '../commands/swap-receipt.ts';
import { constantProduct } from '../curves/constant-product.ts';
import { CONSTANT_PRODUCT } from '../curves/curves.ts';
import { swapExactIn } from '../maths/fill.ts';
import type { ListedToken, Rates } from '../pool.ts';
import { Refused } from '../refusal.ts';
import { deltasOf } from '../settle/transfer.ts';
import type { Leg, RoutePlan } from './leg.ts';
import { planLegs } from './plan.ts';
import { WHOLE_SHARE } from './shape.ts';

const token = (name: string): ListedToken => ({
  address: name as TokenAddress,
  symbol: name.toUpperCase(),
  decimals: 6,
  status: 'listed',
});
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(token) as [ListedToken, ListedToken, ListedToken, ListedToken];
const FREE: Rates = { lpFeePpm: ppm(0n), protocolFeePpm: ppm(0n), refFeePpm: ppm(0n) };
const USUAL: Rates = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(1000n) };

type Depth = readonly [reserveIn: bigint, reserveOut: bigint];
const leg = (
  tokenIn: ListedToken,
  tokenOut: ListedToken,
  [reserveIn, reserveOut]: Depth,
  share = 1,
  rates = USUAL,
): Leg => ({
  tokenIn,
  tokenOut,
  share: WHOLE_SHARE * share,
  reserves: { reserveIn: amount(reserveIn), reserveOut: amount(reserveOut) },
  pool: {
    ...rates,
    ...CONSTANT_PRODUCT,
    number: 1,
    address: `${tokenIn.symbol}${tokenOut.symbol}` as PoolAddress,
    token0: tokenIn.address,
    token1: tokenOut.address,
    protocolFeeAddress: null,
    status: 'listed',
  },
});
const planned = (plan: RoutePlan | Refused): RoutePlan => {
  if (plan instanceof Refused) throw new Error(JSON.stringify(plan.refusal));
  return plan;
};
const inAndOut = ({ hops }: RoutePlan) => hops.map(({ pool, fill }) => [pool.address, fill.amountIn, fill.amountOut]);

test('over pools in a row, each takes what the one before paid', () => {
  const legs = [leg(A, C, [1000n, 1000n], 1, FREE), leg(C, B, [1000n, 4000n], 1, FREE)];
  // 100·1000/1100 = 90.9, and 90·4000/1090 = 330.2.
  const plan = planned(planLegs(legs, { in: amount(100n) }, false));
  expect(inAndOut(plan)).toEqual([
    ['AC', 100n, 90n],
    ['CB', 90n, 330n],
  ]);
  expect([plan.amountIn, plan.amountOut]).toEqual([100n, 330n]);
});

test('in a split, the last hop out of a token takes all that the others leave of it', () => {
  const deep: Depth = [10n ** 9n, 10n ** 9n];
  const legs = [leg(A, B, deep, 1 / 4, FREE), leg(A, C, deep, 1 / 4, FREE), leg(A, D, deep, 1 / 2, FREE)];
  const on = [leg(D, C, deep, 1, FREE), leg(C, B, deep, 1, FREE)];
  const plan = planned(planLegs([...legs, ...on], { in: amount(103n) }, false));
  expect(plan.hops.map(({ fill }) => fill.amountIn)).toEqual([25n, 25n, 53n, 52n, 75n]);
});

test('a hop whose part rounds to zero is left out, with the hops after it, and the others take everything', () => {
  const deep: Depth = [10n ** 9n, 10n ** 9n];
  const legs = [leg(A, C, deep, 2 ** -30, FREE), leg(A, B, deep, 1 - 2 ** -30, FREE), leg(C, B, deep, 1, FREE)];
  expect(inAndOut(planned(planLegs(legs, { in: amount(1000n) }, false)))).toEqual([['AB', 1000n, 999n]]);
});

test.each<[string, Leg[], object]>([
  ['an empty pool', [leg(A, C, [0n, 0n]), leg(C, B, [9n, 9n])], { code: 'no_liquidity', tokenA: 'A', tokenB: 'C' }],
  [
    'a pool that pays nothing',
    [leg(A, C, [10n ** 9n, 9n]), leg(C, B, [9n, 9n])],
    { code: 'output_zero', symbolA: 'A', symbolB: 'C' },
  ],
  [
    'a paused pool',
    [
      leg(A, C, [10n ** 9n, 10n ** 9n]),
      { ...leg(C, B, [9n, 9n]), pool: { ...leg(C, B, [9n, 9n]).pool, status: 'paused' } },
    ],
    { code: 'pool_paused', tokenA: 'C', tokenB: 'B' },
  ],
])('%s on the route refuses the whole swap', (_, legs, refusal) => {
  expect(planLegs(legs, { in: amount(1000n) }, false)).toEqual(new Refused(refusal as never));
});

const depth = anyAmount({ min: 10n ** 6n, max: 10n ** 24n });
const anyDepth = fc.tuple(depth, depth);
/** A diamond with a bridge: A to B directly, over C, over D, and from C to D. */
const anyLegs = fc
  .tuple(
    fc.array(anyDepth, { minLength: 6, maxLength: 6 }),
    anyRates,
    fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 6, maxLength: 6 }),
  )
  .map(([depths, rates, weights]) => {
    const part = (own: number, ...all: number[]) => {
      const sum = all.reduce((total, at) => total + (weights[at] as number), 0);
      const share = (at: number) => Math.floor((WHOLE_SHARE * (weights[at] as number)) / sum);
      const rest = WHOLE_SHARE - all.slice(0, -1).reduce((total, at) => total + share(at), 0);
      return (own === all.at(-1) ? rest : share(own)) / WHOLE_SHARE;
    };
    const at = (from: ListedToken, to: ListedToken, index: number, share: number) =>
      leg(from, to, depths[index] as Depth, share, rates);
    const forwards = [
      at(A, B, 0, part(0, 0, 1, 2)),
      at(A, C, 1, part(1, 0, 1, 2)),
      at(A, D, 2, part(2, 0, 1, 2)),
      at(C, D, 3, part(3, 3, 4)),
      at(C, B, 4, part(4, 3, 4)),
      at(D, B, 5, 1),
    ];
    const intoB = [0, 4, 5].map((index) => part(index, 0, 4, 5));
    const backwards = [
      { ...forwards[0], share: (intoB[0] as number) * WHOLE_SHARE },
      { ...forwards[1], share: WHOLE_SHARE },
      { ...forwards[2], share: part(2, 2, 3) * WHOLE_SHARE },
      { ...forwards[3], share: part(3, 2, 3) * WHOLE_SHARE },
      { ...forwards[4], share: (intoB[1] as number) * WHOLE_SHARE },
      { ...forwards[5], share: (intoB[2] as number) * WHOLE_SHARE },
    ] as Leg[];
    return { forwards, backwards };
  });

test('for any reserves: each fill equals a swap with its pool, every token nets to zero, the referrer is paid once', () => {
  const property = fc.property(
    anyLegs,
    anyAmount({ min: 10n ** 5n, max: 10n ** 22n }),
    fc.boolean(),
    (legs, units, isBought) => {
      const exact = isBought ? { out: amount((units % 10n ** 5n) + 1n) } : { in: units as Amount };
      const plan = planLegs(isBought ? legs.backwards : legs.forwards, exact, true);
      fc.pre(!(plan instanceof Refused));
      for (const { reserves, pool, tokenOut, fill } of plan.hops) {
        const rates = { ...pool, refFeePpm: tokenOut === B ? pool.refFeePpm : ppm(0n) };
        const alone = swapExactIn(constantProduct, reserves, rates, fill.amountIn);
        if (isBought) expect(alone?.amountOut).toBeGreaterThanOrEqual(fill.amountOut);
        else expect(alone).toEqual(fill);
        if (tokenOut !== B) expect(fill.refFee).toBe(0n);
      }
      const account = 'ann' as never;
      const receipt = swapReceipt({ account, tokenA: A.address, tokenB: B.address, referrer: 'bob' as never }, plan);
      const deltas = deltasOf(swap.transfers(receipt));
      const sums = new Map<string, bigint>();
      for (const { token, delta } of deltas) sums.set(token, (sums.get(token) ?? 0n) + delta);
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
      expect(deltas.find((each) => each.account === account && each.token === A.address)?.delta).toBe(-plan.amountIn);
      expect(deltas.find((each) => each.account === account && each.token === B.address)?.delta).toBe(plan.amountOut);
      for (const hop of plan.hops) {
        const { pool, amountIn, amountOut, fees } = hopReceipt(hop);
        const of = (name: string) =>
          deltas.find((each) => each.account === `pool ${pool}` && each.token === name)?.delta;
        expect(of(hop.tokenIn.address)).toBe(amountIn);
        expect(of(hop.tokenOut.address)).toBe(-(amountOut + fees.protocol + fees.ref));
      }
      if (isBought) expect(plan.amountOut).toBe('out' in exact && exact.out);
      else expect(plan.amountIn).toBe(units);
      const { numerator, denominator } = plan.priceImpact;
      expect(numerator >= 0n && numerator <= denominator).toBe(true);
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test('for pools in a row, an exact output costs the smallest input: one unit less pays less', () => {
  const property = fc.property(
    anyDepth,
    anyDepth,
    anyRates,
    fc.bigInt(1n, 10n ** 5n),
    (first, second, rates, wanted) => {
      const legs = [leg(A, C, first, 1, rates), leg(C, B, second, 1, rates)];
      const plan = planLegs(legs, { out: amount(wanted) }, false);
      fc.pre(!(plan instanceof Refused));
      expect(plan.amountOut).toBe(wanted);
      expect(planned(planLegs(legs, { in: plan.amountIn }, false)).amountOut).toBeGreaterThanOrEqual(wanted);
      const less = planLegs(legs, { in: amount(plan.amountIn - 1n) }, false);
      expect(less instanceof Refused ? 0n : less.amountOut).toBeLessThan(wanted);
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test('splitting a trade over two equally deep paths halves its price impact', () => {
  const deep: Depth = [1_000_000n, 1_000_000n];
  const whole = planned(planLegs([leg(A, B, deep, 1, FREE)], { in: amount(10_000n) }, false)).priceImpact;
  expect(whole.numerator * 101n).toBe(whole.denominator);
  const huge: Depth = [10n ** 30n, 10n ** 30n];
  const split = planned(
    planLegs(
      [leg(A, B, deep, 1 / 2, FREE), leg(A, C, huge, 1 / 2, FREE), leg(C, B, deep, 1, FREE)],
      { in: amount(10_000n) },
      false,
    ),
  ).priceImpact;
  const percent = Number((split.numerator * 10n ** 9n) / split.denominator) / 1e9;
  // 5000 of 1,005,000; rounding adds a few units.
  expect(percent).toBeGreaterThanOrEqual(5000 / 1_005_000);
  expect(percent).toBeLessThan(5000 / 1_005_000 + 3e-4);
});
