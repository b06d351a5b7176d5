// The rows that registering a token and creating a pool record, with the pool's own rates or the default ones, and which pools are refused.
import { describe, expect, test } from 'vitest';
import { APPLE, account, CORN, PaperExchange, ratesOf, TREASURY, token } from '../../../test/paper-exchange.ts';
import { createPool, pairOf, registerToken } from '../../../test/paper-orders.ts';
import { ppm } from '../amount.ts';
import { CONSTANT_PRODUCT } from '../curves/curves.ts';

test('registering a token records it as it is given and moves nothing', () => {
  const dates = token('dates', 9);
  const receipt = { kind: 'registerToken', token: 'dates', symbol: dates.symbol, decimals: 9 };
  expect(PaperExchange.open().decide(registerToken(dates))).toEqual({
    transfers: [],
    receipt,
    newToken: { ...dates, name: '', logo: '' },
  });
});

describe('a pool', () => {
  const defaults = ratesOf(2000n, 1000n, 1000n);
  const guild = account('guild');

  // Three tokens are registered before the pool, so its number is 4.
  test.each([
    { what: 'has the default rates and treasury', terms: {}, pool: { ...defaults, protocolFeeAddress: TREASURY } },
    {
      what: 'can have one rate of its own and the default for the others',
      terms: { refFeePpm: ppm(7n) },
      pool: { ...defaults, refFeePpm: 7n, protocolFeeAddress: TREASURY },
    },
    {
      what: 'keeps rates of zero instead of taking the default',
      terms: { lpFeePpm: ppm(0n), refFeePpm: ppm(0n) },
      pool: { ...ratesOf(0n, 1000n, 0n), protocolFeeAddress: TREASURY },
    },
    {
      what: 'can have its own address for the protocol fee',
      terms: { protocolFeeAddress: guild },
      pool: { ...defaults, protocolFeeAddress: guild },
    },
    {
      what: 'has no fee address if its protocol fee is zero',
      terms: { protocolFeePpm: ppm(0n), protocolFeeAddress: guild },
      pool: { ...ratesOf(2000n, 0n, 1000n), protocolFeeAddress: null },
    },
  ])('$what', ({ terms, pool }) => {
    const named = { number: 4, address: 'apple-corn', token0: 'apple', token1: 'corn' };
    expect(PaperExchange.open().decide(createPool({ ...pairOf(CORN, APPLE), ...terms }))).toEqual({
      transfers: [],
      receipt: { kind: 'createPool', ...pairOf(CORN, APPLE), pool: 'apple-corn', ...pool },
      newPool: { ...named, ...pool, ...CONSTANT_PRODUCT, status: 'listed' },
    });
  });

  test.each([
    { rates: ratesOf(999_999n, 0n, 0n), accepted: true },
    { rates: ratesOf(1_000_000n, 0n, 0n), accepted: false },
    { rates: { protocolFeePpm: ppm(499_000n) }, accepted: true },
    { rates: { protocolFeePpm: ppm(499_001n) }, accepted: false },
  ])('with $rates is accepted: $accepted', ({ rates, accepted }) => {
    const answer = PaperExchange.open().decide(createPool(rates));
    expect(answer).toMatchObject(accepted ? { newPool: rates } : { code: 'fees_too_high' });
  });

  test.each([
    { terms: pairOf(APPLE, APPLE), refusal: { code: 'same_token', token: 'APPLE' } },
    { terms: pairOf(APPLE, token('ghost', 0)), refusal: { code: 'unknown_token', token: 'ghost' } },
    { terms: pairOf(token('ghost', 0), APPLE), refusal: { code: 'unknown_token', token: 'ghost' } },
  ])('of $terms is refused', ({ terms, refusal }) =>
    expect(PaperExchange.open().decide(createPool(terms))).toEqual(refusal),
  );
});
