// Averages: the deepest way compared with trying every way, and how far an average can be manipulated. Takes 1.5 s of CPU.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TokenAddress } from '../amount.ts';
import { gridOf, hasPassed, isEvidence, isWindow, type Trigger, windowStart } from '../orders/trigger.ts';
import { averageOf, deepestWay, depthOf, type Link, type Links } from './average.ts';

const [A, B, X, Y, Z] = ['A', 'B', 'X', 'Y', 'Z'] as TokenAddress[] as [
  TokenAddress,
  TokenAddress,
  TokenAddress,
  TokenAddress,
  TokenAddress,
];
const linkOf = (heldIn: bigint, heldOut: bigint): Link => ({
  heldIn,
  heldOut,
  price: (heldOut << 192n) / heldIn,
  inverse: (heldIn << 192n) / heldOut,
});
const reversed = ({ heldIn, heldOut, price, inverse }: Link): Link => ({
  heldIn: heldOut,
  heldOut: heldIn,
  price: inverse,
  inverse: price,
});

/** Pools by pairs such as `A-X`, with their reserves. */
function linksOf(pools: Record<string, readonly [bigint, bigint]>): Links {
  const links = new Map<string, Link>();
  for (const [pair, [one, other]] of Object.entries(pools)) {
    const [first, second] = pair.split('-');
    links.set(`${first} ${second}`, linkOf(one, other));
    links.set(`${second} ${first}`, reversed(linkOf(one, other)));
  }
  return {
    between: (sold, bought) => links.get(`${sold} ${bought}`),
    neighbours: (token) =>
      new Set(
        [...links.keys()].filter((key) => key.startsWith(`${token} `)).map((key) => key.split(' ')[1] as TokenAddress),
      ),
  };
}
const viaOf = (pools: Record<string, readonly [bigint, bigint]>) =>
  deepestWay({ tokenA: A, tokenB: B }, linksOf(pools))?.via.join('') ?? null;

describe('the deepest way', () => {
  test.each<[string, Record<string, readonly [bigint, bigint]>, string | null]>([
    ['none if there is no pool', {}, null],
    ['none over four pools', { 'A-X': [9n, 9n], 'X-Y': [9n, 9n], 'Y-Z': [9n, 9n], 'Z-B': [9n, 9n] }, null],
    ['the pool of the pair', { 'A-B': [100n, 400n] }, ''],
    ['a path that is deeper', { 'A-B': [100n, 400n], 'A-X': [900n, 900n], 'X-B': [900n, 3600n] }, 'X'],
    ['no path that is less deep in total', { 'A-B': [101n, 101n], 'A-X': [200n, 200n], 'X-B': [200n, 200n] }, ''],
    ['the shorter one if equally deep', { 'A-B': [100n, 100n], 'A-X': [200n, 200n], 'X-B': [200n, 200n] }, ''],
    [
      'the one over the first token by address, of equally deep ones',
      { 'A-Y': [9n, 9n], 'Y-B': [9n, 9n], 'A-X': [9n, 9n], 'X-B': [9n, 9n] },
      'X',
    ],
    ['a path of three pools', { 'A-B': [1n, 1n], 'A-X': [90n, 90n], 'X-Y': [90n, 90n], 'Y-B': [90n, 90n] }, 'XY'],
    [
      'not over a pool with much of one token and almost nothing of the other',
      { 'A-B': [1000n, 1000n], 'A-X': [10n ** 6n, 1n], 'X-B': [10n ** 6n, 10n ** 6n] },
      '',
    ],
    [
      'not the pair’s own pool if that has almost nothing of one token',
      { 'A-B': [10n ** 6n, 1n], 'A-X': [10n ** 4n, 10n ** 4n], 'X-B': [10n ** 4n, 10n ** 4n] },
      'X',
    ],
  ])('is %s', (_, pools, via) => {
    expect(viaOf(pools)).toBe(via);
  });

  test('is the same in any market as the deepest found by trying all ways', () => {
    const tokens = [A, B, X, Y, Z];
    const pairs = tokens.flatMap((one, at) => tokens.slice(at + 1).map((other) => `${one}-${other}`));
    const held = fc.oneof(fc.bigInt(1n, 12n), fc.bigInt(1n, 10n ** 30n));
    const market = fc.tuple(...pairs.map(() => fc.option(fc.tuple(held, held), { nil: undefined })));
    const property = fc.property(market, (drawn) => {
      const pools = Object.fromEntries(pairs.flatMap((pair, at) => (drawn[at] ? [[pair, drawn[at]]] : [])));
      const links = linksOf(pools);
      const ways = [[], [X], [Y], [Z], [X, Y], [X, Z], [Y, X], [Y, Z], [Z, X], [Z, Y]].flatMap((via) => {
        const on = [A, ...via, B];
        const steps = via.concat(B).map((token, at) => links.between(on[at] as TokenAddress, token));
        return steps.includes(undefined) ? [] : [{ via, ...virtual(steps as Link[]) }];
      });
      // The first of equals: the list is sorted by length and then by tokens.
      const best = ways.reduce<(typeof ways)[number] | undefined>(
        (found, way) => (found && found.depth >= way.depth ? found : way),
        undefined,
      );
      expect(viaOf(pools)).toBe(best?.via.join('') ?? null);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  /** Two hubs with their own tokens; every fifth token also has a pool with a token of the other hub. */
  function hubs(count: number, everyNth = 5): { links: Links; asked: () => number } {
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
      return neighboursOf.get(one)?.has(other) ? linkOf(10n ** 9n, 10n ** 9n) : undefined;
    };
    return { links: { between, neighbours: (token) => neighboursOf.get(token) ?? new Set() }, asked: () => asked };
  }

  test.each([500, 2000])('looks up no more links than there are pools, between hubs of %i pools each', (count) => {
    const { links, asked } = hubs(count);
    expect(deepestWay({ tokenA: A, tokenB: B }, links)?.via).toHaveLength(2);
    expect(asked()).toBeLessThanOrEqual(4 * count + count / 5 + 1);
  });

  test('looks up no more links than there are pools if there is no way', () => {
    const { links, asked } = hubs(2000, Number.POSITIVE_INFINITY);
    expect(deepestWay({ tokenA: A, tokenB: B }, links)).toBeUndefined();
    expect(asked()).toBeLessThanOrEqual(4 * 2000 + 1);
  });

  /** Combines pools one by one into one that trades the same: a·a₂/(b + a₂) and b·b₂/(b + a₂). */
  function virtual(links: readonly Link[]) {
    let [a, b, under] = [links[0]?.heldIn ?? 0n, links[0]?.heldOut ?? 0n, 1n];
    for (const { heldIn, heldOut } of links.slice(1)) [a, b, under] = [a * heldIn, b * heldOut, b + heldIn * under];
    return { depth: (a * b) / (under * under) };
  }

  test('a swap does not change the depth, and twice the liquidity makes it four times as deep', () => {
    expect(depthOf([linkOf(500n, 20n)])).toBe(depthOf([linkOf(100n, 100n)]));
    expect(depthOf([linkOf(200n, 200n)])).toBe(4n * depthOf([linkOf(100n, 100n)]));
  });
});

/** A pool's price over a window, as steps of some milliseconds at one price each. */
type Steps = readonly (readonly [ms: number, numerator: bigint, denominator: bigint])[];
const overSteps = (steps: Steps): Link => {
  const sums = { heldIn: 0n, heldOut: 0n, price: 0n, inverse: 0n };
  for (const [ms, numerator, denominator] of steps) {
    sums.heldIn += denominator * BigInt(ms);
    sums.heldOut += numerator * BigInt(ms);
    sums.price += ((numerator << 192n) / denominator) * BigInt(ms);
    sums.inverse += ((denominator << 192n) / numerator) * BigInt(ms);
  }
  return sums;
};
const MINUTE_MS = 60_000;
const averageFor = (when: Trigger['when'], ...pools: readonly Steps[]) =>
  averageOf({ via: [], links: pools.map(overSteps) }, when, MINUTE_MS);
const passes = (when: Trigger['when'], numerator: bigint, denominator: bigint, ...pools: readonly Steps[]) =>
  hasPassed({ when, price: { numerator, denominator }, overMs: MINUTE_MS }, averageFor(when, ...pools));

describe('an average', () => {
  test.each<[Trigger['when'], bigint, boolean]>([
    ['below', 1_000_001n, true],
    ['below', 1_000_000n, true],
    ['below', 999_999n, false],
    ['above', 999_999n, true],
    ['above', 1_000_000n, true],
    ['above', 1_000_001n, false],
  ])('of 10/7 has passed a trigger %s %i millionths of it: %s', (when, millionths, isPassed) => {
    const steady: Steps = [[MINUTE_MS, 10n, 7n]];
    expect(passes(when, 10n * millionths, 7_000_000n, steady)).toBe(isPassed);
  });

  test('over two pools is the product, and if it equals the trigger it has passed it in both directions', () => {
    const [one, other]: Steps[] = [[[MINUTE_MS, 10n, 7n]], [[MINUTE_MS, 3n, 11n]]];
    for (const when of ['below', 'above'] as const) {
      expect(passes(when, 30n, 77n, one as Steps, other as Steps)).toBe(true);
    }
    expect(passes('below', 2_999_999n, 7_700_000n, one as Steps, other as Steps)).toBe(false);
    expect(passes('above', 3_000_001n, 7_700_000n, one as Steps, other as Steps)).toBe(false);
  });

  test.each<[string, number, bigint, bigint, Trigger['when'], boolean]>([
    ['for no time at all', 0, 1n, 10n ** 30n, 'below', false],
    ['for five seconds', 5000, 1n, 10n ** 30n, 'below', false],
    ['for just over six, to nothing', 6001, 1n, 10n ** 30n, 'below', true],
    ['for as long, to a tenth', 6001, 1n, 10n, 'below', false],
    ['for no time at all', 0, 10n ** 30n, 1n, 'above', false],
    ['for five seconds', 5000, 10n ** 30n, 1n, 'above', false],
    ['for five and a half', 5500, 10n ** 30n, 1n, 'above', true],
    ['for five and a half, to ten times', 5500, 10n, 1n, 'above', false],
  ])(
    'of a minute, while a price is moved to an extreme %s (%i ms to %i/%i): a stop a tenth %s is triggered: %s',
    (_, ms, numerator, denominator, when, isPassed) => {
      const steps: Steps = [
        [MINUTE_MS - ms, 1n, 1n],
        [ms, numerator, denominator],
      ];
      expect(passes(when, when === 'below' ? 9n : 11n, 10n, steps)).toBe(isPassed);
    },
  );

  test('moves towards a trigger by no more than the fraction of the window in which a price was moved', () => {
    const property = fc.property(
      fc.constantFrom('below' as const, 'above' as const),
      fc.integer({ min: 0, max: MINUTE_MS - 1 }),
      fc.bigInt(1n, 10n ** 20n),
      fc.bigInt(1n, 10n ** 20n),
      (when, ms, numerator, denominator) => {
        const steps: Steps = [
          [MINUTE_MS - ms, 3n, 7n],
          [ms, numerator, denominator],
        ];
        const kept = BigInt(MINUTE_MS - ms) * 10n ** 12n - 1n;
        const all = BigInt(MINUTE_MS) * 10n ** 12n;
        const isPassed =
          when === 'below' ? passes(when, 3n * kept, 7n * all, steps) : passes(when, 3n * all, 7n * kept, steps);
        expect(isPassed).toBe(false);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});

describe('a window', () => {
  test.each<[number, boolean]>([
    [0, true],
    [1000, true],
    [60_000, true],
    [61_000, false],
    [120_000, true],
    [3_600_000, true],
    [3_660_000, false],
    [1500, false],
    [-1000, false],
  ])('of %i ms is allowed: %s', (overMs, isOne) => {
    expect(isWindow(overMs)).toBe(isOne);
  });

  test.each([
    [0, 123_456, 123_456],
    [1000, 123_456, 122_000],
    [60_000, 180_000, 120_000],
    [60_000, 180_999, 120_000],
    [120_000, 180_999, 60_000],
    [120_000, 239_999, 60_000],
    [120_000, 240_000, 120_000],
  ])('of %i ms that ends at %i begins at %i', (overMs, toMs, fromMs) => {
    expect(windowStart(overMs, toMs)).toBe(fromMs);
    expect(fromMs % (overMs === 0 ? 1 : gridOf(overMs))).toBe(0);
  });

  const trigger: Trigger = { when: 'below', price: { numerator: 1n, denominator: 2n }, overMs: 1000 };
  const evidence = { average: { numerator: 1n, denominator: 2n }, fromMs: 99_000, toMs: 100_000, asOf: 7, via: [] };
  const now = { order: 7, placedAtMs: 100_000, nowMs: 100_000, sequence: 8 };
  test.each<[string, object, object, boolean]>([
    ['that ends now is evidence', {}, {}, true],
    ['that ended a minute ago is evidence', {}, { nowMs: 160_000 }, true],
    ['that ended more than a minute ago is no evidence', {}, { nowMs: 160_001 }, false],
    ['that ends in the future is no evidence', {}, { nowMs: 99_999 }, false],
    ['that is longer than the trigger’s is no evidence', { fromMs: 98_000 }, {}, false],
    ['that is shorter than the trigger’s is no evidence', { fromMs: 99_001 }, {}, false],
    ['computed before the order was placed is no evidence', { asOf: 6 }, {}, false],
    ['that ended before the order was placed is no evidence', {}, { placedAtMs: 100_001, nowMs: 100_001 }, false],
    ['computed from a future transaction is no evidence', { asOf: 8 }, {}, false],
    ['that has not passed is no evidence', { average: { numerator: 500_001n, denominator: 1_000_000n } }, {}, false],
  ])('%s', (_, told, when, isOne) => {
    expect(isEvidence(trigger, { ...evidence, ...told }, { ...now, ...when })).toBe(isOne);
  });
});
