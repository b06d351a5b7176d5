// Converts market figures to the records of the contract.
import type { Static } from 'typebox';
import type { getMarket, getPoolStats } from '../../contract/market-data.ts';
import { PART_DIGITS } from '../../core/market/value.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import type { Fill } from '../../core/maths/fill.ts';
import type { Token } from '../../core/pool.ts';
import type {
  MarketMoment,
  PoolStats,
  PoolSummary,
  PoolWindow,
  PriceMove,
  TokenSummary,
  Valued,
} from '../../ports/market-figures.ts';
import { type ExactJson, number } from '../json/exact-json.ts';
import { lp, price, rate, tokenEntryRecord, tokenRecord, whole } from './records.ts';
import { shapeRecord } from './shape.ts';

type Quote = MarketMoment['quoteToken'];
type Market = ExactJson<Static<(typeof getMarket)['output']>>;

export const orNull = <Value, Shown>(value: Value | null, show: (value: Value) => Shown): Shown | null =>
  value === null ? null : show(value);
const part = (of: bigint | null) => orNull(of, (units) => number(printDecimal(units, PART_DIGITS)));
export const worth = (of: bigint | null, quote: Quote) => orNull(of, (units) => whole(units, quote as Token));
export const moment = (ms: number) => new Date(ms).toISOString();

export const momentRecord = ({ sequence, asOfMs, fromMs, quoteToken }: MarketMoment) => ({
  quoteToken: orNull(quoteToken, tokenRecord),
  sequence,
  asOf: moment(asOfMs),
  from: moment(fromMs),
});

type Sides = { readonly token0: Token; readonly token1: Token };

const valuedRecord = ({ amount0, amount1, quote: units }: Valued, { token0, token1 }: Sides, quote: Quote) => ({
  amount0: whole(amount0, token0),
  amount1: whole(amount1, token1),
  quote: worth(units, quote),
});

export const poolFiguresRecord = (pool: PoolSummary, quote: Quote) => ({
  poolAddress: pool.address,
  jetton0: pool.token0.address,
  symbol0: pool.token0.symbol,
  jetton1: pool.token1.address,
  symbol1: pool.token1.symbol,
  status: pool.status,
  ...shapeRecord(pool),
  createdAt: moment(pool.createdAtMs),
  price: orNull(pool.price, price),
  change24h: part(pool.change),
  open24h: orNull(pool.open, price),
  high24h: orNull(pool.high, price),
  low24h: orNull(pool.low, price),
  lastPrice: pool.lastTrade && price(pool.lastTrade.price),
  lastTradeAt: pool.lastTrade && moment(pool.lastTrade.atMs),
  volume24h: valuedRecord(pool.volume, pool, quote),
  fees24h: valuedRecord(pool.fees, pool, quote),
  swaps24h: pool.swaps,
  reserve0: whole(pool.reserve0, pool.token0),
  reserve1: whole(pool.reserve1, pool.token1),
  tvl: worth(pool.tvl, quote),
  apr: part(pool.apr),
  marketPrice: orNull(pool.marketPrice, price),
  thin: pool.isThin,
});

export const tokenFiguresRecord = (token: TokenSummary, quote: Quote): NonNullable<Market['tokens']>[number] => ({
  ...tokenEntryRecord(token),
  price: orNull(token.price, price),
  change24h: part(token.change),
  volume24h: worth(token.volume, quote),
  tvl: worth(token.tvl, quote),
  pools: token.pools,
});

export function poolStatsRecord(stats: PoolStats): ExactJson<Static<(typeof getPoolStats)['output']>> {
  const { quoteToken, rates, windows, token0, token1 } = stats;
  const since = ({ fromMs, change, volume, fees, swaps, growth }: PoolWindow) => ({
    from: orNull(fromMs, moment),
    change: part(change),
    volume: valuedRecord(volume, stats, quoteToken),
    fees: valuedRecord(fees, stats, quoteToken),
    swaps,
    growth: part(growth),
  });
  return {
    ...momentRecord(stats),
    ...poolFiguresRecord(stats, quoteToken),
    lpFee: rate(rates.lpFeePpm),
    protocolFee: rate(rates.protocolFeePpm),
    lpSupply: lp(stats.supply),
    windows: {
      '24h': since(windows['24h']),
      '7d': since(windows['7d']),
      '30d': since(windows['30d']),
      all: since(windows.all),
    },
    moves: stats.moves.map(({ partPpm, up, down }: PriceMove) => ({
      part: rate(partPpm),
      up: orNull(up, payment(token1, token0)),
      down: orNull(down, payment(token0, token1)),
    })),
    levels: orNull(stats.levels, ({ fromMs, low0, high0, low1, high1 }) => ({
      from: moment(fromMs),
      low0: whole(low0, token0),
      high0: whole(high0, token0),
      low1: whole(low1, token1),
      high1: whole(high1, token1),
    })),
  };
}

const payment =
  (paid: Token, received: Token) =>
  ({ amountIn, amountOut }: Fill) => ({ pay: whole(amountIn, paid), receive: whole(amountOut, received) });
