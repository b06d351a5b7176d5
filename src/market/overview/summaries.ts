// The displayed figures of overview entries, each computed on request.
import { type PoolFigures, type Sums, spotOf } from '../../core/market/figures.ts';
import { invertPrice, type Price, priceOf } from '../../core/market/price.ts';
import { changeOf, fractionOf, inverse, partOf } from '../../core/market/value.ts';
import { sumsBetween } from '../../core/market/window.ts';
import type { PoolSummary, TokenSummary, Valued } from '../../ports/market-figures.ts';
import type { ListedPool, ListedToken } from './entries.ts';
import type { MarketOverview } from './overview.ts';
import { deepPrice, isThin } from './pair-price.ts';
import type { Traded } from './traded-prices.ts';
import { Valuation } from './valuation.ts';

const NOTHING: Sums = { volume0: 0n, volume1: 0n, fees0: 0n, fees1: 0n, swaps: 0 };

/** The sums of a pool's swaps since a time. */
export const sumsSince = ({ figures }: ListedPool, then: PoolFigures | undefined): Sums =>
  figures ? sumsBetween(then, figures) : NOTHING;

const ofDay = (valuation: Valuation, pool: ListedPool): Sums =>
  sumsSince(pool, valuation.overview.window.basesOf(pool.address).day);

function valued(valuation: Valuation, { token0, token1 }: ListedPool, amount0: bigint, amount1: bigint): Valued {
  const [worth0, worth1] = [valuation.worthOf(amount0, token0), valuation.worthOf(amount1, token1)];
  return { amount0, amount1, quote: worth0 === null || worth1 === null ? null : worth0 + worth1 };
}

/** The mean of both sides, since input and output are the same trade. Rounded down. */
export function volumeOf(valuation: Valuation, pool: ListedPool, { volume0, volume1 }: Sums): Valued {
  const { quote, ...amounts } = valued(valuation, pool, volume0, volume1);
  return { ...amounts, quote: quote === null ? null : quote / 2n };
}

export const feesOf = (valuation: Valuation, pool: ListedPool, { fees0, fees1 }: Sums): Valued =>
  valued(valuation, pool, fees0, fees1);

const tvlOf = (valuation: Valuation, pool: ListedPool): bigint | null =>
  valued(valuation, pool, pool.figures?.reserve0 ?? 0n, pool.figures?.reserve1 ?? 0n).quote;

/** The change of its price since a time, in the direction of the pair. */
function changeSince(overview: MarketOverview, pool: ListedPool, then: PoolFigures | undefined): bigint | null {
  const { figures, counted } = pool;
  const [before, now] = [then && spotOf(then, counted), figures && spotOf(figures, counted)];
  if (!before || !now) return null;
  return overview.isTurned(pool) ? changeOf(inverse(before), inverse(now)) : changeOf(before, now);
}

/** Figures of a pool (sums are of the last day), each with its own function, so that sorting computes only one of them. */
export const POOL_FIGURES = {
  tvl: tvlOf,
  volume: (valuation: Valuation, pool: ListedPool) => volumeOf(valuation, pool, ofDay(valuation, pool)).quote,
  fees: (valuation: Valuation, pool: ListedPool) => feesOf(valuation, pool, ofDay(valuation, pool)).quote,
  swaps: (valuation: Valuation, pool: ListedPool) => BigInt(ofDay(valuation, pool).swaps),
  change: ({ overview }: Valuation, pool: ListedPool) =>
    changeSince(overview, pool, overview.window.basesOf(pool.address).day),
  apr(valuation: Valuation, pool: ListedPool): bigint | null {
    const [fees, tvl] = [POOL_FIGURES.fees(valuation, pool), tvlOf(valuation, pool)];
    return fees === null || tvl === null || tvl === 0n ? null : partOf(fees * 365n, tvl);
  },
  age: (_: Valuation, { record }: ListedPool) => -BigInt(record.number),
  name({ overview }: Valuation, pool: ListedPool) {
    const [{ symbol: symbol0 }, { symbol: symbol1 }] = [pool.token0, pool.token1];
    return overview.isTurned(pool) ? `${symbol1}/${symbol0}` : `${symbol0}/${symbol1}`;
  },
};

const totalOf = (
  { pools }: ListedToken,
  amounts: (pool: ListedPool) => readonly [bigint, bigint],
  token: ListedToken,
) => pools.reduce((total, pool) => total + amounts(pool)[pool.token0 === token ? 0 : 1], 0n);

export const TOKEN_FIGURES = {
  tvl: (valuation: Valuation, token: ListedToken) =>
    valuation.worthOf(
      totalOf(token, ({ figures }) => [figures?.reserve0 ?? 0n, figures?.reserve1 ?? 0n], token),
      token,
    ),
  volume(valuation: Valuation, token: ListedToken): bigint | null {
    const amounts = (pool: ListedPool): readonly [bigint, bigint] => {
      const { volume0, volume1 } = ofDay(valuation, pool);
      return [volume0, volume1];
    };
    return valuation.worthOf(totalOf(token, amounts, token), token);
  },
  change(valuation: Valuation, { entry }: ListedToken): bigint | null {
    const [then, now] = [valuation.priceBefore(entry.address), valuation.price(entry.address)];
    return then && now ? changeOf(fractionOf(then), fractionOf(now)) : null;
  },
  age: (_: Valuation, { place }: ListedToken) => -BigInt(place),
  name: (_: Valuation, { symbol }: ListedToken) => symbol,
};

/** Without the times that only the journal has. */
export type Summary = Omit<PoolSummary, 'createdAtMs' | 'lastTrade'> & { readonly lastSwap: Traded['last'] };

/** In the direction of the pair. */
export const directedSummary = (valuation: Valuation, pool: ListedPool): Summary => {
  const summary = poolSummary(valuation, pool);
  return valuation.overview.isTurned(pool) ? turnedSummary(summary) : summary;
};

const turnedPrice = (price: Price | null): Price | null => price && invertPrice(price);
export const turnedValue = ({ amount0, amount1, quote }: Valued): Valued => ({
  amount0: amount1,
  amount1: amount0,
  quote,
});

/** The other token first; without the change, which needs both prices. */
export const turnedSummary = (summary: Summary): Summary => ({
  ...summary,
  token0: summary.token1,
  token1: summary.token0,
  price: turnedPrice(summary.price),
  volume: turnedValue(summary.volume),
  fees: turnedValue(summary.fees),
  reserve0: summary.reserve1,
  reserve1: summary.reserve0,
  marketPrice: turnedPrice(summary.marketPrice),
  open: turnedPrice(summary.open),
  high: turnedPrice(summary.low),
  low: turnedPrice(summary.high),
  lastSwap: summary.lastSwap && { ...summary.lastSwap, price: invertPrice(summary.lastSwap.price) },
});

/** In the order of the pool, but with the change in the direction of the pair. */
export function poolSummary(valuation: Valuation, pool: ListedPool): Summary {
  const { address, record, counted, token0, token1, figures } = pool;
  const { status, curve, amplification } = record;
  const sums = ofDay(valuation, pool);
  const spot = figures && spotOf(figures, counted);
  const { day, last } = valuation.overview.tradedOf(pool);
  return {
    ...{ address, status, curve, amplification },
    token0: token0.entry,
    token1: token1.entry,
    price: spot ? priceOf(spot, counted.decimals0, counted.decimals1) : null,
    change: POOL_FIGURES.change(valuation, pool),
    volume: volumeOf(valuation, pool, sums),
    fees: feesOf(valuation, pool, sums),
    swaps: sums.swaps,
    reserve0: figures?.reserve0 ?? 0n,
    reserve1: figures?.reserve1 ?? 0n,
    tvl: tvlOf(valuation, pool),
    // In the exchange's own quote token, since one with few decimals would lose digits.
    apr: POOL_FIGURES.apr(new Valuation(valuation.overview), pool),
    marketPrice: deepPrice(valuation.overview, pool),
    isThin: isThin(valuation.overview, pool),
    ...{ open: day?.open ?? null, high: day?.high ?? null, low: day?.low ?? null, lastSwap: last },
  };
}

export const tokenSummary = (valuation: Valuation, token: ListedToken): TokenSummary => ({
  ...token.entry,
  price: valuation.price(token.entry.address),
  change: TOKEN_FIGURES.change(valuation, token),
  volume: TOKEN_FIGURES.volume(valuation, token),
  tvl: TOKEN_FIGURES.tvl(valuation, token),
  pools: token.pools.length,
});
