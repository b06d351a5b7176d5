// A Uniswap v2 pair and one of our pools with the same history stay equal to the unit.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { amount, ppm } from '../../src/core/amount.ts';
import { constantProduct } from '../../src/core/curves/constant-product.ts';
import { swapExactIn } from '../../src/core/maths/fill.ts';
import { LOCKED_LP, mintFor, type PoolState, worthOf } from '../../src/core/maths/liquidity.ts';
import { anyAmount } from '../arbitraries.ts';
import { times } from '../times.ts';
import { UniswapPair } from './pair.ts';

const UNISWAP = { lpFeePpm: ppm(3000n), protocolFeePpm: ppm(0n), refFeePpm: ppm(0n) };
// Twelve steps can double a reserve twelve times: this leaves room below the pair's 2^112.
const MAX_FIRST = 2n ** 96n;

type Step = { kind: 'swap0' | 'swap1' | 'mint' | 'burn'; sharePpm: bigint };

let pair: UniswapPair;
beforeAll(async () => {
  pair = await UniswapPair.deploy();
});

const STEPS = {
  swap0: async (pool: PoolState, share: Share): Promise<PoolState> => {
    const fill = swapExactIn(
      constantProduct,
      { reserveIn: pool.reserve0, reserveOut: pool.reserve1 },
      UNISWAP,
      share(pool.reserve0),
    );
    if (!fill) return pool;
    await pair.send(fill.amountIn, 0n);
    expect(await pair.swap(0n, fill.amountOut)).toBeUndefined();
    return { ...pool, reserve0: fill.after.reserveIn, reserve1: fill.after.reserveOut };
  },
  swap1: async (pool: PoolState, share: Share): Promise<PoolState> => {
    const fill = swapExactIn(
      constantProduct,
      { reserveIn: pool.reserve1, reserveOut: pool.reserve0 },
      UNISWAP,
      share(pool.reserve1),
    );
    if (!fill) return pool;
    await pair.send(0n, fill.amountIn);
    expect(await pair.swap(fill.amountOut, 0n)).toBeUndefined();
    return { ...pool, reserve0: fill.after.reserveOut, reserve1: fill.after.reserveIn };
  },
  mint: async (pool: PoolState, share: Share): Promise<PoolState> => {
    const mint = mintFor(pool, share(pool.reserve0), share(pool.reserve1));
    if (!mint) return pool;
    await pair.send(mint.taken0, mint.taken1);
    expect(await pair.mint()).toBe(mint.minted);
    return {
      reserve0: amount(pool.reserve0 + mint.taken0),
      reserve1: amount(pool.reserve1 + mint.taken1),
      supply: amount(pool.supply + mint.minted),
    };
  },
  burn: async (pool: PoolState, share: Share): Promise<PoolState> => {
    const burned = share(pool.supply - LOCKED_LP);
    const back = worthOf(pool, burned);
    // Uniswap's burn pays both tokens or nothing.
    if (back.amount0 === 0n || back.amount1 === 0n) return pool;
    expect(await pair.burn(burned)).toEqual({ amount0: back.amount0, amount1: back.amount1 });
    return {
      reserve0: amount(pool.reserve0 - back.amount0),
      reserve1: amount(pool.reserve1 - back.amount1),
      supply: amount(pool.supply - burned),
    };
  },
};

type Share = (of: bigint) => ReturnType<typeof amount>;

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('swap0', 'swap1', 'mint', 'burn'),
  sharePpm: fc.bigInt({ min: 1n, max: 1_000_000n }),
});

test('our pool and the Uniswap pair have the same reserves and supply after each swap, mint and burn of any history', () => {
  const first = anyAmount({ min: 1001n, max: MAX_FIRST });
  const history = fc.array(anyStep, { minLength: 1, maxLength: 12, size: 'max' });
  const property = fc.asyncProperty(first, first, history, (first0, first1, steps) =>
    pair.scratch(async () => {
      await pair.send(first0, first1);
      await pair.mint();
      let pool = (await pair.state()) as PoolState;
      for (const { kind, sharePpm } of steps) {
        pool = await STEPS[kind](pool, (of) => amount((of * sharePpm) / 1_000_000n));
        expect(await pair.state()).toEqual(pool);
      }
    }),
  );
  return fc.assert(property, { numRuns: times(20) });
});
