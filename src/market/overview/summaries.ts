// What is shown of the entries of the overview, each figure worked out when it is asked for.
import { type PoolFigures, type Sums, spotOf } from '../../core/market/figures.ts';
import { priceOf } from '../../core/market/price.ts';
import { changeOf, fractionOf, multiplyPrices, ONE, partOf } from '../../core/market/value.ts';
import { sumsBetween } from '../../core/market/window.ts';
import type { PoolSummary, TokenSummary, Valued } from '../../ports/market-figures.ts';
import type { ListedPool, ListedToken } from './entries.ts';
import type { MarketOverview } from './overview.ts';
import { deepPrice, isThin } from './pair-price.ts';
import { worthOf } from './worth.ts';

const NOTHING: Sums = { volume0: 0n, volume1: 0n, fees0: 0n, fees1: 0n, swaps: 0 };

/** What the pool's swaps came to since a moment. */
export const sumsSince = ({ figures }: ListedPool, then: PoolFigures | undefined): Sums =>
  figures ? sumsBetween(then, figures) : NOTHING;

const ofDay = (overview: MarketOverview, pool: ListedPool): Sums =>
  sumsSince(pool, overview.window.basesOf(pool.address).day);

function valued(overview: MarketOverview, { token0, token1 }: ListedPool, amount0: bigint, amount1: bigint): Valued {
  const [worth0, worth1] = [worthOf(overview, amount0, token0), worthOf(overview, amount1, token1)];
  return { amount0, amount1, quote: worth0 === null || worth1 === null ? null : worth0 + worth1 };
}

/** What was paid and what was received are the same trade twice: their mean. Down. */
export function volumeOf(overview: MarketOverview, pool: ListedPool, { volume0, volume1 }: Sums): Valued {
  const { quote, ...amounts } = valued(overview, pool, volume0, volume1);
  return { ...amounts, quote: quote === null ? null : quote / 2n };
}

export const feesOf = (overview: MarketOverview, pool: ListedPool, { fees0, fees1 }: Sums): Valued =>
  valued(overview, pool, fees0, fees1);

const tvlOf = (overview: MarketOverview, pool: ListedPool): bigint | null =>
  valued(overview, pool, pool.figures?.reserve0 ?? 0n, pool.figures?.reserve1 ?? 0n).quote;

/** The change of its price since a moment. */
function changeSince({ figures, counted }: ListedPool, then: PoolFigures | undefined): bigint | null {
  const [before, now] = [then && spotOf(then, counted), figures && spotOf(figures, counted)];
  return before && now ? changeOf(before, now) : null;
}

/** Of the last day, each by itself, so that a list is put in order by one of them alone. */
export const POOL_FIGURES = {
  tvl: tvlOf,
  volume: (overview: MarketOverview, pool: ListedPool) => volumeOf(overview, pool, ofDay(overview, pool)).quote,
  fees: (overview: MarketOverview, pool: ListedPool) => feesOf(overview, pool, ofDay(overview, pool)).quote,
  swaps: (overview: MarketOverview, pool: ListedPool) => BigInt(ofDay(overview, pool).swaps),
  change: (overview: MarketOverview, pool: ListedPool) => changeSince(pool, overview.window.basesOf(pool.address).day),
  apr(overview: MarketOverview, pool: ListedPool): bigint | null {
    const [fees, tvl] = [POOL_FIGURES.fees(overview, pool), tvlOf(overview, pool)];
    return fees === null || tvl === null || tvl === 0n ? null : partOf(fees * 365n, tvl);
  },
  age: (_: MarketOverview, { record }: ListedPool) => -BigInt(record.number),
  name: (_: MarketOverview, { token0, token1 }: ListedPool) => `${token0.symbol}/${token1.symbol}`,
};

const totalOf = (
  { pools }: ListedToken,
  amounts: (pool: ListedPool) => readonly [bigint, bigint],
  token: ListedToken,
) => pools.reduce((total, pool) => total + amounts(pool)[pool.token0 === token ? 0 : 1], 0n);

export const TOKEN_FIGURES = {
  tvl: (overview: MarketOverview, token: ListedToken) =>
    worthOf(
      overview,
      totalOf(token, ({ figures }) => [figures?.reserve0 ?? 0n, figures?.reserve1 ?? 0n], token),
      token,
    ),
  volume(overview: MarketOverview, token: ListedToken): bigint | null {
    const amounts = (pool: ListedPool): readonly [bigint, bigint] => {
      const { volume0, volume1 } = ofDay(overview, pool);
      return [volume0, volume1];
    };
    return worthOf(overview, totalOf(token, amounts, token), token);
  },
  change(overview: MarketOverview, { entry }: ListedToken): bigint | null {
    const quoted = overview.quoted(entry.address);
    if (!quoted) return null;
    let then = ONE;
    // From the quote token outwards, as the present price is put together.
    for (const { pool, ofToken0 } of quoted.path.toReversed()) {
      const before = pool.priceBefore(ofToken0);
      if (!before) return null;
      then = multiplyPrices(before, then);
    }
    return changeOf(fractionOf(then), fractionOf(quoted.price));
  },
  age: (_: MarketOverview, { place }: ListedToken) => -BigInt(place),
  name: (_: MarketOverview, { symbol }: ListedToken) => symbol,
};

/** Without the moment of its creation, which only the journal knows. */
export function poolSummary(overview: MarketOverview, pool: ListedPool): Omit<PoolSummary, 'createdAtMs'> {
  const { address, record, counted, token0, token1, figures } = pool;
  const { status, curve, amplification } = record;
  const sums = ofDay(overview, pool);
  const spot = figures && spotOf(figures, counted);
  return {
    ...{ address, status, curve, amplification },
    token0: token0.entry,
    token1: token1.entry,
    price: spot ? priceOf(spot, counted.decimals0, counted.decimals1) : null,
    change: POOL_FIGURES.change(overview, pool),
    volume: volumeOf(overview, pool, sums),
    fees: feesOf(overview, pool, sums),
    swaps: sums.swaps,
    reserve0: figures?.reserve0 ?? 0n,
    reserve1: figures?.reserve1 ?? 0n,
    tvl: tvlOf(overview, pool),
    apr: POOL_FIGURES.apr(overview, pool),
    marketPrice: deepPrice(overview, pool),
    isThin: isThin(overview, pool),
  };
}

export const tokenSummary = (overview: MarketOverview, token: ListedToken): TokenSummary => ({
  ...token.entry,
  price: overview.quoted(token.entry.address)?.price ?? null,
  change: TOKEN_FIGURES.change(overview, token),
  volume: TOKEN_FIGURES.volume(overview, token),
  tvl: TOKEN_FIGURES.tvl(overview, token),
  pools: token.pools.length,
});
