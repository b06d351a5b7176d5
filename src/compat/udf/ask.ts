// What the routes of the Universal Data Feed ask of the exchange.
import { symbolKey } from '../../core/pool.ts';
import { type Market, readMarkets, readPairOf } from '../markets.ts';
import { type Answer, type Exchange, SurfaceRefusal } from '../surface.ts';
import { firstDayForScale } from './price-scale.ts';

type Bar = Answer<'getCandles'>['candles'][number];

type Interval = '1m' | '5m' | '15m' | '1h' | '4h' | '1d';

/** The intervals that charts may ask for, by their names in the protocol, and their seconds. */
export const RESOLUTIONS: Readonly<Record<string, { readonly interval: Interval; readonly seconds: number }>> = {
  '1': { interval: '1m', seconds: 60 },
  '5': { interval: '5m', seconds: 300 },
  '15': { interval: '15m', seconds: 900 },
  '60': { interval: '1h', seconds: 3600 },
  '240': { interval: '4h', seconds: 14_400 },
  '1D': { interval: '1d', seconds: 86_400 },
};

export const TYPE = 'crypto';
/** The most bars of an answer, and the most intervals that a question without `countback` spans. */
const MOST_BARS = 1000;
const [USUAL_FOUND, MOST_FOUND] = [30, 200];

export const readExchangeName = (exchange: Exchange): Promise<string> =>
  exchange.shared('name', async (ask) => (await ask('getBranding', {})).name);

export type SymbolFacts = {
  readonly market: Market;
  readonly name: string;
  /** Closing prices of days, oldest first, that decide how many decimals prices have. */
  readonly closes: readonly number[];
};

export async function readSymbol(exchange: Exchange, symbol: string): Promise<SymbolFacts> {
  const name = await readExchangeName(exchange);
  const market = await findMarket(exchange, symbol, name);
  const pair = { jetton0: market.base, jetton1: market.quote };
  const days = async (range: object) =>
    (await exchange.ask('getCandles', { ...pair, interval: '1d', ...range })).candles;
  const recent = await days({ from: firstDayForScale(new Date()) });
  const candles = recent.length > 0 ? recent : await days({ limit: '1' });
  if (candles.length > 0) return { market, name, closes: candles.map(({ close }) => Number(close)) };
  const { price } = await exchange.ask('getPoolStats', pair);
  return { market, name, closes: price === null ? [] : [Number(price)] };
}

/** A market by its symbol, with or without the name of the exchange before it, or by the address of its pool. */
async function findMarket(exchange: Exchange, symbol: string, name: string): Promise<Market> {
  const { bySymbol, byPool } = await readMarkets(exchange);
  const known = [symbol, withoutPrefix(symbol, name)].map((one) => byPool.get(one) ?? bySymbol.get(symbolKey(one)));
  const market = known.find((one) => one !== undefined);
  if (market) return market;
  throw new SurfaceRefusal('not_found', `There is no symbol ${symbol}.`);
}

const withoutPrefix = (symbol: string, name: string): string =>
  symbol.startsWith(`${name}:`) ? symbol.slice(name.length + 1) : symbol;

type Search = {
  readonly query?: string;
  readonly type?: string;
  readonly exchange?: string;
  readonly limit?: string;
};

export async function searchMarkets(
  exchange: Exchange,
  { query = '', type = '', limit, exchange: wanted = '' }: Search,
) {
  const name = await readExchangeName(exchange);
  if (!['', TYPE].includes(type) || !['', name].includes(wanted)) return { markets: [], name };
  const most = Math.min(MOST_FOUND, Number(limit ?? USUAL_FOUND)) || USUAL_FOUND;
  const { pools = [] } = await exchange.ask('getMarket', {
    ...{ list: 'pools', limit: String(most) },
    ...(query !== '' && { search: withoutPrefix(query, name) }),
  });
  const { byPool } = await readMarkets(exchange);
  // A pool that was created within the last second may be missing in the list.
  return { markets: pools.flatMap(({ poolAddress }) => byPool.get(poolAddress) ?? []), name };
}

type Wanted = {
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  readonly resolution: string;
  readonly countback?: string;
};

export type Bars = { readonly bars: readonly Bar[]; readonly earlier?: Bar | undefined };

/** The bars from `from` to before `to`, or `countback` bars before `to`; if there are none, the last one before `from`. */
export async function readBars(exchange: Exchange, { symbol, resolution, countback, ...range }: Wanted): Promise<Bars> {
  const known = RESOLUTIONS[resolution === 'D' ? '1D' : resolution];
  if (!known) {
    const names = Object.keys(RESOLUTIONS).join(', ');
    throw new SurfaceRefusal('invalid_request', `resolution must be one of ${names}.`);
  }
  const { interval, seconds } = known;
  // Tickers are addresses of pools, which are found without the list of all symbols.
  const { base, quote } = symbol.includes('/')
    ? await findMarket(exchange, symbol, await readExchangeName(exchange))
    : await readPairOf(exchange, symbol);
  const wanted = { jetton0: base, jetton1: quote, interval };
  const lastBefore = async (to: number, limit: number): Promise<readonly Bar[]> =>
    to <= 0 ? [] : (await exchange.ask('getCandles', { ...wanted, to: String(to), limit: String(limit) })).candles;
  const [from, to] = [Math.max(0, Number(range.from)), Math.max(0, Number(range.to))];
  if (countback !== undefined)
    return { bars: await lastBefore(to, Math.min(MOST_BARS, Math.max(1, Number(countback)))) };
  // Nothing is later than now, and a range that ends later must not lose bars of the past for it.
  const end = Math.min(to, Math.floor(Date.now() / 1000) + seconds);
  const start = Math.max(from, end - MOST_BARS * seconds);
  const bars =
    start < end ? (await exchange.ask('getCandles', { ...wanted, from: String(start), to: String(end) })).candles : [];
  return bars.length > 0 ? { bars } : { bars, earlier: (await lastBefore(Math.min(start, to), 1))[0] };
}
