// Mints and burns compared with the real Uniswap v2 pair: the same LP tokens and the same refunds, to the unit.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Amount, amount } from '../../src/core/amount.ts';
import { LOCKED_LP, mintFor, type PoolState, worthOf } from '../../src/core/maths/liquidity.ts';
import { anyAmount } from '../arbitraries.ts';
import { times } from '../times.ts';
import { MAX_RESERVE, Reverted, UniswapPair } from './pair.ts';

const EMPTY = { reserve0: amount(0n), reserve1: amount(0n), supply: amount(0n) };

let pair: UniswapPair;
beforeAll(async () => {
  pair = await UniswapPair.deploy();
});

describe('the first mint', () => {
  test.each([
    [1001n, 1001n, 1n],
    [1n, 1_002_001n, 1n],
    [MAX_RESERVE, 1n, 72_057_594_037_926_935n],
    [MAX_RESERVE, MAX_RESERVE, MAX_RESERVE - 1000n],
  ])('of %i and %i gives %i LP tokens and locks 1000', async (offered0, offered1, minted) => {
    expect(mintFor(EMPTY, amount(offered0), amount(offered1))).toMatchObject({ minted, locked: 1000n });
    await firstMintsAgree(offered0, offered1);
  });

  test.each([
    [1000n, 1000n, 'UniswapV2: INSUFFICIENT_LIQUIDITY_MINTED'],
    [1n, 1_002_000n, 'UniswapV2: INSUFFICIENT_LIQUIDITY_MINTED'],
    [999n, 1000n, 'ds-math-sub-underflow'],
    [1n, 1n, 'ds-math-sub-underflow'],
  ])('of %i and %i is refused by both', async (offered0, offered1, reason) => {
    expect(mintFor(EMPTY, amount(offered0), amount(offered1))).toBeNull();
    await pair.scratch(async () => {
      await pair.send(offered0, offered1);
      expect(await pair.mint()).toEqual({ reason });
    });
  });

  test('of any size gives the same LP tokens as the pair, or both refuse it', () => {
    const offer = anyAmount({ min: 1n, max: MAX_RESERVE });
    return fc.assert(fc.asyncProperty(offer, offer, firstMintsAgree), { numRuns: times(50) });
  });
});

async function firstMintsAgree(offered0: bigint, offered1: bigint): Promise<void> {
  const mint = mintFor(EMPTY, amount(offered0), amount(offered1));
  await pair.scratch(async () => {
    await pair.send(offered0, offered1);
    const minted = await pair.mint();
    if (mint === null) {
      expect(minted).toBeInstanceOf(Reverted);
      return;
    }
    expect(minted).toBe(mint.minted);
    expect(await pair.locked()).toBe(mint.locked);
    expect(await pair.state()).toEqual(after(EMPTY, mint));
  });
}

/** A pool with a history: a donation after the first mint gives an LP token any possible price. */
const livePool = fc.record({
  first0: anyAmount({ min: 1001n, max: MAX_RESERVE / 3n }),
  first1: anyAmount({ min: 1001n, max: MAX_RESERVE / 3n }),
  donated0: anyAmount({ max: MAX_RESERVE / 3n }),
  donated1: anyAmount({ max: MAX_RESERVE / 3n }),
});

type History = { first0: bigint; first1: bigint; donated0: bigint; donated1: bigint };

const withPool = ({ first0, first1, donated0, donated1 }: History, work: (pool: PoolState) => Promise<void>) =>
  pair.scratch(async () => {
    await pair.send(first0, first1);
    await pair.mint();
    await pair.send(donated0, donated1);
    await pair.sync();
    await work((await pair.state()) as PoolState);
  });

const after = (pool: PoolState, mint: { taken0: bigint; taken1: bigint; minted: bigint; locked: bigint }) => ({
  reserve0: pool.reserve0 + mint.taken0,
  reserve1: pool.reserve1 + mint.taken1,
  supply: pool.supply + mint.minted + mint.locked,
});

describe('a later mint', () => {
  test('of the offer, or of exactly what we take of it, gives the same LP tokens in any pool', () => {
    const offer = anyAmount({ min: 1n, max: MAX_RESERVE / 3n });
    return fc.assert(fc.asyncProperty(livePool, offer, offer, laterMintsAgree), { numRuns: times(60) });
  });

  test('differs in one way on purpose: we take only what the ratio needs, Uniswap keeps the surplus as a donation', () =>
    withPool({ first0: 10_000n, first1: 40_000n, donated0: 0n, donated1: 0n }, async (pool) => {
      const ours = mintFor(pool, amount(1000n), amount(9000n));
      expect(ours).toEqual({ taken0: 1000n, taken1: 4000n, minted: 2000n, locked: 0n });
      await pair.send(1000n, 9000n);
      expect(await pair.mint()).toBe(2000n);
      expect(await pair.state()).toEqual({ reserve0: 11_000n, reserve1: 49_000n, supply: 22_000n });
    }));
});

async function laterMintsAgree(history: History, offered0: Amount, offered1: Amount): Promise<void> {
  await withPool(history, async (pool) => {
    const mint = mintFor(pool, offered0, offered1);
    await pair.scratch(async () => {
      await pair.send(offered0, offered1);
      expect(await pair.mint()).toEqual(mint?.minted ?? { reason: 'UniswapV2: INSUFFICIENT_LIQUIDITY_MINTED' });
    });
    if (mint === null) return;
    await pair.send(mint.taken0, mint.taken1);
    expect(await pair.mint()).toBe(mint.minted);
    expect(await pair.state()).toEqual(after(pool, mint));
  });
}

describe('a burn', () => {
  test('returns the same amounts, in any pool', () =>
    fc.assert(fc.asyncProperty(livePool, fc.bigInt({ min: 0n, max: 2n ** 120n }), burnsAgree), { numRuns: times(60) }));

  test.each([
    { first0: 1000n, first1: 10_000_000n, lpTokens: 100n, returned: { amount0: 1n, amount1: 10_000n } },
    { first0: 1000n, first1: 10_000_000n, lpTokens: 99n, returned: { amount0: 0n, amount1: 9900n } },
    { first0: 10_000_000n, first1: 1000n, lpTokens: 100n, returned: { amount0: 10_000n, amount1: 1n } },
    { first0: 10_000_000n, first1: 1000n, lpTokens: 99n, returned: { amount0: 9900n, amount1: 0n } },
  ])('of $lpTokens LP tokens of $first0 : $first1 returns $returned', ({ first0, first1, lpTokens, returned }) =>
    withPool({ first0, first1, donated0: 0n, donated1: 0n }, async (pool) => {
      expect(worthOf(pool, amount(lpTokens))).toEqual(returned);
      expect(await pair.burn(lpTokens)).toEqual(paidByUniswap(returned));
    }),
  );
});

/** Uniswap's burn fails if one amount is zero; ours then pays the other. */
const isPaidByUniswap = ({ amount0, amount1 }: Worth) => amount0 > 0n && amount1 > 0n;
const paidByUniswap = (worth: Worth) =>
  isPaidByUniswap(worth) ? worth : { reason: 'UniswapV2: INSUFFICIENT_LIQUIDITY_BURNED' };

type Worth = { readonly amount0: bigint; readonly amount1: bigint };

async function burnsAgree(history: History, draw: bigint): Promise<void> {
  await withPool(history, async (pool) => {
    const lpTokens = amount(draw % (pool.supply - LOCKED_LP + 1n));
    const returned = worthOf(pool, lpTokens);
    expect(await pair.burn(lpTokens)).toEqual(paidByUniswap(returned));
    if (!isPaidByUniswap(returned)) return;
    expect(await pair.state()).toEqual({
      reserve0: pool.reserve0 - returned.amount0,
      reserve1: pool.reserve1 - returned.amount1,
      supply: pool.supply - lpTokens,
    });
  });
}
