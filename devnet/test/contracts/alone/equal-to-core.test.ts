// A pool contract decides as the ledger does, for any state and any amount up to 2^120.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { amount, MAX_AMOUNT, ppm } from '../../../../src/core/amount.ts';
import { constantProduct } from '../../../../src/core/curves/constant-product.ts';
import { swapExactIn } from '../../../../src/core/maths/fill.ts';
import { mintFor, worthOf } from '../../../../src/core/maths/liquidity.ts';
import { anyAmount } from '../../../../test/arbitraries.ts';
import { EXIT } from '../../../src/contracts/ops.ts';
import type { PoolState } from '../states.ts';
import {
  burnNotificationBody,
  cbAddLiquidityBody,
  LonePool,
  LP_ACCOUNT,
  LP_WALLET,
  REFERRER,
  ROUTER,
  type SwapMessage,
  swapBody,
  USER,
} from './pool.ts';

const RUNS = Number(process.env.CONTRACT_STATES ?? 60);

let pool: LonePool;

beforeAll(async () => {
  pool = await LonePool.open();
});

const rate = fc.integer({ min: 0, max: 100 });

/** The router's wallet holds reserve and collected fees together, so their sum must not overflow. */
const side = anyAmount({ min: 1n }).chain((reserve) =>
  anyAmount({ max: MAX_AMOUNT - reserve }).map((collected) => ({ reserve, collected })),
);

const anyState: fc.Arbitrary<PoolState> = fc
  .record({ side0: side, side1: side, supply: anyAmount({ min: 1000n }), lpFee: rate, protocolFee: rate, refFee: rate })
  .map(({ side0, side1, ...rest }) => ({
    reserve0: side0.reserve,
    reserve1: side1.reserve,
    collected0: side0.collected,
    collected1: side1.collected,
    ...rest,
  }));

const ofRate = (bps: number) => ppm(BigInt(bps) * 100n);

const pays = (exitCode: number, amount0: bigint, amount1: bigint, to = USER) => ({
  kind: 'pay',
  to: `${to}`,
  exitCode,
  amounts: [amount0, amount1],
});

/** Converts a pair from the order of the swap to the order of the pool. */
const ordered = ({ isFirst }: SwapMessage, ofIn: bigint, ofOut: bigint) =>
  isFirst ? ([ofIn, ofOut] as const) : ([ofOut, ofIn] as const);

function expectedSwap(state: PoolState, swap: SwapMessage) {
  const [reserveIn, reserveOut] = swap.isFirst ? [state.reserve0, state.reserve1] : [state.reserve1, state.reserve0];
  const givenBack = (exitCode: number) => ({ after: state, sent: [pays(exitCode, ...ordered(swap, swap.amount, 0n))] });
  if (reserveIn + swap.amount > MAX_AMOUNT) return givenBack(EXIT.swapRefundReserveError);
  const rates = {
    lpFeePpm: ofRate(state.lpFee),
    protocolFeePpm: ofRate(state.protocolFee),
    refFeePpm: ofRate(swap.hasReferrer ? state.refFee : 0),
  };
  const reserves = { reserveIn: amount(reserveIn), reserveOut: amount(reserveOut) };
  const fill = swapExactIn(constantProduct, reserves, rates, amount(swap.amount));
  if (!fill || fill.amountOut <= swap.minOut) return givenBack(EXIT.swapRefundNoLiquidity);
  const [reserve0, reserve1] = ordered(swap, fill.after.reserveIn, fill.after.reserveOut);
  const [fee0, fee1] = ordered(swap, 0n, fill.protocolFee);
  const after = {
    ...state,
    reserve0,
    reserve1,
    collected0: state.collected0 + fee0,
    collected1: state.collected1 + fee1,
  };
  const toReferrer = pays(EXIT.swapOkReferral, ...ordered(swap, 0n, fill.refFee), REFERRER);
  const toSwapper = pays(EXIT.swapOk, ...ordered(swap, 0n, fill.amountOut));
  return { after, sent: fill.refFee > 0n ? [toReferrer, toSwapper] : [toSwapper] };
}

test('a swap pays, refunds and changes the pool as the core computes', async () => {
  const anySwap: fc.Arbitrary<SwapMessage> = fc.record({
    isFirst: fc.boolean(),
    amount: anyAmount(),
    minOut: fc.oneof(fc.constant(0n), anyAmount()),
    hasReferrer: fc.boolean(),
  });
  const property = fc.asyncProperty(anyState, anySwap, async (state, swap) => {
    const { exitCode, ...done } = await pool.take(state, ROUTER, swapBody(swap));
    expect(exitCode).toBe(0);
    expect(done).toEqual(expectedSwap(state, swap));
  });
  await fc.assert(property, { numRuns: 2 * RUNS });
});

test('a swap with a minimum one below its output is paid, with one equal to it refunded', async () => {
  const property = fc.asyncProperty(anyState, anyAmount({ min: 1n }), async (state, offered) => {
    const swap = { isFirst: true, amount: offered, minOut: 0n, hasReferrer: false };
    const [paid] = expectedSwap(state, swap).sent;
    fc.pre(paid?.exitCode === EXIT.swapOk);
    const out = paid?.amounts[1] ?? 0n;
    for (const minOut of [out, out - 1n]) {
      const { sent } = await pool.take(state, ROUTER, swapBody({ ...swap, minOut }));
      expect(sent).toEqual(expectedSwap(state, { ...swap, minOut }).sent);
    }
  });
  await fc.assert(property, { numRuns: RUNS / 3 });
});

const anyOffer = fc.record({ amount0: anyAmount({ min: 1n }), amount1: anyAmount({ min: 1n }) });

function expectedMint(state: PoolState, { amount0, amount1 }: { amount0: bigint; amount1: bigint }, minLpOut: bigint) {
  const staged = { after: state, sent: [{ kind: 'stage', amounts: [amount0, amount1] }] };
  if (state.reserve0 + amount0 > MAX_AMOUNT || state.reserve1 + amount1 > MAX_AMOUNT) return staged;
  const before = {
    reserve0: amount(state.reserve0),
    reserve1: amount(state.reserve1),
    supply: amount(state.supply),
  };
  const mint = mintFor(before, amount(amount0), amount(amount1));
  if (!mint || mint.minted < minLpOut || state.supply + mint.minted + mint.locked > MAX_AMOUNT) return staged;
  const after = {
    ...state,
    reserve0: state.reserve0 + mint.taken0,
    reserve1: state.reserve1 + mint.taken1,
    supply: state.supply + mint.minted + mint.locked,
  };
  const [rest0, rest1] = [amount0 - mint.taken0, amount1 - mint.taken1];
  const rest = rest0 + rest1 > 0n ? [pays(EXIT.refundOk, rest0, rest1)] : [];
  return { after, sent: [{ kind: 'mint', amount: mint.minted }, ...rest] };
}

const EMPTY = { reserve0: 0n, reserve1: 0n, supply: 0n };

test.each([
  ['liquidity', anyState],
  ['the first liquidity', anyState.map((state) => ({ ...state, ...EMPTY }))],
] as const)('providing %s mints, returns or stages what the core computes', async (_, states) => {
  const minimum = fc.oneof(fc.constant(1n), anyAmount({ min: 1n }));
  const property = fc.asyncProperty(states, anyOffer, minimum, async (state, offer, minLpOut) => {
    const { exitCode, ...done } = await pool.take(state, LP_ACCOUNT, cbAddLiquidityBody(offer, minLpOut));
    expect(exitCode).toBe(0);
    expect(done).toEqual(expectedMint(state, offer, minLpOut));
  });
  await fc.assert(property, { numRuns: RUNS });
});

test('a burn pays what the core computes; one that would return none of a token is refused and changes nothing', async () => {
  const anyBurn = anyState.chain((state) =>
    anyAmount({ min: 1n, max: state.supply }).map((burned) => ({ state, burned })),
  );
  const property = fc.asyncProperty(anyBurn, async ({ state, burned }) => {
    const before = {
      reserve0: amount(state.reserve0),
      reserve1: amount(state.reserve1),
      supply: amount(state.supply),
    };
    const worth = worthOf(before, burned);
    const { exitCode, after, sent } = await pool.take(state, LP_WALLET, burnNotificationBody(burned));
    // The contract pays both tokens or nothing.
    if (worth.amount0 === 0n || worth.amount1 === 0n) {
      expect([exitCode, after]).toEqual([711, state]);
      return;
    }
    expect(sent).toEqual([pays(EXIT.burnOk, worth.amount0, worth.amount1)]);
    expect(after).toEqual({
      ...state,
      reserve0: state.reserve0 - worth.amount0,
      reserve1: state.reserve1 - worth.amount1,
      supply: state.supply - burned,
    });
  });
  await fc.assert(property, { numRuns: RUNS });
});
