// Random swaps: direct and routed, exact input or output, with limits near the result.
import type { Amount, TokenAddress } from '../../src/core/amount.ts';
import type { Draw, Pair } from './draw.ts';
import type { Of } from './model.ts';
import { LARGEST } from './model-pool.ts';
import { type ModelTerms, tradeOf } from './model-route.ts';
import { type Routed, routed } from './routes.ts';

export type Terms = (Pair | Routed) &
  Pick<ModelTerms, 'referred'> & { readonly exact: { in: Amount } | { out: Amount } };

/** Two tokens or a route between them, and an amount that its pools can mostly handle. */
export function terms(draw: Draw, routedPercent = 50, most = (_: TokenAddress): bigint => LARGEST): Terms {
  const { random, model } = draw;
  const isExactIn = random.chance(60);
  const way = (random.chance(routedPercent) ? routed(draw, isExactIn ? 'in' : 'out') : undefined) ?? draw.pair();
  const referred = random.chance(30);
  const room = depth(draw, way, isExactIn ? way.tokenA : way.tokenB);
  const payable = isExactIn ? most(way.tokenA) : LARGEST;
  let asked: Terms;
  let tries = 'route' in way ? 6 : 1;
  // Over several pools most amounts are too large for one of them or too small for another.
  do {
    const units = least(room / random.pick([1n, 3n, 10n, 1000n]), payable);
    asked = { ...way, referred, exact: isExactIn ? { in: draw.near(units) } : { out: draw.near(units, 1n) } };
    tries -= 1;
  } while (tries > 0 && typeof tradeOf(model, asked) === 'string');
  return asked;
}

export function swap(draw: Draw, routedPercent?: number): Of<'swap'> {
  const { random, model } = draw;
  let account = draw.account();
  const { referred, exact, ...way } = terms(draw, routedPercent, (token) => {
    account = draw.holder(token);
    return model.balance(account, token);
  });
  const trade = tradeOf(model, { ...way, referred, exact });
  const { paid, received } = typeof trade === 'string' ? { paid: 0n, received: 0n } : trade;
  const offer =
    'in' in exact
      ? { amountA: exact.in }
      : { amountB: exact.out, ...draw.maybe(40, () => ({ maxPaid: draw.near(paid) })) };
  return {
    kind: 'swap',
    account,
    ...way,
    ...offer,
    ...(referred && { referrer: draw.account() }),
    ...draw.maybe('in' in exact ? 40 : 5, () => ({ minReceived: draw.near(received) })),
    ...draw.maybe(8, () => ({ deadlineMs: random.pick([1, Number.MAX_SAFE_INTEGER]) })),
    ...draw.maybe('route' in way ? 70 : 40, () => ({
      maxPriceImpactPpm: draw.rate(1_000_000n, 1_000_000n, 900_000n, 150_000n, 20_000n, 0n),
    })),
    // Without an LP fee, a payment as large as the reserve moves the price by exactly half.
    ...draw.maybe('in' in exact ? 3 : 0, () => ({
      amountA: depth(draw, way, way.tokenA) as Amount,
      maxPriceImpactPpm: draw.rate(499_999n, 500_000n),
    })),
  };
}

/** The largest reserve of a token in any pool of the route. */
function depth({ model }: Draw, way: Pair | Routed, token: string): bigint {
  const pairs = 'route' in way ? way.route.map((hop) => ({ tokenA: hop.tokenIn, tokenB: hop.tokenOut })) : [way];
  return pairs.reduce((deepest, pair) => {
    const reserve = model.pool(pair)?.reserve(token) ?? 0n;
    return reserve > deepest ? reserve : deepest;
  }, 0n);
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
