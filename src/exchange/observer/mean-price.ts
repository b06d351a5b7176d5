// The price of a pool, now and on average.
import { KEPT_INTERVALS_MS, startOf } from '../../core/market/candle.ts';
import { type Counted, cumulativeAt, type PoolFigures, spotOf } from '../../core/market/figures.ts';
import { invertPrice, priceOf } from '../../core/market/price.ts';
import { meanPrices, sumsBetween } from '../../core/market/window.ts';
import type { PriceAsked, PriceFound } from '../market.ts';
import { refused } from '../venue.ts';
import type { Observer } from './observer.ts';
import { figuresBefore, findPool, firstMinute, steadily } from './rows.ts';

const [MINUTE] = KEPT_INTERVALS_MS;

export async function readPrice(observer: Observer, asked: PriceAsked, nowMs: number): Promise<PriceFound> {
  const { tokenA, tokenB, windowMs } = asked;
  const { pool, address, counted } = await findPool(observer, tokenA, tokenB);
  return steadily(observer, async () => {
    const now = observer.fold.figures(address);
    const spot = now && spotOf(now, counted);
    if (!now || !spot) {
      const [one, other] = [pool.token0.record.symbol, pool.token1.record.symbol];
      return refused({ code: 'no_liquidity', tokenA: one, tokenB: other });
    }
    // Another node's clock may be ahead of this one's.
    const toMs = Math.max(nowMs, now.atMs);
    const wanted = startOf(toMs - windowMs, MINUTE);
    const { base, fromMs } = await beginning(observer, address, wanted, toMs);
    const mean = base && meanOf(base, now, { fromMs, toMs }, counted);
    const price = priceOf(spot, counted.decimals0, counted.decimals1);
    const found = {
      toMs,
      fromMs: mean ? fromMs : toMs,
      swaps: mean ? sumsBetween(base, now).swaps : 0,
      sequence: observer.sequence,
    };
    const newest = Math.max(base?.sequence ?? 0, 0);
    return tokenA === pool.record.token0
      ? { newest, found: { ...found, price, mean: mean?.mean0 ?? null } }
      : { newest, found: { ...found, price: invertPrice(price), mean: mean?.mean1 ?? null } };
  });
}

/** What the pool was when a window begins: at a whole minute, or the first one of a pool that is younger. */
async function beginning(observer: Observer, pool: Parameters<typeof figuresBefore>[1], wanted: number, toMs: number) {
  const base = await figuresBefore(observer, pool, { intervalMs: MINUTE, ms: wanted });
  if (base) return { base, fromMs: wanted };
  const first = await firstMinute(observer, pool, wanted);
  return { base: first?.end, fromMs: (first?.startMs ?? toMs) + MINUTE };
}

function meanOf(
  base: PoolFigures,
  now: PoolFigures,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  pool: Counted,
) {
  // What held for less than a minute was cheap to hold.
  if (toMs - fromMs < MINUTE) return undefined;
  return meanPrices(cumulativeAt(base, fromMs, pool), cumulativeAt(now, toMs, pool), pool);
}
