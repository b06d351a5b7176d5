// The price of a pool, now and on average.
import type { PoolAddress } from '../../core/amount.ts';
import { KEPT_INTERVALS_MS, startOf } from '../../core/market/candle.ts';
import { type PoolFigures, spotOf } from '../../core/market/figures.ts';
import { invertPrice, priceOf } from '../../core/market/price.ts';
import { meanPrices, sumsBetween } from '../../core/market/window.ts';
import type { PriceFound, PriceQuery } from '../../ports/market.ts';
import { refused } from '../../ports/venue.ts';
import type { Observer } from '../observer.ts';
import { figuresBefore, findPool, firstMinute, type Overlaid } from '../rows.ts';

const [MINUTE] = KEPT_INTERVALS_MS;

type Beginning = { readonly base: PoolFigures | undefined; readonly fromMs: number };

export async function readPrice(observer: Observer, query: PriceQuery, nowMs: number): Promise<PriceFound> {
  const { tokenA, tokenB, windowMs } = query;
  const { pool, address, counted } = await findPool(observer, tokenA, tokenB);
  // Another node's clock may be ahead of this one's.
  const latestMs = () => Math.max(nowMs, observer.fold.figures(address)?.atMs ?? 0);
  const beginsIn = await beginning(observer, address, startOf(latestMs() - windowMs, MINUTE));
  const { fold, sequence } = observer;
  const now = fold.figures(address);
  const spot = now && spotOf(now, counted);
  if (!now || !spot) {
    const [one, other] = [pool.token0.record.symbol, pool.token1.record.symbol];
    return refused({ code: 'no_liquidity', tokenA: one, tokenB: other });
  }
  const toMs = latestMs();
  const { base, fromMs } = beginsIn(fold);
  observer.mustReach(base?.sequence ?? 0);
  // A price held for less than a minute is cheap to manipulate, so there is no mean.
  const isLong = toMs - fromMs >= MINUTE;
  const mean = base && isLong ? meanPrices(base, now, { fromMs, toMs }, counted) : undefined;
  const price = priceOf(spot, counted.decimals0, counted.decimals1);
  const found = {
    toMs,
    // Without a mean, the window is empty.
    fromMs: mean ? fromMs : toMs,
    swaps: mean ? sumsBetween(base, now).swaps : 0,
    sequence,
  };
  return tokenA === pool.record.token0
    ? { ...found, price, mean: mean?.mean0 ?? null }
    : { ...found, price: invertPrice(price), mean: mean?.mean1 ?? null };
}

/** The pool's figures at the start of a window: at a whole minute, or after the first minute of a younger pool. */
async function beginning(observer: Observer, pool: PoolAddress, wanted: number): Promise<Overlaid<Beginning>> {
  const figuresIn = await figuresBefore(observer, pool, { intervalMs: MINUTE, ms: wanted });
  const firstIn = figuresIn(observer.fold) ? undefined : await firstMinute(observer, pool, wanted);
  return (fold) => {
    const base = figuresIn(fold);
    if (base) return { base, fromMs: wanted };
    const first = firstIn?.(fold);
    return { base: first?.end, fromMs: (first?.startMs ?? wanted) + MINUTE };
  };
}
