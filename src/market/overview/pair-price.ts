// The price of two tokens over the deepest way between them, and whether a pool is thin compared with it.
import type { TokenAddress } from '../../core/amount.ts';
import { isThinComparedWith, wayBetween } from '../../core/market/deep-way.ts';
import { spotOf } from '../../core/market/figures.ts';
import { type Price, priceOf } from '../../core/market/price.ts';
import { inverse, productOf } from '../../core/market/value.ts';
import type { Pair } from '../../core/pool.ts';
import type { PairPrice } from '../../ports/market-figures.ts';
import type { ListedPool } from './entries.ts';
import type { MarketOverview } from './overview.ts';
import { Valuation } from './valuation.ts';

type Step = { readonly pool: ListedPool; readonly ofToken0: boolean };

export async function readPairPrice(overview: MarketOverview, { tokenA, tokenB }: Pair): Promise<PairPrice> {
  await overview.update();
  const steps = wayOf(overview, tokenA, tokenB) ?? [];
  const via = steps.slice(1).map(({ pool, ofToken0 }) => (ofToken0 ? pool.record.token0 : pool.record.token1));
  return { price: priceAlong(steps), via, sequence: overview.moment().sequence };
}

/** The current price of token0 in token1 over the deepest way, which may be the pool itself; null if there is none. */
export const deepPrice = (overview: MarketOverview, { record }: ListedPool): Price | null =>
  priceAlong(wayOf(overview, record.token0, record.token1) ?? []);

/** True if a path over other pools between its tokens is more than ten times as deep. Empty pools are not thin. */
export function isThin(overview: MarketOverview, pool: ListedPool): boolean {
  const way = wayOf(overview, pool.record.token0, pool.record.token1);
  if (!way || !pool.figures?.reserve0 || way.some((step) => step.pool === pool)) return false;
  return isThinComparedWith(
    depthOf(overview, pool),
    way.map((step) => depthOf(overview, step.pool)),
  );
}

const wayOf = (overview: MarketOverview, from: TokenAddress, to: TokenAddress): readonly Step[] | undefined =>
  wayBetween(overview.quoted(from), overview.quoted(to))?.map(({ pool, ofToken0 }) => ({
    pool: pool.listed,
    ofToken0,
  }));

/** The value of the pool's less valuable side in the quote token, so that one side alone does not make a pool deep. */
function depthOf(overview: MarketOverview, { token0, token1, figures }: ListedPool): bigint {
  const valuation = new Valuation(overview);
  const worth0 = valuation.worthOf(figures?.reserve0 ?? 0n, token0) ?? 0n;
  const worth1 = valuation.worthOf(figures?.reserve1 ?? 0n, token1) ?? 0n;
  return worth0 < worth1 ? worth0 : worth1;
}

/** Null if there are no pools between the tokens, or if one was emptied since prices were computed. */
function priceAlong(steps: readonly Step[]): Price | null {
  const prices: Price[] = [];
  for (const { pool, ofToken0 } of steps) {
    const { figures, counted } = pool;
    const spot = figures && spotOf(figures, counted);
    if (!spot) return null;
    const own = ofToken0
      ? priceOf(spot, counted.decimals0, counted.decimals1)
      : priceOf(inverse(spot), counted.decimals1, counted.decimals0);
    prices.push(own);
  }
  return prices.length === 0 ? null : productOf(prices);
}
