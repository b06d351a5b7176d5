// A pool as an order book: the first n levels together can be traded at the price of level n or better, whatever the curve, fees and decimals.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { token } from '../../../test/paper-exchange.ts';
import { times } from '../../../test/times.ts';
import { type Amount, amount, MAX_AMOUNT, type Ppm, ppm } from '../amount.ts';
import { CONSTANT_PRODUCT, curveOf, type Shape } from '../curves/curves.ts';
import { powerOfTen } from '../maths/decimal.ts';
import { swapExactIn, swapExactOut } from '../maths/fill.ts';
import { type BookTerms, bookOf, type Level } from './order-book.ts';
import { comparePrices, type Price } from './price.ts';

const STABLE = (amplification: bigint): Shape => ({ curve: 'stable', amplification });
const FREE = { lpFeePpm: ppm(0n), protocolFeePpm: ppm(0n), refFeePpm: ppm(0n) };
const USUAL = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(1000n) };
const DEAREST = { lpFeePpm: ppm(999_999n), protocolFeePpm: ppm(500_000n), refFeePpm: ppm(0n) };

type Pool = Partial<Pick<BookTerms, 'levels'>> & {
  readonly shape?: Shape;
  readonly rates?: typeof FREE;
  readonly decimals?: readonly [base: number, quote: number];
  readonly step?: bigint;
};
const termsOf = (reserveBase: bigint, reserveQuote: bigint, pool: Pool = {}): BookTerms => {
  const { shape = CONSTANT_PRODUCT, rates = USUAL, decimals = [9, 6], step = 1000n, levels = 20 } = pool;
  const [base, quote] = [token('base', decimals[0]), token('quote', decimals[1])];
  const reserves = { reserveBase: amount(reserveBase), reserveQuote: amount(reserveQuote) };
  return { base, quote, pool: { ...shape, ...rates }, ...reserves, levels, stepPpm: ppm(step) as Ppm };
};

/** A price in base units, as a fraction. */
function inUnits({ digits, exponent }: Price, { base, quote }: BookTerms) {
  const power = exponent - base.decimals + quote.decimals;
  return power < 0 ? [digits, powerOfTen(-power)] : [digits * powerOfTen(power), 1n];
}

/** Trades the first n levels in one swap, for each n, and compares it with what their prices promise. */
function checkSide(terms: BookTerms, levels: readonly Level[], side: 'bids' | 'asks') {
  const { base, quote, pool, reserveBase, reserveQuote } = terms;
  const rates = { ...pool, refFeePpm: ppm(0n) };
  const sale = { reserveIn: reserveBase, reserveOut: reserveQuote };
  const purchase = { reserveIn: reserveQuote, reserveOut: reserveBase };
  let [units, promised] = [0n, [0n, 1n] as bigint[]];
  for (const [at, { price, amount: added }] of levels.entries()) {
    const [numerator, denominator] = inUnits(price, terms) as [bigint, bigint];
    const [before = 0n, scale = 1n] = promised;
    expect(added).toBeGreaterThan(0n);
    units += added;
    promised = [before * denominator + added * numerator * scale, scale * denominator];
    const [worth, parts] = promised as [bigint, bigint];
    if (side === 'bids') {
      const got = swapExactIn(curveOf(pool, base.decimals, quote.decimals), sale, rates, amount(units));
      expect(got && got.amountOut * parts >= worth).toBe(true);
      expect(got && got.amountOut * denominator >= units * numerator).toBe(true);
    } else {
      const most = MAX_AMOUNT - reserveQuote;
      const curve = curveOf(pool, quote.decimals, base.decimals);
      const paid = swapExactOut(curve, purchase, rates, amount(units), most) as { amountIn: Amount };
      expect(paid.amountIn * parts <= worth).toBe(true);
      expect(paid.amountIn * denominator <= units * numerator).toBe(true);
    }
    const next = levels[at + 1]?.price;
    if (next) expect(comparePrices(price, next) * (side === 'bids' ? 1 : -1)).toBeGreaterThan(0);
  }
}

function check(terms: BookTerms) {
  const { bids, asks } = bookOf(terms);
  expect(Math.max(bids.length, asks.length)).toBeLessThanOrEqual(terms.levels);
  checkSide(terms, bids, 'bids');
  checkSide(terms, asks, 'asks');
  const [bid, ask] = [bids[0], asks[0]];
  if (bid && ask) expect(comparePrices(bid.price, ask.price)).toBeLessThan(0);
  return { bids: bids.length, asks: asks.length };
}

const M = 10n ** 15n;

describe('the first n levels can be traded at their prices or better, and prices are strictly monotonic', () => {
  test.each<[string, BookTerms, object]>([
    ['a deep pool', termsOf(2n * M, 5n * M), { bids: 20, asks: 20 }],
    ['100 levels', termsOf(2n * M, 5n * M, { levels: 100 }), { bids: 100, asks: 100 }],
    ['one level', termsOf(2n * M, 5n * M, { levels: 1 }), { bids: 1, asks: 1 }],
    ['no fees', termsOf(2n * M, 5n * M, { rates: FREE }), { bids: 20, asks: 20 }],
    ['the highest fees', termsOf(2n * M, 5n * M, { rates: DEAREST }), { bids: 20, asks: 20 }],
    ['a stable pool', termsOf(M, M, { shape: STABLE(200n), decimals: [6, 6] }), { bids: 20, asks: 20 }],
    [
      'a stable pool far from parity',
      termsOf(M, 50n * M, { shape: STABLE(200n), decimals: [6, 6] }),
      { bids: 20, asks: 20 },
    ],
    [
      'the flattest stable pool',
      termsOf(M, M, { shape: STABLE(1_000_000n), decimals: [9, 9] }),
      { bids: 20, asks: 20 },
    ],
    ['tokens of 0 and 18 decimals', termsOf(5000n, 10n ** 22n, { decimals: [0, 18] }), { bids: 20, asks: 20 }],
    ['steps below one unit', termsOf(1000n, 200_000n, { decimals: [0, 2], step: 1n }), {}],
    ['steps below one unit of both', termsOf(1000n, 1000n, { decimals: [0, 0], step: 1n, levels: 100 }), {}],
    ['the largest steps', termsOf(2n * M, 5n * M, { step: 100_000n, levels: 100 }), { bids: 100, asks: 100 }],
    ['an empty pool', termsOf(0n, 0n), { bids: 0, asks: 0 }],
    ['a pool of one unit each', termsOf(1n, 1n), { bids: 0, asks: 0 }],
    ['a pool of dust', termsOf(3n, 5n, { rates: FREE }), {}],
    ['a pool at the largest amount', termsOf(MAX_AMOUNT, 10n ** 30n), { bids: 0 }],
  ])('%s', (_, terms, expected) => {
    expect(check(terms)).toMatchObject(expected);
  });

  const shapes = fc.oneof(
    fc.constant(CONSTANT_PRODUCT),
    fc.bigInt({ min: 1n, max: 1_000_000n }).map((amplification) => STABLE(amplification)),
  );
  test('any pool', () => {
    fc.assert(
      fc.property(
        ...[anyAmount({ min: 1n, max: 2n ** 100n }), anyAmount({ min: 1n, max: 2n ** 100n }), shapes, anyRates],
        ...[fc.integer({ min: 0, max: 18 }), fc.integer({ min: 0, max: 18 })],
        fc.bigInt({ min: 1n, max: 100_000n }),
        (reserveBase, reserveQuote, shape, rates, base, quote, step) => {
          check(termsOf(reserveBase, reserveQuote, { shape, rates, decimals: [base, quote], step, levels: 8 }));
        },
      ),
      { numRuns: times(60) },
    );
  });
});

test.each([1n, 1000n, 100_000n])(
  'between two levels of a deep pool the price moves by a step of %s millionths',
  (step) => {
    for (const shape of [CONSTANT_PRODUCT, STABLE(200n)]) {
      const { bids, asks } = bookOf(termsOf(2n * 10n ** 30n, 3n * 10n ** 30n, { shape, step, decimals: [18, 18] }));
      for (const [side, factor] of [
        [bids, 1 - Number(step) / 1e6],
        [asks, 1 + Number(step) / 1e6],
      ] as const) {
        const prices = side.map(({ price }) => Number(price.digits) * 10 ** price.exponent);
        for (const [at, price] of prices.slice(1).entries())
          expect(Math.abs(price / (prices[at] as number) / factor - 1)).toBeLessThan(Number(step) / 1e6 / 500);
      }
    }
  },
);
