// Mints and refunds worked by hand, on both sides of every boundary.
import { describe, expect, test } from 'vitest';
import { amount, MAX_AMOUNT } from '../amount.ts';
import { mintFor, type PoolState, worthOf } from './liquidity.ts';

const state = (reserve0: bigint, reserve1: bigint, supply: bigint): PoolState => ({
  reserve0: amount(reserve0),
  reserve1: amount(reserve1),
  supply: amount(supply),
});
const EMPTY = state(0n, 0n, 0n);

describe('the first mint', () => {
  test.each([
    [1001n, 1001n, 1n],
    [1n, 1_002_001n, 1n],
    [1_002_001n, 1n, 1n],
    [1002n, 1001n, 1n],
    [1002n, 1002n, 2n],
    [4_000_000n, 9_000_000n, 5_999_000n],
    [MAX_AMOUNT, MAX_AMOUNT, MAX_AMOUNT - 1000n],
  ])('takes all of %i and %i, mints %i LP tokens and locks 1000', (offered0, offered1, minted) => {
    const mint = { taken0: offered0, taken1: offered1, minted, locked: 1000n };
    expect(mintFor(EMPTY, amount(offered0), amount(offered1))).toEqual(mint);
  });

  test.each([
    [1000n, 1000n],
    [1000n, 1001n],
    [1n, 1_002_000n],
    [1_002_000n, 1n],
    [0n, MAX_AMOUNT],
    [MAX_AMOUNT, 0n],
  ])('of %i and %i is refused as too small', (offered0, offered1) => {
    expect(mintFor(EMPTY, amount(offered0), amount(offered1))).toBeNull();
  });
});

describe('a later mint', () => {
  // One LP token of this pool is worth 1000/1700 and 3000/1700 units.
  const POOL = state(1000n, 3000n, 1700n);

  test.each([
    { offer: [10n, 30n], mint: { taken0: 10n, taken1: 30n, minted: 17n }, what: 'in proportion takes all' },
    { offer: [10n, 100n], mint: { taken0: 10n, taken1: 30n, minted: 17n }, what: 'leaves the surplus of token1' },
    { offer: [100n, 30n], mint: { taken0: 10n, taken1: 30n, minted: 17n }, what: 'leaves the surplus of token0' },
    { offer: [10n, 29n], mint: { taken0: 10n, taken1: 29n, minted: 16n }, what: 'rounds the taken amounts up' },
    { offer: [1n, 2n], mint: { taken0: 1n, taken1: 2n, minted: 1n }, what: 'mints one LP token' },
    { offer: [1n, 1n], mint: null, what: 'is refused: it does not pay for one LP token' },
    { offer: [0n, 30n], mint: null, what: 'is refused: it needs both tokens' },
  ])('of $offer $what', ({ offer: [offered0 = 0n, offered1 = 0n], mint }) => {
    expect(mintFor(POOL, amount(offered0), amount(offered1))).toEqual(mint && { ...mint, locked: 0n });
  });
});

describe('a refund', () => {
  const POOL = state(1000n, 3000n, 1700n);

  test.each([
    [1700n, { amount0: 1000n, amount1: 3000n }],
    [17n, { amount0: 10n, amount1: 30n }],
    [16n, { amount0: 9n, amount1: 28n }],
    [2n, { amount0: 1n, amount1: 3n }],
    [1n, { amount0: 0n, amount1: 1n }],
    [0n, { amount0: 0n, amount1: 0n }],
  ])('of %i LP tokens rounds both amounts down, also to zero', (burned, returned) => {
    expect(worthOf(POOL, amount(burned))).toEqual(returned);
  });

  test('returns token0 alone if the amount of token1 would be zero', () => {
    expect(worthOf(state(3000n, 1000n, 1700n), amount(1n))).toEqual({ amount0: 1n, amount1: 0n });
  });

  test('from an empty pool returns nothing', () => {
    expect(worthOf(EMPTY, amount(5n))).toEqual({ amount0: 0n, amount1: 0n });
  });
});
