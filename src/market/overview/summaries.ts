// The displayed figures of overview entries, each computed on request.
import { type PoolFigures, type Sums, spotOf } from '../../core/market/figures.ts';
import { priceOf } from '../../core/market/price.ts';
import { changeOf, fractionOf, partOf } from '../../core/market/value.ts';
import { sumsBetween } from '../../core/market/window.ts';
import type { PoolSummary, TokenSummary, Valued } from '../../ports/market-figures.ts';
import type { ListedPool, ListedToken } from './entries.ts';
import { deepPrice, isThin } from './pair-price.ts';
import { Valuation } from './valuation.ts';

const NOTHING: Sums = { volume0: 0n, volume1: 0n, fees0: 0n, fees1: 0n, swaps: 0 };

/** The sums of a pool's swaps since a time. */
export const sumsSince = ({ figures }: ListedPool, then: PoolFigures | undefined): Sums =>
  figures ? sumsBetween(then, figures) : NOTHING;

const ofDay = (told: Valuation, pool: ListedPool): Sums =>
  sumsSince(pool, told.overview.window.basesOf(pool.address).day);

function valued(told: Valuation, { token0, token1 }: ListedPool, amount0: bigint, amount1: bigint): Valued {
  const [worth0, worth1] = [told.worthOf(amount0, token0), told.worthOf(amount1, token1)];
  return { amount0, amount1, quote: worth0 === null || worth1 === null ? null : worth0 + worth1 };
}

/** The mean of both sides, since input and output are the same trade. Rounded down. */
export function volumeOf(told: Valuation, pool: ListedPool, { volume0, volume1 }: Sums): Valued {
  const { quote, ...amounts } = valued(told, pool, volume0, volume1);
  return { ...amounts, quote: quote === null ? null : quote / 2n };
}

export const feesOf = (told: Valuation, pool: ListedPool, { fees0, fees1 }: Sums): Valued =>
  valued(told, pool, fees0, fees1);

const tvlOf = (told: Valuation, pool: ListedPool): bigint | null =>
  valued(told, pool, pool.figures?.reserve0 ?? 0n, pool.figures?.reserve1 ?? 0n).quote;

/** The change of its price since a time. */
function changeSince({ figures, counted }: ListedPool, then: PoolFigures | undefined): bigint | null {
  const [before, now] = [then && spotOf(then, counted), figures && spotOf(figures, counted)];
  return before && now ? changeOf(before, now) : null;
}

/** Figures of the last day, separately, so that sorting computes only one of them. */
export const POOL_FIGURES = {
  tvl: tvlOf,
  volume: (told: Valuation, pool: ListedPool) => volumeOf(told, pool, ofDay(told, pool)).quote,
  fees: (told: Valuation, pool: ListedPool) => feesOf(told, pool, ofDay(told, pool)).quote,
  swaps: (told: Valuation, pool: ListedPool) => BigInt(ofDay(told, pool).swaps),
  change: (told: Valuation, pool: ListedPool) => changeSince(pool, told.overview.window.basesOf(pool.address).day),
  apr(told: Valuation, pool: ListedPool): bigint | null {
    const [fees, tvl] = [POOL_FIGURES.fees(told, pool), tvlOf(told, pool)];
    return fees === null || tvl === null || tvl === 0n ? null : partOf(fees * 365n, tvl);
  },
  age: (_: Valuation, { record }: ListedPool) => -BigInt(record.number),
  name: (_: Valuation, { token0, token1 }: ListedPool) => `${token0.symbol}/${token1.symbol}`,
};

const totalOf = (
  { pools }: ListedToken,
  amounts: (pool: ListedPool) => readonly [bigint, bigint],
  token: ListedToken,
) => pools.reduce((total, pool) => total + amounts(pool)[pool.token0 === token ? 0 : 1], 0n);

export const TOKEN_FIGURES = {
  tvl: (told: Valuation, token: ListedToken) =>
    told.worthOf(
      totalOf(token, ({ figures }) => [figures?.reserve0 ?? 0n, figures?.reserve1 ?? 0n], token),
      token,
    ),
  volume(told: Valuation, token: ListedToken): bigint | null {
    const amounts = (pool: ListedPool): readonly [bigint, bigint] => {
      const { volume0, volume1 } = ofDay(told, pool);
      return [volume0, volume1];
    };
    return told.worthOf(totalOf(token, amounts, token), token);
  },
  change(told: Valuation, { entry }: ListedToken): bigint | null {
    const [then, now] = [told.priceBefore(entry.address), told.price(entry.address)];
    return then && now ? changeOf(fractionOf(then), fractionOf(now)) : null;
  },
  age: (_: Valuation, { place }: ListedToken) => -BigInt(place),
  name: (_: Valuation, { symbol }: ListedToken) => symbol,
};

/** Without the creation time, which only the journal has. */
export function poolSummary(told: Valuation, pool: ListedPool): Omit<PoolSummary, 'createdAtMs'> {
  const { address, record, counted, token0, token1, figures } = pool;
  const { status, curve, amplification } = record;
  const sums = ofDay(told, pool);
  const spot = figures && spotOf(figures, counted);
  return {
    ...{ address, status, curve, amplification },
    token0: token0.entry,
    token1: token1.entry,
    price: spot ? priceOf(spot, counted.decimals0, counted.decimals1) : null,
    change: POOL_FIGURES.change(told, pool),
    volume: volumeOf(told, pool, sums),
    fees: feesOf(told, pool, sums),
    swaps: sums.swaps,
    reserve0: figures?.reserve0 ?? 0n,
    reserve1: figures?.reserve1 ?? 0n,
    tvl: tvlOf(told, pool),
    // In the exchange's own quote token, since one with few decimals would lose digits.
    apr: POOL_FIGURES.apr(new Valuation(told.overview), pool),
    marketPrice: deepPrice(told.overview, pool),
    isThin: isThin(told.overview, pool),
  };
}

export const tokenSummary = (told: Valuation, token: ListedToken): TokenSummary => ({
  ...token.entry,
  price: told.price(token.entry.address),
  change: TOKEN_FIGURES.change(told, token),
  volume: TOKEN_FIGURES.volume(told, token),
  tvl: TOKEN_FIGURES.tvl(told, token),
  pools: token.pools.length,
});
