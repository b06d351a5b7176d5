// Prices in the quote token: the deepest path counts, with at most three pools, and without nearly empty pools.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePrice } from '../../../test/parse-price.ts';
import { type Price, priceOf, printPrice } from './price.ts';
import { type PricingPool, quotePrices } from './quote-prices.ts';
import { changeOf, ONE, partOf, productOf, valueAt } from './value.ts';

const USD = { address: 'usd', decimals: 2 };

/** Reserves in whole tokens of two decimals; the price follows from them. */
const poolOf = (number: number, token0: string, reserve0: number, token1: string, reserve1: number): PricingPool => ({
  ...{ number, token0, token1, decimals0: 2, decimals1: 2 },
  ...{ reserve0: BigInt(reserve0 * 100), reserve1: BigInt(reserve1 * 100) },
  price: (ofToken0) => parsePrice(String(ofToken0 ? reserve1 / reserve0 : reserve0 / reserve1)),
});

const pricesOf = (...pools: PricingPool[]) =>
  Object.fromEntries(
    Array.from(quotePrices(USD, pools), ([token, { price, path }]) => [
      token,
      [printPrice(price), path.map(({ pool }) => pool.number)],
    ]),
  );

test('a token is priced over one, two and three pools, and not over four', () => {
  const chain = [
    poolOf(1, 'usd', 1000, 'a', 500),
    poolOf(2, 'a', 500, 'b', 125),
    poolOf(3, 'b', 100, 'c', 25),
    poolOf(4, 'c', 100, 'd', 100),
  ];
  expect(pricesOf(...chain)).toEqual({ usd: ['1', []], a: ['2', [1]], b: ['8', [2, 1]], c: ['32', [3, 2, 1]] });
});

test('the price over several pools is cut once, so that no digit is lost on the way', () => {
  // Tokens without decimals; three of each buy one of the next.
  const share = (number: number, token0: string, token1: string): PricingPool => ({
    ...{ number, token0, token1, decimals0: 0, decimals1: 0, reserve0: 1000n, reserve1: 3000n },
    price: (ofToken0) =>
      priceOf(ofToken0 ? { numerator: 3n, denominator: 1n } : { numerator: 1n, denominator: 3n }, 0, 0),
  });
  const { a, b, c } = pricesOf(share(1, 'usd', 'a'), share(2, 'a', 'b'), share(3, 'b', 'c'));
  expect([a?.[0], b?.[0]]).toEqual(['0.333333333333333333', '0.11111111111111111']);
  // 0.333333333333333333 cubed is 0.037037037037037036925…; cutting after the square would give …0366.
  expect(c?.[0]).toBe('0.0370370370370370369');
});

test('a dust pool sets no price if there is a deeper path, however short its own path is', () => {
  const deep = [poolOf(1, 'usd', 10_000, 'a', 5000), poolOf(2, 'a', 5000, 'b', 5000)];
  expect(pricesOf(...deep, poolOf(3, 'usd', 1, 'b', 0.01)).b).toEqual(['2', [2, 1]]);
  // A large reserve of the token to be priced does not make its pool deeper.
  expect(pricesOf(...deep, poolOf(3, 'usd', 1, 'b', 1_000_000)).b).toEqual(['2', [2, 1]]);
  expect(pricesOf(...deep, poolOf(3, 'usd', 20_000, 'b', 5000)).b).toEqual(['4', [3]]);
});

test('a token whose deepest path has more than three pools has no price, instead of that of a dust pool', () => {
  const pools = [
    poolOf(1, 'usd', 1000, 'a', 1000),
    poolOf(2, 'a', 1000, 'b', 1000),
    poolOf(3, 'b', 1000, 'c', 1000),
    poolOf(4, 'c', 1000, 'd', 1000),
  ];
  expect(pricesOf(...pools, poolOf(5, 'usd', 10, 'd', 2))).not.toHaveProperty('d');
  expect(pricesOf(...pools, poolOf(5, 'usd', 2000, 'd', 400))).toMatchObject({ d: ['5', [5]] });
});

test('a pool does not price a token if another pool holds over a thousand times as much of it', () => {
  const island = poolOf(1, 'a', 100_000, 'b', 100_000);
  expect(pricesOf(island, poolOf(2, 'usd', 500, 'a', 99.99))).toEqual({ usd: ['1', []] });
  expect(pricesOf(island, poolOf(2, 'usd', 500, 'a', 100))).toMatchObject({ a: ['5', [2]], b: ['5', [1, 2]] });
});

test('of two equally deep pools the older sets the price', () => {
  const [one, other] = [poolOf(3, 'usd', 100, 'a', 50), poolOf(4, 'usd', 100, 'b', 100)];
  expect(pricesOf(other, one, poolOf(2, 'usd', 100, 'b', 10)).b).toEqual(['10', [2]]);
  expect(pricesOf(other, one, poolOf(5, 'usd', 100, 'b', 10)).b).toEqual(['1', [4]]);
});

test('any market gets the same prices as by scanning all pools at each step', () => {
  const name = fc.constantFrom('usd', 'a', 'b', 'c', 'd', 'e', 'f', 'g');
  const anyPools = fc.array(
    fc.tuple(name, fc.integer({ min: 1, max: 5000 }), name, fc.integer({ min: 1, max: 5000 })),
    {
      maxLength: 16,
    },
  );
  const property = fc.property(anyPools, (drawn) => {
    const pools = drawn.flatMap(([a, x, b, y], at) => (a === b ? [] : [poolOf(at, a, x, b, y)]));
    expect(pricesOf(...pools)).toEqual(byLooking(pools));
  });
  fc.assert(property, { numRuns: 500 });
});

type Worth = { readonly price: Price; readonly path: readonly number[]; readonly known: readonly Price[] };

/** The first 18 digits of the exact product. */
function cutProduct(prices: readonly Price[]): Price {
  const product = String(prices.reduce((all, { digits }) => all * digits, 1n)).padEnd(18, '0');
  const shift = prices.reduce((sum, { exponent }) => sum + exponent, 0);
  return { digits: BigInt(product.slice(0, 18)), exponent: shift + product.length - 18 };
}

function byLooking(pools: readonly PricingPool[]) {
  const worth = new Map<string, Worth>([['usd', { price: ONE, path: [], known: [] }]]);
  const depthOf = ({ digits, exponent }: Price, reserve: bigint) =>
    Number(reserve) * (Number(digits) * 10 ** (exponent - 2));
  for (;;) {
    let best: { depth: number; pool: PricingPool; from: string; to: string } | undefined;
    for (const pool of pools) {
      for (const [from, to, held] of [
        [pool.token0, pool.token1, pool.reserve0],
        [pool.token1, pool.token0, pool.reserve1],
      ] as const) {
        const known = worth.get(from);
        const all = pools.flatMap((each) =>
          each.token0 === to ? [each.reserve0] : each.token1 === to ? [each.reserve1] : [],
        );
        const own = to === pool.token0 ? pool.reserve0 : pool.reserve1;
        if (!known || worth.has(to) || all.some((reserve) => reserve > own * 1000n)) continue;
        const depth = depthOf(known.price, held);
        if (!best || depth > best.depth) best = { depth, pool, from, to };
      }
    }
    if (!best) break;
    const { known, path } = worth.get(best.from) as Worth;
    const factors = [best.pool.price(best.to === best.pool.token0), ...known];
    worth.set(best.to, { price: cutProduct(factors), path: [best.pool.number, ...path], known: factors });
  }
  const near = [...worth].filter(([, { path }]) => path.length <= 3);
  return Object.fromEntries(near.map(([token, { price, path }]) => [token, [printPrice(price), path]]));
}

test('a token has no price if its pool is empty or not connected to the quote token', () => {
  expect(pricesOf(poolOf(1, 'usd', 0, 'a', 0), poolOf(2, 'b', 5, 'c', 5))).toEqual({ usd: ['1', []] });
});

describe('figures', () => {
  test('of value and price are cut, not rounded', () => {
    const third = parsePrice('0.333333333333333333');
    expect(valueAt(300n, third, { decimals: 2 }, { decimals: 6 })).toBe(999_999n);
    expect(valueAt(3n, parsePrice('2000000'), { decimals: 0 }, { decimals: 2 })).toBe(600_000_000n);
    expect(printPrice(productOf([third, parsePrice('3')]))).toBe('0.999999999999999999');
    expect(productOf([ONE, third])).toEqual(third);
  });

  test('a change is cut towards zero, whichever way it goes', () => {
    const of = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });
    expect(changeOf(of(3n, 1n), of(4n, 1n))).toBe(333_333_333_333n);
    expect(changeOf(of(3n, 1n), of(2n, 1n))).toBe(-333_333_333_333n);
    expect(changeOf(of(1n, 3n), of(2n, 6n))).toBe(0n);
    expect(partOf(2n, 3n)).toBe(666_666_666_666n);
  });
});
