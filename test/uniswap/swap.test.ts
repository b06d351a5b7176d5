// Swaps compared with the real Uniswap v2 pair: our output is the most that its K check allows, to the unit.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { amount, ppm } from '../../src/core/amount.ts';
import { constantProduct } from '../../src/core/curves/constant-product.ts';
import { swapExactIn, swapExactOut } from '../../src/core/maths/fill.ts';
import { anyAmount } from '../arbitraries.ts';
import { times } from '../times.ts';
import { MAX_RESERVE, UniswapPair } from './pair.ts';

const UNISWAP = { lpFeePpm: ppm(3000n), protocolFeePpm: ppm(0n), refFeePpm: ppm(0n) };
const ACCEPTED = undefined;

type Case = { reserveIn: bigint; reserveOut: bigint; amountIn: bigint; inIsToken0: boolean };

let pair: UniswapPair;
beforeAll(async () => {
  pair = await UniswapPair.deploy();
});

/** A pair with these reserves that has just received the input. */
const withInput = ({ reserveIn, reserveOut, amountIn, inIsToken0 }: Case, work: () => Promise<void>) =>
  pair.scratch(async () => {
    const send = (dueIn: bigint, dueOut: bigint) => pair.send(...inOrder(dueIn, dueOut, inIsToken0));
    await send(reserveIn, reserveOut);
    await pair.sync();
    await send(amountIn, 0n);
    await work();
  });

const takeOut = (out: bigint, { inIsToken0 }: Case) => pair.swap(...inOrder(0n, out, inIsToken0));

const inOrder = (ofIn: bigint, ofOut: bigint, inIsToken0: boolean): [bigint, bigint] =>
  inIsToken0 ? [ofIn, ofOut] : [ofOut, ofIn];

/** Taking the whole reserve is refused before K is checked. */
const tooMuch = (out: bigint, { reserveOut }: Case) => ({
  reason: out < reserveOut ? 'UniswapV2: K' : 'UniswapV2: INSUFFICIENT_LIQUIDITY',
});

async function agree(swap: Case): Promise<void> {
  const reserves = { reserveIn: amount(swap.reserveIn), reserveOut: amount(swap.reserveOut) };
  const fill = swapExactIn(constantProduct, reserves, UNISWAP, amount(swap.amountIn));
  await withInput(swap, async () => {
    const out = fill?.amountOut ?? 0n;
    expect(await takeOut(out + 1n, swap)).toMatchObject(tooMuch(out + 1n, swap));
    if (fill === null) return;
    expect(await takeOut(out, swap)).toBe(ACCEPTED);
    const [reserve0, reserve1] = inOrder(fill.after.reserveIn, fill.after.reserveOut, swap.inIsToken0);
    expect(await pair.state()).toMatchObject({ reserve0, reserve1 });
  });
}

const anyCase: fc.Arbitrary<Case> = anyAmount({ min: 1n, max: MAX_RESERVE - 1n }).chain((reserveIn) => {
  const room = MAX_RESERVE - reserveIn;
  const thousandfold = reserveIn * 1000n < room ? reserveIn * 1000n : room;
  const inProportion = anyAmount({ min: 1n + thousandfold / 1_000_000n, max: thousandfold });
  return fc.record({
    reserveIn: fc.constant(reserveIn),
    reserveOut: anyAmount({ min: 1n, max: MAX_RESERVE }),
    amountIn: fc.oneof(inProportion, anyAmount({ min: 1n, max: room })),
    inIsToken0: fc.boolean(),
  });
});

describe('our output passes and one unit more reverts', () => {
  test.each<Case & { what: string }>([
    { what: 'an even pool', reserveIn: 1000n, reserveOut: 1000n, amountIn: 100n, inIsToken0: true },
    { what: 'its other direction', reserveIn: 1000n, reserveOut: 1000n, amountIn: 100n, inIsToken0: false },
    { what: 'the last input that buys nothing', reserveIn: 1000n, reserveOut: 1000n, amountIn: 1n, inIsToken0: true },
    { what: 'the first input that buys one', reserveIn: 1000n, reserveOut: 1000n, amountIn: 2n, inIsToken0: true },
    { what: 'all but one unit out', reserveIn: 1n, reserveOut: 5n, amountIn: MAX_RESERVE - 1n, inIsToken0: true },
    { what: 'a reserve of one', reserveIn: 1n, reserveOut: 1n, amountIn: MAX_RESERVE - 1n, inIsToken0: true },
    { what: 'a full reserve', reserveIn: MAX_RESERVE - 9n, reserveOut: MAX_RESERVE, amountIn: 9n, inIsToken0: true },
    { what: 'uneven pool', reserveIn: MAX_RESERVE / 2n, reserveOut: 7n, amountIn: MAX_RESERVE / 3n, inIsToken0: false },
  ])('$what', agree);

  test('in any pool', () => fc.assert(fc.asyncProperty(anyCase, agree), { numRuns: times(80) }));
});

test('our exact-out input is the smallest that the pair accepts, in any pool', () =>
  fc.assert(
    fc.asyncProperty(anyCase, async (swap) => {
      const reserves = { reserveIn: amount(swap.reserveIn), reserveOut: amount(swap.reserveOut) };
      const wanted = swapExactIn(constantProduct, reserves, UNISWAP, amount(swap.amountIn))?.amountOut;
      fc.pre(wanted !== undefined);
      const fill = swapExactOut(constantProduct, reserves, UNISWAP, wanted, swap.amountIn);
      if (fill === null || fill === 'input_too_large') throw new Error('the pool can pay it');
      const { amountIn } = fill;
      await withInput({ ...swap, amountIn }, async () => expect(await takeOut(wanted, swap)).toBe(ACCEPTED));
      await withInput({ ...swap, amountIn: amountIn - 1n }, async () =>
        expect(await takeOut(wanted, swap)).toMatchObject({ reason: refusalOf(amountIn - 1n) }),
      );
    }),
    { numRuns: times(50) },
  ));

const refusalOf = (amountIn: bigint) => (amountIn > 0n ? 'UniswapV2: K' : 'UniswapV2: INSUFFICIENT_INPUT_AMOUNT');
