// What is shown of the entries of the board, each figure worked out when it is asked for.
import { type PoolFigures, type Sums, spotOf } from '../../core/market/figures.ts';
import { priceOf } from '../../core/market/price.ts';
import { changeOf, fractionOf, multiplyPrices, ONE, partOf } from '../../core/market/value.ts';
import { sumsBetween } from '../../core/market/window.ts';
import type { PoolSummary, TokenSummary, Valued } from '../market-figures.ts';
import type { Board } from './board.ts';
import type { ListedPool, ListedToken } from './board-entries.ts';
import { deepPrice, isThin } from './pair-price.ts';
import { worthOf } from './worth.ts';

const NOTHING: Sums = { volume0: 0n, volume1: 0n, fees0: 0n, fees1: 0n, swaps: 0 };

/** What the pool's swaps came to since a moment. */
export const sumsSince = ({ figures }: ListedPool, then: PoolFigures | undefined): Sums =>
  figures ? sumsBetween(then, figures) : NOTHING;

const ofDay = (board: Board, pool: ListedPool): Sums => sumsSince(pool, board.window.basesOf(pool.address).day);

function valued(board: Board, { token0, token1 }: ListedPool, amount0: bigint, amount1: bigint): Valued {
  const [worth0, worth1] = [worthOf(board, amount0, token0), worthOf(board, amount1, token1)];
  return { amount0, amount1, quote: worth0 === null || worth1 === null ? null : worth0 + worth1 };
}

/** What was paid and what was received are the same trade twice: their mean. Down. */
export function volumeOf(board: Board, pool: ListedPool, { volume0, volume1 }: Sums): Valued {
  const { quote, ...amounts } = valued(board, pool, volume0, volume1);
  return { ...amounts, quote: quote === null ? null : quote / 2n };
}

export const feesOf = (board: Board, pool: ListedPool, { fees0, fees1 }: Sums): Valued =>
  valued(board, pool, fees0, fees1);

const tvlOf = (board: Board, pool: ListedPool): bigint | null =>
  valued(board, pool, pool.figures?.reserve0 ?? 0n, pool.figures?.reserve1 ?? 0n).quote;

/** The change of its price since a moment. */
export function changeSince({ figures, counted }: ListedPool, then: PoolFigures | undefined): bigint | null {
  const [before, now] = [then && spotOf(then, counted), figures && spotOf(figures, counted)];
  return before && now ? changeOf(before, now) : null;
}

/** Of the last day, each by itself, so that a list is put in order by one of them alone. */
export const POOL_FIGURES = {
  tvl: tvlOf,
  volume: (board: Board, pool: ListedPool) => volumeOf(board, pool, ofDay(board, pool)).quote,
  fees: (board: Board, pool: ListedPool) => feesOf(board, pool, ofDay(board, pool)).quote,
  swaps: (board: Board, pool: ListedPool) => BigInt(ofDay(board, pool).swaps),
  change: (board: Board, pool: ListedPool) => changeSince(pool, board.window.basesOf(pool.address).day),
  apr(board: Board, pool: ListedPool): bigint | null {
    const [fees, tvl] = [POOL_FIGURES.fees(board, pool), tvlOf(board, pool)];
    return fees === null || tvl === null || tvl === 0n ? null : partOf(fees * 365n, tvl);
  },
  age: (_: Board, { record }: ListedPool) => -BigInt(record.number),
  name: (_: Board, { token0, token1 }: ListedPool) => `${token0.symbol}/${token1.symbol}`,
};

const totalOf = (
  { pools }: ListedToken,
  amounts: (pool: ListedPool) => readonly [bigint, bigint],
  token: ListedToken,
) => pools.reduce((total, pool) => total + amounts(pool)[pool.token0 === token ? 0 : 1], 0n);

export const TOKEN_FIGURES = {
  tvl: (board: Board, token: ListedToken) =>
    worthOf(
      board,
      totalOf(token, ({ figures }) => [figures?.reserve0 ?? 0n, figures?.reserve1 ?? 0n], token),
      token,
    ),
  volume(board: Board, token: ListedToken): bigint | null {
    const amounts = (pool: ListedPool): readonly [bigint, bigint] => {
      const { volume0, volume1 } = ofDay(board, pool);
      return [volume0, volume1];
    };
    return worthOf(board, totalOf(token, amounts, token), token);
  },
  change(board: Board, { entry }: ListedToken): bigint | null {
    const quoted = board.quoted(entry.address);
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
  age: (_: Board, { place }: ListedToken) => -BigInt(place),
  name: (_: Board, { symbol }: ListedToken) => symbol,
};

/** Without the moment of its creation, which only the journal knows. */
export function poolSummary(board: Board, pool: ListedPool): Omit<PoolSummary, 'createdAtMs'> {
  const { address, record, counted, token0, token1, figures } = pool;
  const { status, curve, amplification } = record;
  const sums = ofDay(board, pool);
  const spot = figures && spotOf(figures, counted);
  return {
    ...{ address, status, curve, amplification },
    token0: token0.entry,
    token1: token1.entry,
    price: spot ? priceOf(spot, counted.decimals0, counted.decimals1) : null,
    change: POOL_FIGURES.change(board, pool),
    volume: volumeOf(board, pool, sums),
    fees: feesOf(board, pool, sums),
    swaps: sums.swaps,
    reserve0: figures?.reserve0 ?? 0n,
    reserve1: figures?.reserve1 ?? 0n,
    tvl: tvlOf(board, pool),
    apr: POOL_FIGURES.apr(board, pool),
    marketPrice: deepPrice(board, pool),
    isThin: isThin(board, pool),
  };
}

export const tokenSummary = (board: Board, token: ListedToken): TokenSummary => ({
  ...token.entry,
  price: board.quoted(token.entry.address)?.price ?? null,
  change: TOKEN_FIGURES.change(board, token),
  volume: TOKEN_FIGURES.volume(board, token),
  tvl: TOKEN_FIGURES.tvl(board, token),
  pools: token.pools.length,
});
