// The reference: which way judges a price, against false ways that an attacker opens, and compared with trying every way in fractions.
// Takes 2 s of CPU.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linksBetween } from '../../../test/links.ts';
import { times } from '../../../test/times.ts';
import { betterThan, isPassedBy, isUsable, singleOf, type WayBy } from '../../audit/reference.ts';
import type { TokenAddress } from '../amount.ts';
import { type Link, type Links, linkOf, liquidityOf } from './link.ts';
import { paymentOf, Way, Ways, wayOver } from './reference.ts';

const [A, B, X, Y, Z] = ['A', 'B', 'X', 'Y', 'Z'] as TokenAddress[] as [
  TokenAddress,
  TokenAddress,
  TokenAddress,
  TokenAddress,
  TokenAddress,
];
const FEES = { lpFeePpm: 2000n, protocolFeePpm: 1000n };
const poolLink = (heldIn: bigint, heldOut: bigint, fees = FEES): Link =>
  linkOf((heldOut << 192n) / heldIn, liquidityOf(heldIn, heldOut), fees);

type Pools = Record<string, readonly [bigint, bigint]>;
/** Pools by pairs such as `A-X`, with their reserves. */
function linksOf(pools: Pools) {
  const links = new Map<string, Link>();
  for (const [pair, [one, other]] of Object.entries(pools)) {
    const [first, second] = pair.split('-');
    links.set(`${first} ${second}`, poolLink(one, other));
    links.set(`${second} ${first}`, poolLink(other, one));
  }
  return linksBetween(
    (sold, bought) => links.get(`${sold} ${bought}`),
    (token) =>
      [...links.keys()].filter((key) => key.startsWith(`${token} `)).map((key) => key.split(' ')[1] as TokenAddress),
  );
}
const there = (pools: Pools) => new Ways({ tokenA: A, tokenB: B }, linksOf(pools));
const back = (pools: Pools) => new Ways({ tokenA: B, tokenB: A }, linksOf(pools));
const priceOf = ({ average }: Way) => Number(average.numerator) / Number(average.denominator);

const U = 10n ** 9n;
/** The market: 100,000 A against 250,000 B, at a price of 2.5. */
const MARKET: Pools = { 'A-B': [100_000n * U, 250_000n * U] };

describe('beside a market at 2.5, a false way', () => {
  test.each<[string, Pools, number, number]>([
    ['that does not exist', {}, 2.5, 2.5],
    ['low, with 2 units of X', { 'A-X': [1_200_000n * U, 2n], 'X-B': [2n, 360_000n * U] }, 2.5, 2.5],
    ['high, with 2 units of Y', { 'A-Y': [150_000n * U, 2n], 'Y-B': [2n, 3_750_000n * U] }, 2.5, 2.5],
    ['low, with 1,000 units of X', { 'A-X': [1_200_000n * U, 1000n], 'X-B': [1000n, 360_000n * U] }, 2.5, 2.5],
    // One unit of X is worth 10,000 A: less cannot be traded or arbitraged, whatever the price.
    ['high, with 100 units of X', { 'A-X': [1_000_000n * U, 100n], 'X-B': [100n, 3_000_000n * U] }, 2.5, 2.5],
    ['low, tradeable', { 'A-X': [1_200_000n * U, 10n ** 15n], 'X-B': [10n ** 15n, 360_000n * U] }, 2.5, 0.3],
    [
      'high, tradeable, which really pays that',
      { 'A-X': [150_000n * U, 10n ** 15n], 'X-B': [10n ** 15n, 3_750_000n * U] },
      25,
      2.5,
    ],
    ['old and thin', { 'A-X': [10n * U, 10n ** 15n], 'X-B': [10n ** 15n, 10n * U] }, 2.5, 2.5],
    ['1 % higher, a tenth as deep', { 'A-X': [31_623n * U, 10n ** 15n], 'X-B': [10n ** 15n, 79_848n * U] }, 2.5, 2.5],
    ['low, with 9 % of the depth', { 'A-X': [180_000n * U, 10n ** 15n], 'X-B': [10n ** 15n, 54_000n * U] }, 2.5, 0.3],
    [
      'over two tokens with 2 units each',
      { 'A-X': [10n ** 6n * U, 2n], 'X-Y': [2n, 2n], 'Y-B': [2n, 10n ** 5n * U] },
      2.5,
      2.5,
    ],
  ])('%s, leaves the price of a sale at %#', (_, pools, sold, bought) => {
    const all = { ...MARKET, ...pools };
    expect(priceOf(there(all).bestFor(2000n * U) as Way)).toBeCloseTo(sold, 6);
    // Whoever buys A pays what the cheapest way asks: a low way that can be traded really sells at that price.
    expect(1 / priceOf(back(all).cheapestFor(2000n * U) as Way)).toBeCloseTo(bought, 6);
  });
});

describe('a way over a coarse token', () => {
  test('that is the cheapest by little is found, though its first pool holds few units of the sold token', () => {
    const long = {
      'A-X': [60_000n, 10n ** 15n],
      'X-Y': [10n ** 18n, 10n ** 18n],
      'Y-B': [10n ** 12n, 10n ** 9n],
    } as const;
    expect(there({ 'A-B': [80n, 10n ** 9n], ...long }).cheapestFor(10n ** 8n)?.via).toEqual([X, Y]);
  });

  test('is found for exactly the amounts that pass over it', () => {
    const pools = { 'A-X': [10n ** 12n, 1000n], 'X-B': [1000n, 10n ** 12n] } as const;
    const way = wayOver({ tokenA: A, tokenB: B, via: [X] }, linksOf(pools)) as Way;
    const found = { sold: new Set<boolean>(), bought: new Set<boolean>() };
    for (let units = 10n ** 9n; units < 40n * 10n ** 9n; units += 10n ** 8n) {
      const ways = there(pools);
      expect(ways.bestFor(units) !== undefined).toBe(way.passes(units));
      expect(ways.cheapestFor(units) !== undefined).toBe(way.passesBought(units));
      found.sold.add(way.passes(units));
      found.bought.add(way.passesBought(units));
    }
    expect([found.sold.size, found.bought.size]).toEqual([2, 2]);
  });
});

describe('a way is usable', () => {
  test.each<[string, Pools, boolean]>([
    ['with plenty of everything', MARKET, true],
    ['with 2 units of the middle token', { 'A-X': [10n ** 12n, 2n], 'X-B': [2n, 10n ** 12n] }, false],
    ['with 1,000 units of the middle token', { 'A-X': [10n ** 12n, 1000n], 'X-B': [1000n, 10n ** 12n] }, true],
    ['with 1,000 units of a token without decimals', { 'A-B': [7000n * 10n ** 6n, 1000n] }, true],
    ['with 100 units of it', { 'A-B': [7000n * 10n ** 6n, 100n] }, true],
    ['not with 10 units of it', { 'A-B': [7000n * 10n ** 6n, 10n] }, false],
    ['not with one unit', { 'A-B': [10n ** 12n, 1n] }, false],
  ])('%s', (_, pools, isUsable) => {
    const ways = [there(pools), back(pools)];
    expect(ways.map((each) => each.bestFor(10n ** 11n) !== undefined)).toEqual([isUsable, isUsable]);
    expect(ways.map((each) => each.cheapestFor(10n ** 11n) !== undefined)).toEqual([isUsable, isUsable]);
  });

  test('not if its fees take everything', () => {
    const link = poolLink(10n ** 12n, 10n ** 12n, { lpFeePpm: 1_000_000n, protocolFeePpm: 0n });
    expect(new Way([], [link]).isUsable).toBe(false);
  });
});

describe('the best way', () => {
  test.each<[string, Pools, bigint, string | undefined]>([
    ['none if there is no pool', {}, 10n, undefined],
    ['none over four pools', { 'A-X': [U, U], 'X-Y': [U, U], 'Y-Z': [U, U], 'Z-B': [U, U] }, 10n, undefined],
    ['the pool of the pair', { 'A-B': [U, 4n * U] }, 10n, ''],
    [
      'for a small amount the one with the best price',
      { 'A-B': [U, U], 'A-X': [100n * U, 100n * U], 'X-B': [100n * U, 100n * U] },
      1000n,
      '',
    ],
    [
      'for a large amount a deeper one',
      { 'A-B': [U, U], 'A-X': [100n * U, 100n * U], 'X-B': [100n * U, 100n * U] },
      U / 10n,
      'X',
    ],
    [
      'of equals the one over the token that sorts first',
      { 'A-Y': [U, U], 'Y-B': [U, U], 'A-X': [U, U], 'X-B': [U, U] },
      1000n,
      'X',
    ],
    ['over three pools', { 'A-X': [U, U], 'X-Y': [U, U], 'Y-B': [U, U] }, 1000n, 'XY'],
  ])('is %s', (_, pools, units, via) => {
    expect(there(pools).bestFor(units)?.via.join('')).toBe(via);
  });

  test('is in any market, also of dust and coarse and drained pools, the one that trying all ways in integers finds', () => {
    const tokens = [A, B, X, Y, Z];
    const pairs = tokens.flatMap((one, at) => tokens.slice(at + 1).map((other) => `${one}-${other}`));
    const held = fc.oneof(
      fc.bigInt(1n, 4n),
      fc.bigInt(1n, 2000n),
      fc.bigInt(10n ** 6n, 10n ** 9n),
      fc.bigInt(1n, 10n ** 30n),
    );
    const market = fc.tuple(...pairs.map(() => fc.option(fc.tuple(held, held), { nil: undefined })));
    const looseness = fc.array(fc.oneof(fc.constant(1), fc.double({ min: 1, max: 1e6, noNaN: true })), {
      minLength: 20,
      maxLength: 20,
    });
    let compared = 0;
    const property = fc.property(market, fc.bigInt(1n, 10n ** 12n), looseness, (drawn, units, loose) => {
      const pools = Object.fromEntries(pairs.flatMap((pair, at) => (drawn[at] ? [[pair, drawn[at]]] : [])));
      for (const isBack of [false, true]) {
        const [from, to] = isBack ? [B, A] : [A, B];
        const links = loosened(linksOf(pools), loose);
        const all = [[], [X], [Y], [Z], [X, Y], [X, Z], [Y, X], [Y, Z], [Z, X], [Z, Y]].flatMap((via) => {
          const way = wayOver({ tokenA: from, tokenB: to, via }, links);
          return way ? [byAudit(way)] : [];
        });
        const found = new Ways({ tokenA: from, tokenB: to }, links);
        for (const isBought of [false, true]) {
          const way = isBought ? found.cheapestFor(units) : found.bestFor(units);
          const passing = all.filter((each) => isUsable(each) && isPassedBy(each, units, isBought));
          expect(way === undefined).toBe(passing.length === 0);
          if (!way) continue;
          expect(passing.map(({ via }) => via)).toContainEqual(way.via);
          expect(betterThan(byAudit(way), all, { units, isBought })).toBeUndefined();
          compared += passing.length > 1 ? 1 : 0;
        }
        const usable = all.filter(isUsable).map((each) => ({ ...each, ...singleOf(each) }));
        const most = usable.reduce((deepest, { depth }) => (depth > deepest ? depth : deepest), 0n);
        const least = usable.reduce((low, { price }) => (price < low ? price : low), 1n << 600n);
        expect(found.deepest?.depth ?? 0n).toBe(most);
        expect(found.lowest?.average.numerator ?? 1n << 600n).toBe(least);
      }
    });
    fc.assert(property, { numRuns: times(1500), endOnFailure: true });
    expect(compared).toBeGreaterThan(500);
  });

  const byAudit = ({ via, links }: Way): WayBy => ({
    via,
    steps: links.map(({ price, heldIn: a, heldOut: b, lpFeePpm: lpFee, protocolFeePpm: protocolFee }) => ({
      ...{ price, a, b, lpFee, protocolFee },
    })),
  });

  /** The same pools, of some of which little is known without their averages: by how much each, is the next of the factors. */
  function loosened<P>(links: Links<P>, factors: readonly number[]): Links<P> {
    return {
      ...links,
      rough(pool, sold) {
        const [rough, link] = [links.rough(pool, sold), links.link(pool, sold)];
        const factor = factors[(Number((link?.heldIn ?? 0n) % 1009n) + sold.length) % factors.length] as number;
        if (!rough || factor === 1) return rough;
        // As if the price had been higher by the square of the factor: of as much liquidity, less is held of the sold token.
        const { heldIn, heldOut, lowest } = rough;
        return {
          ...rough,
          heldIn: heldIn / factor,
          heldOut: heldOut * factor,
          lowest: lowest / factor,
          isClose: false,
        };
      },
    };
  }

  /** Two hubs with their own tokens; every fifth token also has a pool with a token of the other hub. */
  function hubs(count: number, everyNth = 5) {
    const neighboursOf = new Map<TokenAddress, Set<TokenAddress>>();
    const join = (one: string, other: string) => {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as [TokenAddress, TokenAddress][]) {
        neighboursOf.set(from, (neighboursOf.get(from) ?? new Set()).add(to));
      }
    };
    for (let at = 0; at < count; at++) {
      join('A', `x${at}`);
      join('B', `y${at}`);
      join(`x${at}`, `z${at % 7}`);
      join(`y${at}`, `w${at % 7}`);
      if (at % everyNth === everyNth - 1) join(`x${at}`, `y${(at * 3) % count}`);
    }
    let asked = 0;
    const between = (one: TokenAddress, other: TokenAddress) => {
      asked += 1;
      return neighboursOf.get(one)?.has(other) ? poolLink(10n ** 9n, 10n ** 9n) : undefined;
    };
    return { links: linksBetween(between, (token) => neighboursOf.get(token) ?? []), asked: () => asked };
  }

  test.each([500, 2000])('looks up no more links than there are pools, between hubs of %i pools each', (count) => {
    const { links, asked } = hubs(count);
    expect(new Ways({ tokenA: A, tokenB: B }, links).bestFor(1000n)?.via).toHaveLength(2);
    expect(asked()).toBeLessThanOrEqual(4 * count + count / 5 + 1);
  });

  test('looks up no more links than there are pools if there is no way', () => {
    const { links, asked } = hubs(2000, Number.POSITIVE_INFINITY);
    expect(new Ways({ tokenA: A, tokenB: B }, links).bestFor(1000n)).toBeUndefined();
    expect(asked()).toBeLessThanOrEqual(4 * 2000 + 1);
  });
});

test('the payment of a way is that of trading through its pools, after their fees', () => {
  const links = [poolLink(10n ** 15n, 4n * 10n ** 15n), poolLink(9n * 10n ** 15n, 10n ** 15n)];
  const way = new Way([X], links);
  for (const units of [10n ** 9n, 10n ** 13n, 10n ** 15n]) {
    let paid = Number(units);
    for (const { heldIn, heldOut } of links) {
      const [a, b] = [Number(heldIn) / 2 ** 64, Number(heldOut) / 2 ** 64];
      paid = ((b * paid * 0.998) / (a + paid * 0.998)) * 0.999;
    }
    const { numerator, denominator } = paymentOf(units, way, links);
    expect(Number(numerator) / Number(denominator) / paid).toBeCloseTo(1, 2);
    const deep = paymentOf(units, way, links, true);
    expect(Number(deep.numerator) / Number(deep.denominator)).toBeCloseTo(
      (Number(units) * 4 * 0.998 ** 2 * 0.999 ** 2) / 9,
      -Math.log10(Number(units)) + 6,
    );
  }
});

test.each([
  // 100,000 at fees of 0.2 % and 0.1 %: 299.8 A.
  [299n * U, false],
  [300n * U, true],
])('an amount of %i is large beside the fees times the reserve: %s', (units, isLarge) => {
  expect((there(MARKET).bestFor(units) as Way).isMovedBy(units)).toBe(isLarge);
});

describe('among the dust of strangers', () => {
  const tokens = Array.from({ length: 100 }, (_, at) => `t${String(at).padStart(2, '0')}`) as TokenAddress[];
  const [from, to] = tokens as [TokenAddress, TokenAddress];

  /** Pools between every two of a hundred tokens, and how often they are looked up exactly and roughly. */
  function crowd(held: (one: number, other: number) => readonly [bigint, bigint] | undefined) {
    const counted = { exact: 0, rough: 0 };
    const links = linksBetween(
      (sold, bought) => {
        const [one, other] = [tokens.indexOf(sold), tokens.indexOf(bought)];
        const reserves = one < other ? held(one, other) : held(other, one);
        if (!reserves) return undefined;
        const [of0, of1] = reserves;
        return one < other ? poolLink(of0, of1) : poolLink(of1, of0);
      },
      (token) => tokens.filter((other) => other !== token),
    );
    return {
      counted,
      ways: new Ways<unknown>(
        { tokenA: from, tokenB: to },
        {
          poolsOf: (token) => links.poolsOf(token),
          rough(pool, sold) {
            counted.rough += 1;
            return links.rough(pool as never, sold);
          },
          link(pool, sold) {
            counted.exact += 1;
            return links.link(pool as never, sold);
          },
        },
      ),
    };
  }
  const market: readonly [bigint, bigint] = [100_000n * U, 250_000n * U];
  const isMarket = (one: number, other: number) => one === 0 && other === 1;
  const isEnd = (one: number) => one < 2;

  test.each<[string, (one: number, other: number) => readonly [bigint, bigint] | undefined, string]>([
    ['two base units', (one, other) => (isMarket(one, other) ? market : [2n, 2n]), ''],
    ['two base units, against plenty', (one, other) => (isMarket(one, other) ? market : [10n ** 15n, 2n]), ''],
    ['plenty, against two base units', (one, other) => (isMarket(one, other) ? market : [2n, 10n ** 15n]), ''],
    ['a thousandth of the market', (one, other) => (isMarket(one, other) ? market : [10n ** 11n, 10n ** 11n]), ''],
    [
      'dust between tokens that have real pools with both',
      (one, other) => (isMarket(one, other) ? market : isEnd(one) ? [10n ** 13n, 10n ** 13n] : [2n, 2n]),
      '',
    ],
    [
      'two base units in other pools than those of one way over two tokens',
      (one, other) =>
        (one === 0 && other === 50) || (one === 50 && other === 60) || (one === 1 && other === 60) ? market : [2n, 2n],
      't50 t60',
    ],
  ])('%s: of 9,605 ways, at most four are looked at in integers', (_, held, via) => {
    for (const search of ['bestFor', 'cheapestFor', 'deepest'] as const) {
      const { ways, counted } = crowd(held);
      const find = (units: bigint) => (search === 'deepest' ? ways.deepest : ways[search](units))?.via.join(' ');
      expect(find(1000n * U)).toBe(via);
      expect(counted.exact).toBeLessThanOrEqual(12);
      expect(find(1100n * U)).toBe(via);
      // From the third amount on, nothing is looked up again but what was left out before.
      const before = counted.rough;
      for (let units = 1200n * U; units < 3000n * U; units += 100n * U) expect(find(units)).toBe(via);
      expect(counted.rough - before).toBeLessThanOrEqual(20 * 100);
      expect(counted.exact).toBeLessThanOrEqual(12);
    }
  });

  test.each([1, 2, 4])('the same is found for an amount, whatever was asked before (market %i)', (market) => {
    const sizes = [2n, 3n, 2000n, 10n ** 9n, 10n ** 11n, 10n ** 13n];
    const sizeOf = (one: number, other: number) => sizes[(one * 7919 + other * 104_729 + market * 31) % 6] as bigint;
    const held = (one: number, other: number): readonly [bigint, bigint] | undefined =>
      (one * other + market) % 3 === 0 ? undefined : [sizeOf(one, other), sizeOf(other + 1, one)];
    const asked = crowd(held).ways;
    const chosen = new Set<string>();
    for (const units of [10n, 10n ** 6n, 10n ** 12n, 10n ** 9n]) {
      const fresh = crowd(held).ways;
      const [best, cheapest] = [asked.bestFor(units)?.via, asked.cheapestFor(units)?.via];
      expect([best, cheapest]).toEqual([fresh.bestFor(units)?.via, crowd(held).ways.cheapestFor(units)?.via]);
      chosen.add(`${best} ${cheapest}`);
    }
    expect(chosen.size).toBeGreaterThan(1);
    expect(asked.lowest?.via).toEqual(crowd(held).ways.lowest?.via);
    expect(asked.deepest?.via).toEqual(crowd(held).ways.deepest?.via);
  });

  test('pools that hold less than the market pays are left out before ways are put together', () => {
    const { ways, counted } = crowd((one, other) => (isMarket(one, other) ? market : [2n, 2n]));
    ways.bestFor(1000n * U);
    expect(counted).toEqual({ exact: 1, rough: 197 });
  });
});
