// Rivals keep what an earlier search found: every decision must be the one of a search made now.
import { expect, test, vi } from 'vitest';
import { Random } from '../../bench/router/random.ts';
import { times } from '../../test/times.ts';
import type { NumericCurve } from '../core/curves/curve.ts';
import { paidFor } from './evaluate.ts';
import { RouterMarket } from './market.ts';
import { Rivals } from './rivals.ts';

const SEED = Number(process.env.BEST_PRICE_SEED ?? 1);
const CLOSED = { alpha: 0, beta: 0 };

type Curves = readonly [forward: NumericCurve, backward: NumericCurve];

/** A pool with a fee of 0.3 % and its price at `price`. */
function curvesAt(price: number, depth: number): Curves {
  const [forward, backward] = [0.997 * price, 0.997 / price];
  return [
    { alpha: forward, beta: 1 / depth },
    { alpha: backward, beta: 1 / (depth * price) },
  ];
}

/** The same by functions, as a stable pool has. */
function generalAt(price: number, depth: number): Curves {
  return curvesAt(price, depth).map((curve) => ({
    pays: (x: number) => paidFor(curve, x),
    slope: (x: number) => ('alpha' in curve ? curve.alpha / (1 + curve.beta * x) ** 2 : 0),
  })) as unknown as Curves;
}

type Decision = (rivals: Rivals) => boolean;

function anyDecision(random: Random, market: RouterMarket): Decision {
  const edge = random.below(market.edges);
  const units = BigInt(Math.ceil(random.powerBetween(1, 1e10)));
  const paid = BigInt(Math.max(0, Math.floor(paidFor(market.curve(edge), Number(units)))));
  const kind = random.below(3);
  if (kind === 0) return (rivals) => rivals.areClearlyNone(edge, units, 0.2);
  return (rivals) => rivals.areNone(edge, kind === 1 ? 'in' : 'out', units, paid);
}

function change(random: Random, market: RouterMarket, tokens: number, noise: number): void {
  const pool = random.below(market.edges / 2);
  const price = () => 1 + random.between(-noise, noise);
  const depth = random.powerBetween(1e6, 1e12);
  const kind = random.below(40);
  if (kind === 0) market.set(pool, CLOSED, CLOSED);
  else if (kind === 1) market.append(random.below(tokens), tokens + market.edges, ...curvesAt(price(), depth));
  else if (kind === 2) market.set(pool, ...generalAt(price(), depth));
  else market.set(pool, ...curvesAt(price(), depth));
}

/** Decides while a pool is closed for a moment, as when routes are searched without it. */
function decideWithout(random: Random, market: RouterMarket, decide: () => void): void {
  const pool = random.below(market.edges / 2);
  const curves = [market.curve(2 * pool), market.curve(2 * pool + 1)] as const;
  market.close(pool);
  decide();
  market.set(pool, ...curves);
}

test(`in a changing market every decision is that of a search, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const decisions = { true: 0, false: 0 };
  for (let round = 0; round < times(60); round++) {
    const tokens = 3 + random.below(4);
    const noise = random.oneOf([1e-5, 1e-3, 4e-3]);
    const market = new RouterMarket();
    for (let one = 0; one < tokens; one++) {
      for (let other = one + 1; other < tokens; other++) market.append(one, other, ...curvesAt(1, 1e9));
    }
    let [rivals, edges] = [new Rivals(market), market.edges];
    const decide = () => {
      if (market.edges !== edges) [rivals, edges] = [new Rivals(market), market.edges];
      const decision = anyDecision(random, market);
      const isNone = decision(rivals);
      expect(isNone, `round ${round}`).toBe(decision(new Rivals(market)));
      decisions[`${isNone}`] += 1;
    };
    for (let step = 0; step < 300; step++) {
      if (random.below(3) === 0) change(random, market, tokens, noise);
      if (random.below(20) === 0) decideWithout(random, market, decide);
      decide();
    }
  }
  expect(Math.min(decisions.true, decisions.false)).toBeGreaterThan(1000);
});

test('small changes elsewhere need no new search, nor does any change of the pool itself; large ones, a pool that opens and a new pool do', () => {
  const market = new RouterMarket();
  for (const [one, other] of [
    [0, 1],
    [1, 2],
    [2, 0],
    [3, 4],
  ] as const) {
    market.append(one, other, ...curvesAt(1, 1e9));
  }
  const rivals = new Rivals(market);
  const searches = (change: () => void) => {
    change();
    // Only a search walks the slots.
    const slots = vi.spyOn(market, 'slots', 'get');
    expect(rivals.areNone(0, 'in', 1000n, 996n)).toBe(true);
    const count = slots.mock.calls.length;
    slots.mockRestore();
    return count;
  };
  expect(market.growth.total).toBe(0);
  expect(searches(() => {})).toBe(1);
  expect(searches(() => {})).toBe(0);
  expect(searches(() => market.set(1, ...curvesAt(1.001, 1e9)))).toBe(0);
  expect(searches(() => market.set(0, ...curvesAt(1.001, 1e9)))).toBe(0);
  expect(searches(() => market.set(3, ...curvesAt(1.5, 1e9)))).toBe(1);
  expect(searches(() => market.set(3, CLOSED, CLOSED))).toBe(0);
  expect(searches(() => market.set(3, ...curvesAt(1.5, 1e9)))).toBe(1);
  expect(searches(() => market.close(3))).toBe(0);
  expect(searches(() => market.set(3, ...curvesAt(1.5, 1e9)))).toBe(0);
});
