// The best route is never worse than any single path, to the unit: compared with all paths in random, odd markets.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Account, Amount, PoolAddress, TokenAddress } from '../core/amount.ts';
import { amount, ppm } from '../core/amount.ts';
import type { SwapTerms } from '../core/commands/swap.ts';
import type { ListedToken, Pool } from '../core/pool.ts';
import { Refused } from '../core/refusal.ts';
import type { Leg, RoutePlan } from '../core/route/leg.ts';
import { planLegs } from '../core/route/plan.ts';
import { faultOfRoute, WHOLE_SHARE } from '../core/route/shape.ts';
import { Book } from '../journal/book.ts';
import { RouteFinder } from './finder.ts';

const { BEST_PRICE_MARKETS, BEST_PRICE_SEED } = process.env;
const MARKETS = Number(BEST_PRICE_MARKETS ?? 120);
const SEED = BEST_PRICE_SEED === undefined ? {} : { seed: Number(BEST_PRICE_SEED) };

const TOKENS = Array.from({ length: 7 }, (_, at): ListedToken => {
  return { address: `t${at}` as TokenAddress, symbol: `T${at}`, decimals: 0, status: 'listed' };
});

/** From one unit to 2^60, small amounts as often as large ones: among small ones rounding decides, and prices are inconsistent. */
const units = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.bigInt(1n, 2n ** 60n)).map(([bits, some]) => {
  return amount((some >> BigInt(60 - bits)) + 1n);
});
const anyPool = fc.record({ isThere: fc.boolean(), isStable: fc.boolean(), reserve0: units, reserve1: units });
const anyMarket = fc.array(anyPool, { minLength: 21, maxLength: 21 }).map((drawn) => {
  const pools: Pool[] = [];
  const balances: { account: Account; token: TokenAddress; balance: bigint }[] = [];
  for (const [one, token0] of TOKENS.entries()) {
    for (const token1 of TOKENS.slice(one + 1)) {
      const { isThere, isStable, reserve0, reserve1 } = drawn.pop() as (typeof drawn)[number];
      if (!isThere) continue;
      const address = `${token0.symbol}${token1.symbol}` as PoolAddress;
      pools.push({
        number: pools.length + 1,
        address,
        token0: token0.address,
        token1: token1.address,
        lpFeePpm: ppm(2000n),
        protocolFeePpm: ppm(1000n),
        refFeePpm: ppm(1000n),
        protocolFeeAddress: null,
        status: 'listed',
        ...(isStable ? { curve: 'stable', amplification: 100n } : { curve: 'constant-product', amplification: null }),
      });
      const account = `pool ${address}` as Account;
      balances.push({ account, token: token0.address, balance: reserve0 });
      balances.push({ account, token: token1.address, balance: reserve1 });
    }
  }
  return new Book({ mark: { sequence: 0, id: null }, listingSequence: 0, tokens: TOKENS, pools, balances });
});

/** The plan of every simple path of up to four pools. */
function* everyPath(book: Book, { tokenA, tokenB, exact, referred }: SwapTerms): Iterable<RoutePlan> {
  function* from(token: TokenAddress, legs: readonly Leg[]): Iterable<readonly Leg[]> {
    if (token === tokenB) return yield legs;
    if (legs.length === 4) return;
    const { record: tokenIn, pools } = book.tokens.get(token) as NonNullable<ReturnType<typeof book.tokens.get>>;
    for (const [next, { record: pool, reserve0, reserve1 }] of pools) {
      if (next === tokenA || legs.some((leg) => leg.tokenIn.address === next)) continue;
      const isForward = pool.token0 === token;
      const [reserveIn, reserveOut] = isForward ? [reserve0, reserve1] : [reserve1, reserve0];
      const tokenOut = book.tokens.get(next)?.record as ListedToken;
      const reserves = { reserveIn, reserveOut };
      yield* from(next, [...legs, { tokenIn, tokenOut, pool, reserves, share: WHOLE_SHARE }]);
    }
  }
  for (const legs of from(tokenA, [])) {
    const plan = planLegs(legs, exact, referred);
    if (!(plan instanceof Refused)) yield plan;
  }
}

test.each(['in', 'out'] as const)('no single path is better than the finder’s route for an exact amount %s', (side) => {
  const property = fc.property(
    anyMarket,
    fc.array(units, { minLength: 6, maxLength: 6 }),
    fc.boolean(),
    (book, asked, referred) => {
      const finder = new RouteFinder({ maxPools: 16, minGain: 5e-6 });
      finder.restart(book);
      for (const [at, wanted] of asked.entries()) {
        const [tokenA, tokenB] = [TOKENS[at] as ListedToken, TOKENS[(at * 3 + 1) % 7] as ListedToken];
        if (tokenA === tokenB) continue;
        const exact = side === 'in' ? { in: wanted } : { out: wanted };
        const terms = { tokenA: tokenA.address, tokenB: tokenB.address, exact, referred };
        const better = (one: RoutePlan, other: RoutePlan) =>
          side === 'in' ? one.amountOut > other.amountOut : one.amountIn < other.amountIn;
        let best: RoutePlan | undefined;
        for (const plan of everyPath(book, terms)) if (!best || better(plan, best)) best = plan;
        const { plan, route } = finder.best(terms);
        if (!best) continue;
        expect(plan).not.toBeInstanceOf(Refused);
        expect(better(best, plan as RoutePlan)).toBe(false);
        expect(faultOfRoute(route, terms, side)).toBeUndefined();
        expect((plan as RoutePlan).hops).toHaveLength(route.length);
        expect(side === 'in' ? (plan as RoutePlan).amountIn : (plan as RoutePlan).amountOut).toBe(wanted as Amount);
      }
    },
  );
  fc.assert(property, { numRuns: Math.ceil(MARKETS / 2), ...SEED });
});
