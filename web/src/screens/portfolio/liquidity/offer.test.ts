import { expect, test } from 'vitest';
import { isSame, offerOf, restOf, type Sides, shortOf } from './offer.ts';

const SIDES: Sides = [
  { symbol: 'TON', decimals: 9, balance: '20000' },
  { symbol: 'USDT', decimals: 6, balance: '100.5' },
];
const PLENTY0 = '664613997892457936451903530.140172288';
const PLENTY1 = '664613997892457936451903530140.172288';
const unclear = (side: 0 | 1, reading: object) => ({ kind: 'unclear', side, reading });

test.each([
  ['nothing typed', { amount0: '', amount1: '' }, false, { kind: 'nothing' }],
  ['nothing but a zero', { amount0: '0.0', amount1: '' }, false, { kind: 'nothing' }],
  ['only the first', { amount0: '10', amount1: '' }, false, { kind: 'offer', amount0: '10', amount1: PLENTY1 }],
  [
    'only the second, with a comma,',
    { amount0: '', amount1: '2,5' },
    false,
    { kind: 'offer', amount0: PLENTY0, amount1: '2.5' },
  ],
  ['the maximum', { amount0: 'max', amount1: '' }, false, { kind: 'offer', amount0: '20000', amount1: '100.5' }],
  ['one side of a price', { amount0: '10', amount1: '' }, true, { kind: 'nothing' }],
  ['both sides of a price', { amount0: '10', amount1: '25' }, true, { kind: 'offer', amount0: '10', amount1: '25' }],
  ['no number', { amount0: 'ten', amount1: '' }, false, unclear(0, { kind: 'rubbish' })],
  ['7 decimals', { amount0: '', amount1: '1.2345678' }, false, unclear(1, { kind: 'too-fine', nearest: '1.234567' })],
  [
    'an ambiguous amount',
    { amount0: '1,000', amount1: '' },
    false,
    unclear(0, { kind: 'ambiguous', readings: ['1000', '1'] }),
  ],
  ['too large an amount', { amount0: '9'.repeat(41), amount1: '' }, false, unclear(0, { kind: 'too-large' })],
])('with %s typed (%j, sets the price: %s) the offer is %j', (_, form, setsPrice, expected) => {
  expect(offerOf({ ...form, only: '' }, SIDES, setsPrice)).toEqual(expected);
});

test('the maximum is the spendable part of a balance that is not fully spendable', () => {
  const sides: Sides = [{ ...SIDES[0], most: '19999.3' }, SIDES[1]];
  const all = { kind: 'offer', amount0: '19999.3', amount1: '100.5' };
  expect(offerOf({ amount0: 'max', amount1: '', only: '' }, sides, false)).toEqual(all);
  expect(offerOf({ amount0: 'max', amount1: '', only: '' }, [{ ...SIDES[0], most: '0' }, SIDES[1]], true)).toEqual({
    kind: 'nothing',
  });
});

test.each([
  ['the first', { amount0: '10', amount1: '', only: '0' }, { kind: 'offer', amount0: '10' }],
  ['the second', { amount0: '', amount1: '2,5', only: '1' }, { kind: 'offer', amount1: '2.5' }],
  [
    'what is typed for the other token is ignored',
    { amount0: 'ten', amount1: '1', only: '1' },
    { kind: 'offer', amount1: '1' },
  ],
  ['the maximum', { amount0: '', amount1: 'max', only: '1' }, { kind: 'offer', amount1: '100.5' }],
  ['nothing typed for the chosen token', { amount0: '', amount1: '5', only: '0' }, { kind: 'nothing' }],
  ['a zero', { amount0: '0', amount1: '', only: '0' }, { kind: 'nothing' }],
  ['no number', { amount0: '', amount1: 'ten', only: '1' }, unclear(1, { kind: 'rubbish' })],
  [
    'an invalid choice of the token means both',
    { amount0: '10', amount1: '', only: '2' },
    { kind: 'offer', amount0: '10', amount1: PLENTY1 },
  ],
])('one token: %s (%j), the offer is %j', (_, form, expected) => {
  expect(offerOf(form, SIDES, false)).toEqual(expected);
});

test('the first price is set by both tokens, even if one is chosen', () => {
  const form = { amount0: '10', amount1: '25', only: '0' };
  expect(offerOf(form, SIDES, true)).toEqual({ kind: 'offer', amount0: '10', amount1: '25' });
});

test('the maximum is no offer if one of the balances is empty', () => {
  const none: Sides = [SIDES[0], { ...SIDES[1], balance: null }];
  expect(offerOf({ amount0: 'max', amount1: '', only: '' }, none, false)).toEqual({ kind: 'nothing' });
});

test.each([
  ['20000', '100.5', null],
  ['20000.000000001', '100.5', 0],
  ['20000', '100.500001', 1],
] as const)('for %s and %s, the token whose balance is too small is %s', (token1Amount, token2Amount, short) => {
  expect(shortOf({ token1Amount, token2Amount }, SIDES)).toBe(short);
});

test('two previews are the same only if all amounts are equal to the unit', () => {
  const one = { token1Amount: '1', token2Amount: '2', lpTokens: '3' };
  expect([isSame(one, { ...one }), isSame(one, { ...one, lpTokens: '3.000000001' })]).toEqual([true, false]);
  const alone = { ...one, token1Change: '-1.5', token2Change: '0' };
  expect([isSame(alone, { ...alone }), isSame(alone, { ...alone, token1Change: '-1.6' })]).toEqual([true, false]);
});

test.each([
  ['1.5', '1.499999986', '0.000000014'],
  ['1,5', '1.5', null],
  ['', '1.5', null],
  ['max', '1.5', null],
])('of %s typed and %s taken, the account keeps %s', (typed, taken, rest) => {
  expect(restOf(typed, taken, SIDES[0])).toBe(rest);
});
