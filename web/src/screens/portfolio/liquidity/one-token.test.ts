// The result of one-token liquidity and the cost of its swap, on both sides of each boundary.
import { expect, test } from 'vitest';
import type { QuoteLiquidityOutput } from '#client';
import type { Sides } from './offer.ts';
import { changeAt, costlyOf, leftOf, limitIn, paidBy, paidIn, receivedIn, totalCostOf } from './one-token.ts';

const SIDES: Sides = [
  { symbol: 'TON', decimals: 9, balance: '20000' },
  { symbol: 'USDT', decimals: 6, balance: '100.5' },
];
const NO_FEES = { lp: '0', protocol: '0', ref: '0' };
const SWAPPED = { poolAddress: 'pool', tokenA: 'ton', tokenB: 'usdt', amountA: '50', amountB: '125', fees: NO_FEES };
type Swapped = Parameters<typeof totalCostOf>[0];
const costOf = (swapped: object, impact: string) => totalCostOf(swapped as Swapped, impact);
const quoteOf = (more: object) =>
  ({ token1Address: 'ton', token2Address: 'usdt', swapped: SWAPPED, ...more }) as unknown as QuoteLiquidityOutput;

const PROVIDED = quoteOf({ token1Amount: '49.9', token2Amount: '124.9', token1Change: '-99.9', token2Change: '0.1' });
const REFUNDED = quoteOf({ token1Amount: '50', token2Amount: '100', token1Change: '0', token2Change: '225' });
/** So little TON that nothing of it is returned, and nothing swapped. */
const ONE_SIDED = quoteOf({ ...REFUNDED, swapped: undefined, token1Amount: '0', token2Amount: '225' });
const BOTH = { token1Amount: '1', token2Amount: '2' };

test('the amount paid or received is that of the one token, without its sign, or those of both tokens', () => {
  expect([paidIn(PROVIDED), receivedIn(REFUNDED)]).toEqual([
    ['99.9', null],
    [null, '225'],
  ]);
  expect([receivedIn(ONE_SIDED), changeAt(ONE_SIDED, '1')]).toEqual([[null, '225'], '225']);
  expect([paidIn(BOTH), receivedIn(BOTH)]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
  expect([changeAt(PROVIDED, '0'), changeAt(REFUNDED, '1'), changeAt(PROVIDED, '')]).toEqual(['99.9', '225', null]);
  expect(paidBy(PROVIDED, '0')).toEqual({ token1Amount: '99.9', token2Amount: '0' });
});

test.each([
  ['100', ['0.1', '0.1']],
  ['99.9', [null, '0.1']],
])('of %s offered, the account keeps %j', (offered, left) => {
  expect(leftOf(PROVIDED, '0', offered, SIDES)).toEqual(left);
});

// A fee of 10 % of the payment, an impact of 50 %, and a fee of 20 % of the proceeds: 1 − 0.9·0.5·0.8.
test('the cost of a swap is its impact and both fees together', () => {
  const fees = { lp: '5', protocol: '31.25', ref: '0' };
  expect(costOf({ ...SWAPPED, fees }, '0.5')).toBe('0.64');
  expect(costOf(SWAPPED, '0.049999999999999999')).toBe('0.049999999999999999');
});

const FEE = { ...SWAPPED, fees: { ...NO_FEES, lp: '7.5' } };

test.each([
  ['below 5 %', '0.049999999999999999', SWAPPED, '', { kind: 'fine' }],
  ['at 5 %', '0.05', SWAPPED, '', { kind: 'large', why: 'effect', lost: '6.578947' }],
  ['at the limit of 15 %', '0.15', SWAPPED, '', { kind: 'large', why: 'effect' }],
  ['over 15 %', '0.150000000000000001', SWAPPED, '', { kind: 'over', why: 'effect', figure: '15.01', isTyped: false }],
  ['over 15 % by its fees', '0.01', FEE, '', { kind: 'over', why: 'cost', figure: '15.85', isTyped: false }],
  ['over 15 %, less than it typed', '0.2', SWAPPED, '19.99', { kind: 'over', isTyped: false }],
  ['over 15 %, typed', '0.2', SWAPPED, '20 %', { kind: 'over', isTyped: true, maxPriceImpact: '0.2' }],
  ['over 15 % by its fees, typed', '0.01', FEE, '15.85', { kind: 'over', isTyped: true, maxPriceImpact: undefined }],
])('the cost of the swap is %s, with an impact of %s', (_, priceImpact, swapped, typed, expected) => {
  const costly = costlyOf(quoteOf({ priceImpact, swapped }), '0.15', typed, SIDES);
  expect(costly).toMatchObject(expected);
  const goesAlong = 'maxPriceImpact' in expected && expected.maxPriceImpact !== undefined;
  expect(limitIn(costly)).toEqual(goesAlong ? { maxPriceImpact: '0.2' } : {});
});

test('liquidity in both tokens has no swap, so that its cost is fine', () => {
  const quote = quoteOf({ ...BOTH, swapped: undefined });
  expect(costlyOf(quote, '0.15', '', SIDES)).toEqual({ kind: 'fine' });
});
