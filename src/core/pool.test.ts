// A pair has the same pool in both directions, and rates must leave something of a swap.
import { describe, expect, test } from 'vitest';
import { feeAccount, ISSUER, lpToken, poolOfLpToken, reserveAccount } from './accounts.ts';
import { type Account, type PoolAddress, ppm, type TokenAddress } from './amount.ts';
import { AssertionFailure } from './assert.ts';
import { CONSTANT_PRODUCT } from './curves/curves.ts';
import { orderPair, type Pool, pairKey, poolState, ratesAreSound, symbolKey } from './pool.ts';

const [apple, bread] = ['apple' as TokenAddress, 'bread' as TokenAddress];
const rates = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(1000n) };
const address = 'the pool' as PoolAddress;
const pool: Pool = {
  ...rates,
  number: 7,
  address,
  token0: apple,
  token1: bread,
  protocolFeeAddress: null,
  status: 'listed',
  ...CONSTANT_PRODUCT,
};

describe('ratesAreSound', () => {
  test.each([
    [0n, 0n, 0n, true],
    [999_999n, 500_000n, 0n, true],
    [999_999n, 0n, 500_000n, true],
    [999_999n, 250_000n, 250_000n, true],
    [1_000_000n, 0n, 0n, false],
    [0n, 500_001n, 0n, false],
    [0n, 0n, 500_001n, false],
    [0n, 250_000n, 250_001n, false],
  ])('of LP %i, protocol %i and referrer %i ppm is %s', (lp, protocol, ref, sound) => {
    expect(ratesAreSound({ lpFeePpm: ppm(lp), protocolFeePpm: ppm(protocol), refFeePpm: ppm(ref) })).toBe(sound);
  });
});

test('the two tokens of a pair are sorted and give the same key in either order', () => {
  expect(orderPair(bread, apple)).toEqual([apple, bread]);
  expect(orderPair(apple, bread)).toEqual([apple, bread]);
  expect(pairKey(bread, apple)).toBe(pairKey(apple, bread));
  expect(pairKey(apple, bread)).not.toBe(pairKey(apple, 'corn' as TokenAddress));
});

describe('poolState', () => {
  const state = (balances: Record<string, bigint>) =>
    poolState(pool, (account: Account, token: TokenAddress) => balances[`${account}/${token}`] ?? 0n);

  test('reads the reserves and the supply of the LP token', () => {
    const balances = {
      'pool the pool/apple': 30n,
      'pool the pool/bread': 40n,
      [`${ISSUER}/LP ${address}`]: -2000n,
      'pool the pool fees/apple': 9n,
    };
    expect(state(balances)).toEqual({ reserve0: 30n, reserve1: 40n, supply: 2000n });
  });

  test.each([{ 'pool the pool/apple': -1n }, { 'pool the pool/bread': -1n }, { [`${ISSUER}/LP ${address}`]: 1n }])(
    'throws on a negative reserve or supply: %o',
    (balances) => expect(() => state(balances as Record<string, bigint>)).toThrow(AssertionFailure),
  );

  test('the names of a pool’s accounts contain a space, as no user’s name can', () => {
    expect([reserveAccount(pool.address), feeAccount(pool.address), ISSUER].every((name) => name.includes(' '))).toBe(
      true,
    );
    expect(reserveAccount(pool.address)).not.toBe(feeAccount(pool.address));
  });
});

test('the name of an LP token contains a space, and the pool can be read from it', () => {
  expect(lpToken(pool.address)).toBe('LP the pool');
  expect(poolOfLpToken(lpToken(pool.address))).toBe(address);
  expect(poolOfLpToken(apple)).toBeUndefined();
});

test.each([
  ['usdt', 'USDT'],
  ['ＵＳＤＴ', 'USDT'],
  ['ασ', 'ΑΣ'],
  ['ας', 'ΑΣ'],
  ['STRAẞE', 'strasse'],
])('the symbols %s and %s count as the same', (one, other) => {
  expect(symbolKey(one)).toBe(symbolKey(other));
});
