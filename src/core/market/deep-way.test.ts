// The deepest way between two tokens follows the price paths of both to the token where they meet; pools far less deep than it are thin.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePrice } from '../../../test/parse-price.ts';
import { isThinComparedWith, wayBetween } from './deep-way.ts';
import { type Price, printPrice } from './price.ts';
import { type PricingPool, type QuotePrice, quotePrices } from './quote-prices.ts';
import { ONE, productOf } from './value.ts';

const USD = { address: 'usd', decimals: 2 };
const poolOf = (number: number, token0: string, reserve0: number, token1: string, reserve1: number): PricingPool => ({
  ...{ number, token0, token1, decimals0: 2, decimals1: 2, isNew: false },
  ...{ reserve0: BigInt(Math.round(reserve0 * 100)), reserve1: BigInt(Math.round(reserve1 * 100)) },
  price: (ofToken0) => parsePrice((ofToken0 ? reserve1 / reserve0 : reserve0 / reserve1).toFixed(20)),
});
const along = (way: NonNullable<ReturnType<typeof wayBetween<PricingPool>>>): Price =>
  productOf([ONE, ...way.map(({ pool, ofToken0 }) => pool.price(ofToken0))]);

describe('in a market worked by hand', () => {
  //  usd ─1─ a ─2─ b ─3─ c      and  a ─4─ d,  and dust: 5 between b and usd, 6 between c and d
  const pools = [
    poolOf(1, 'usd', 1000, 'a', 500),
    poolOf(2, 'a', 400, 'b', 100),
    poolOf(3, 'b', 50, 'c', 200),
    poolOf(4, 'a', 300, 'd', 300),
    poolOf(5, 'b', 0.01, 'usd', 1),
    poolOf(6, 'c', 1, 'd', 1),
    poolOf(7, 'e', 1, 'f', 1),
  ];
  const found = quotePrices(USD, pools);
  const way = (from: string, to: string) => wayBetween(found.get(from), found.get(to));
  test.each<[string, string, readonly number[], string]>([
    ['a', 'usd', [1], '2'],
    ['usd', 'a', [1], '0.5'],
    ['b', 'usd', [2, 1], '8'],
    ['usd', 'b', [1, 2], '0.125'],
    ['c', 'b', [3], '0.25'],
    ['c', 'd', [3, 2, 4], '1'],
    ['d', 'c', [4, 2, 3], '1'],
    ['b', 'b', [], '1'],
  ])('the way from %s to %s uses the pools %j and has the price %s', (from, to, numbers, price) => {
    const steps = way(from, to) ?? [];
    expect(steps.map(({ pool }) => pool.number)).toEqual(numbers);
    expect(printPrice(along(steps))).toBe(price);
  });

  test('there is no way from or to a token without a price', () => {
    expect([way('e', 'f'), way('a', 'e'), way('e', 'a')]).toEqual([undefined, undefined, undefined]);
  });
});

test('in any market the way back is the reverse, and the price along a way is the ratio of its tokens’ prices', () => {
  const pool = fc.tuple(
    fc.integer({ min: 0, max: 6 }),
    fc.integer({ min: 0, max: 6 }),
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 1, max: 9999 }),
  );
  const property = fc.property(fc.array(pool, { minLength: 3, maxLength: 14 }), (drawn) => {
    const pools = drawn
      .filter(([a, b]) => a !== b)
      .map(([a, b, x, y], at) => poolOf(at + 1, a === 0 ? 'usd' : `t${a}`, x, b === 0 ? 'usd' : `t${b}`, y));
    const found = [...quotePrices(USD, pools).values()] as QuotePrice<PricingPool>[];
    for (const from of found) {
      for (const to of found) {
        const [there, back] = [wayBetween(from, to) ?? [], wayBetween(to, from) ?? []];
        expect(there.map(({ pool }) => pool)).toEqual(back.map(({ pool }) => pool).toReversed());
        expect(new Set(there.map(({ pool }) => pool)).size).toBe(there.length);
        const ratio = Number(printPrice(from.price)) / Number(printPrice(to.price));
        expect(Number(printPrice(along(there))) / ratio).toBeCloseTo(1, 9);
      }
    }
  });
  fc.assert(property, { numRuns: 200 });
});

test.each<[bigint, readonly bigint[], boolean]>([
  [0n, [1n], true],
  [99n, [1000n], true],
  [100n, [1000n], false],
  [100n, [5000n, 1000n, 90_000n], false],
  [99n, [5000n, 1000n, 90_000n], true],
  [99n, [5000n, 900n, 90_000n], false],
  [0n, [0n], false],
  [0n, [], false],
])('a pool of depth %s next to a way of pools of the depths %o is thin: %s', (depth, way, thin) =>
  expect(isThinComparedWith(depth, way)).toBe(thin),
);
