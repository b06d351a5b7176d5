// Prices in the quote token: the path along which the most of it can be had counts, with at most three pools.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePrice } from '../../../test/parse-price.ts';
import { type Price, priceOf, printPrice } from './price.ts';
import { type PricingPool, quotePrices } from './quote-prices.ts';
import { changeOf, ONE, partOf, productOf, valueAt } from './value.ts';

const USD = { address: 'usd', decimals: 2 };

/** Reserves in whole tokens of two decimals; the price follows from them. */
const poolOf = (number: number, token0: string, reserve0: number, token1: string, reserve1: number): PricingPool => ({
  ...{ number, token0, token1, decimals0: 2, decimals1: 2, isNew: false },
  ...{ reserve0: BigInt(Math.round(reserve0 * 100)), reserve1: BigInt(Math.round(reserve1 * 100)) },
  price: (ofToken0) => parsePrice((ofToken0 ? reserve1 / reserve0 : reserve0 / reserve1).toFixed(12)),
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
    ...{ number, token0, token1, decimals0: 0, decimals1: 0, isNew: false, reserve0: 1000n, reserve1: 3000n },
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
  expect(pricesOf(...pools, poolOf(5, 'usd', 5000, 'd', 1000))).toMatchObject({ d: ['5', [5]] });
});

test('a token has no price if another pool holds over a thousand times as much of it as its deepest', () => {
  const island = poolOf(1, 'a', 100_000, 'b', 100_000);
  expect(pricesOf(island, poolOf(2, 'usd', 500, 'a', 99.99))).toEqual({ usd: ['1', []] });
  expect(pricesOf(island, poolOf(2, 'usd', 500, 'a', 100))).toMatchObject({ a: ['5', [2]], b: ['5', [1, 2]] });
  // Whoever holds that much of a token can take its price away, but cannot replace it with that of a shallow pool.
  const pools = [poolOf(1, 'usd', 500, 'a', 100), poolOf(2, 'usd', 1, 'x', 1), poolOf(3, 'x', 1, 'a', 100_001)];
  expect(pricesOf(...pools)).not.toHaveProperty('a');
});

test('of two equally deep pools the older sets the price', () => {
  const [one, other] = [poolOf(3, 'usd', 100, 'a', 50), poolOf(4, 'usd', 100, 'b', 100)];
  expect(pricesOf(other, one, poolOf(2, 'usd', 200, 'b', 50)).b).toEqual(['4', [2]]);
  expect(pricesOf(other, one, poolOf(5, 'usd', 200, 'b', 50)).b).toEqual(['1', [4]]);
});

describe('a false price', () => {
  // The market: 1000 usd for 500 a, so that a costs 2. The others open pools over a token of their own, of which they have any amount.
  const market = poolOf(1, 'usd', 1000, 'a', 500);
  const over = (quoteHeld: number, x1: number, x2: number, ofA: number) => [
    poolOf(2, 'usd', quoteHeld, 'x', x1),
    poolOf(3, 'x', x2, 'a', ofA),
  ];
  const [TRUE, FALSE] = [[1], [3, 2]];

  test.each<[string, readonly PricingPool[], readonly number[]]>([
    ['the same, 1.1 times as deep', over(1100, 1100, 1100, 550), FALSE],
    ['the same, less deep', over(900, 900, 900, 450), TRUE],
    // A high price costs as much of the quote token as buying the deepest pool up to that price, or ten times what it holds.
    ['1,100 times the price, with 1.1 times the quote token', over(1100, 1100, 1100, 0.5), TRUE],
    [
      '1,100 times the price, with 1.1 times the quote token and much of their own',
      over(1100, 1100, 110_000, 50),
      TRUE,
    ],
    [
      '27 times the price, with 3.1 times the quote token and three times as much of their own',
      over(3100, 1000, 3000, 172),
      TRUE,
    ],
    ['100 times the price, with 9.9 times the quote token', over(9900, 9900, 9900, 49.5), TRUE],
    ['1,001 times the price, with 10.01 times the quote token', over(10_010, 10_010, 10_010, 5), FALSE],
    ['10 times the price, with 3.1 times the quote token', over(3100, 3100, 3100, 155), TRUE],
    ['10 times the price, with 3.2 times the quote token', over(3200, 3200, 3200, 160), FALSE],
    ['twice the price, with 1.41 times the quote token', over(1410, 1410, 1410, 352.5), TRUE],
    ['twice the price, with 1.42 times the quote token', over(1420, 1420, 1420, 355), FALSE],
    // A low price needs as much of the token as selling it to the deepest pool down to that price, and a tenth of the quote token.
    ['half the price, with 0.7 times the quote token', over(700, 700, 700, 700), TRUE],
    ['half the price, with 0.71 times the quote token', over(710, 710, 710, 710), FALSE],
    ['any low price, with 0.099 times the quote token', over(99, 99, 99, 400_000), TRUE],
    ['any low price, with 0.101 times the quote token', over(101, 101, 101, 400_000), FALSE],
    ['a low price, with 0.099 times the quote token and much of their own', over(99, 99, 99_000, 400_000), TRUE],
    ['a low price, with the quote token and too little of the token', over(500, 500, 500, 999), TRUE],
  ])('%s', (_, theirs, path) => {
    expect(pricesOf(market, ...theirs).a?.[1]).toEqual(path);
    expect(pricesOf(market, ...theirs.toReversed()).a?.[1]).toEqual(path);
  });

  test.each<[string, readonly PricingPool[], readonly number[]]>([
    ['ten base units in the middle', over(2000, 0.1, 0.1, 600), FALSE],
    ['nine base units in the first pool', over(2000, 0.09, 0.1, 600), TRUE],
    ['nine base units in the second pool', over(2000, 0.1, 0.09, 600), TRUE],
    ['nine base units of the token', [poolOf(1, 'usd', 1000, 'a', 0.5), ...over(90_000, 1, 1, 0.09).slice(1)], TRUE],
  ])('over a coarse token: %s', (_, theirs, path) => {
    const pools = theirs.some(({ number }) => number === 1) ? theirs : [market, ...theirs];
    expect(pricesOf(...pools).a?.[1]).toEqual(path);
  });

  test('a coarse pool prices a token that nothing else prices, and of several the oldest does', () => {
    expect(pricesOf(poolOf(1, 'usd', 5000, 'house', 0.05)).house).toEqual(['100000', [1]]);
    const [older, newer] = [poolOf(1, 'usd', 5, 'house', 0.05), poolOf(2, 'usd', 9000, 'house', 0.09)];
    expect(pricesOf(newer, older).house).toEqual(['100', [1]]);
  });

  test('a pool that was just filled counts for a tenth', () => {
    const fresh = (pools: readonly PricingPool[]) => pools.map((pool) => ({ ...pool, isNew: true }));
    expect(pricesOf(market, ...fresh(over(9900, 9900, 9900, 4950))).a?.[1]).toEqual([1]);
    expect(pricesOf(market, ...fresh(over(10_100, 10_100, 10_100, 5050))).a?.[1]).toEqual([3, 2]);
    const [first, ...rest] = over(2000, 2000, 2000, 1000) as [PricingPool, PricingPool];
    expect(pricesOf(market, first, ...fresh(rest)).a?.[1]).toEqual([1]);
    expect(pricesOf(market, ...fresh([first]), ...rest).a?.[1]).toEqual([1]);
    expect(pricesOf(...fresh([market])).a).toEqual(['2', [1]]);
  });

  // At a price of p, 1000 usd and 500 a become √(500,000·p) usd: without more than 500 a, it takes that much, or ten times the 1000.
  test('takes as much of the quote token as moving the true pool there, and a tenth of it whatever the price', () => {
    const units = fc.oneof(fc.integer({ min: 10, max: 1000 }), fc.integer({ min: 10, max: 10_000_000 }));
    const held = units.map((drawn) => drawn / 100);
    const isNew = fc.boolean();
    const property = fc.property(held, held, held, held, isNew, (quoteHeld, x1, x2, ofA, isNew) => {
      const theirs = over(quoteHeld, x1, x2, ofA).map((pool) => ({ ...pool, isNew }));
      const [price, path] = pricesOf(market, ...theirs).a ?? ['none', undefined];
      if (path === undefined || path.length === 1) {
        expect(price).toBe(path ? '2' : 'none');
        return;
      }
      const counted = isNew ? quoteHeld / 10 : quoteHeld;
      expect(counted).toBeGreaterThan(99.999);
      if (ofA <= 500) expect(counted).toBeGreaterThan(0.999 * Math.min(10_000, Math.sqrt(500_000 * Number(price))));
    });
    fc.assert(property, { numRuns: 1000 });
  });
});

test('any market gets the same prices as by scanning all pools at each step', () => {
  const name = fc.constantFrom('usd', 'a', 'b', 'c', 'd', 'e', 'f', 'g');
  const reserve = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 5000 }) },
    fc.constantFrom(0.03, 0.09, 0.1),
  );
  const isNew = fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0);
  const anyPools = fc.array(fc.tuple(name, reserve, name, reserve, isNew), { maxLength: 16 });
  const property = fc.property(anyPools, (drawn) => {
    const pools = drawn.flatMap(([a, x, b, y, isNew], at) => (a === b ? [] : [{ ...poolOf(at, a, x, b, y), isNew }]));
    expect(pricesOf(...pools)).toEqual(byLooking(pools));
  });
  fc.assert(property, { numRuns: 1000 });
});

type Worth = {
  readonly price: Price;
  readonly path: readonly number[];
  readonly known: readonly Price[];
  /** The value of what each pool of the path holds of its already priced token. */
  readonly values: readonly number[];
  readonly part: number;
};

/** The first 18 digits of the exact product. */
function cutProduct(prices: readonly Price[]): Price {
  const product = String(prices.reduce((all, { digits }) => all * digits, 1n)).padEnd(18, '0');
  const shift = prices.reduce((sum, { exponent }) => sum + exponent, 0);
  return { digits: BigInt(product.slice(0, 18)), exponent: shift + product.length - 18 };
}

/** The rule as the documentation has it, without a queue: each step looks at all pools and walks their paths. */
function byLooking(pools: readonly PricingPool[]) {
  /** Undefined for a token whose deepest pool holds too little of it. */
  const worth = new Map<string, Worth | undefined>([['usd', { price: ONE, path: [], known: [], values: [], part: 1 }]]);
  const inQuote = ({ digits, exponent }: Price, reserve: number) => reserve * (Number(digits) * 10 ** (exponent - 2));
  const reservesOf = (token: string, among: readonly PricingPool[] = pools) =>
    among.map(({ token0, token1, reserve0, reserve1, isNew }) => {
      const reserve = token === token0 ? reserve0 : token === token1 ? reserve1 : 0n;
      return isNew ? Number(reserve) * 0.1 : Number(reserve);
    });
  for (;;) {
    let best: { depth: number; pool: PricingPool; to: string; worth: Worth } | undefined;
    for (const pool of pools) {
      for (const [from, to] of [
        [pool.token0, pool.token1],
        [pool.token1, pool.token0],
      ] as const) {
        const known = worth.get(from);
        const most = Math.max(...reservesOf(to));
        if (!known || worth.has(to)) continue;
        const [held = 0, own = 0] = [from, to].flatMap((token) => reservesOf(token, [pool]));
        const isCoarse = pool.reserve0 < 10n || pool.reserve1 < 10n;
        const values = [isCoarse ? 0 : inQuote(known.price, held), ...known.values];
        const part = Math.max((known.part * own) / most, 0.1);
        const depth = Math.min(...values) * part;
        if (best && depth <= best.depth) continue;
        const factors = [pool.price(to === pool.token0), ...known.known];
        const path = [pool.number, ...known.path];
        best = { depth, pool, to, worth: { price: cutProduct(factors), path, known: factors, values, part } };
      }
    }
    if (!best) break;
    const [own = 0] = reservesOf(best.to, [best.pool]);
    worth.set(best.to, Math.max(...reservesOf(best.to)) > own * 1000 ? undefined : best.worth);
  }
  const near = [...worth].flatMap(([token, known]) =>
    known && known.path.length <= 3 ? [[token, known] as const] : [],
  );
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
