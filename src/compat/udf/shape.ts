// How the answers of the exchange look in the Universal Data Feed.
import type { Market } from '../markets.ts';
import { type Bars, RESOLUTIONS, type SymbolFacts, TYPE } from './ask.ts';
import { decimalsAfter } from './price-scale.ts';

const NAMES = Object.keys(RESOLUTIONS);

export const configOf = (name: string) => ({
  supports_search: true,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
  supported_resolutions: NAMES,
  exchanges: [{ value: name, name, desc: name }],
  symbols_types: [{ name: TYPE, value: TYPE }],
});

const descriptionOf = ({ baseToken, quoteToken }: Market): string =>
  [baseToken, quoteToken].map(({ name, symbol }) => name || symbol).join(' / ');

/** Digits after the point of a volume, which is shown, not counted with. */
const MOST_VOLUME_DECIMALS = 8;

export const symbolOf = ({ market, name, closes }: SymbolFacts) => ({
  name: market.symbol,
  // Charts keep the ticker: it stays the same when a token gets another symbol.
  ticker: market.poolAddress,
  description: descriptionOf(market),
  type: TYPE,
  session: '24x7',
  timezone: 'Etc/UTC',
  exchange: name,
  listed_exchange: name,
  minmov: 1,
  pricescale: 10 ** decimalsAfter(closes),
  has_intraday: true,
  has_daily: true,
  has_weekly_and_monthly: false,
  intraday_multipliers: NAMES.filter((resolution) => /^\d+$/.test(resolution)),
  supported_resolutions: NAMES,
  volume_precision: Math.min(MOST_VOLUME_DECIMALS, Number(market.baseToken.decimals)),
  data_status: 'streaming',
  format: 'price',
});

export const foundOf = (market: Market, name: string) => ({
  symbol: market.symbol,
  full_name: `${name}:${market.symbol}`,
  description: descriptionOf(market),
  exchange: name,
  ticker: market.poolAddress,
  type: TYPE,
});

const secondsOf = ({ time }: { readonly time: string }): number => Date.parse(time) / 1000;

/** The protocol demands numbers: each is the double that is nearest to the exact figure. */
export function barsOf({ bars, earlier }: Bars) {
  if (bars.length === 0) return { s: 'no_data', ...(earlier && { nextTime: secondsOf(earlier) }) };
  return {
    s: 'ok',
    t: bars.map(secondsOf),
    o: bars.map(({ open }) => Number(open)),
    h: bars.map(({ high }) => Number(high)),
    l: bars.map(({ low }) => Number(low)),
    c: bars.map(({ close }) => Number(close)),
    v: bars.map(({ volume0 }) => Number(volume0)),
  };
}
