// Fair prices for the daily limit of keys, read at most once a second: each reading makes market data catch up with the journal.
import type { TokenAddress } from '../core/amount.ts';
import type { FairPrices } from '../ports/venue/listing.ts';
import type { CallServices } from './call.ts';

type Markets = Pick<CallServices, 'market' | 'venue'>;
type Prices = Pick<FairPrices, 'quoteToken'> & { readonly tokens: FairPrices['tokens'] };

/** A fair price is a mean of five minutes or the price of a deep pool; within a second it hardly moves. */
const KEPT_MS = 1000;

/** What was read since a time, by the tokens asked for. */
type Reading = { sinceMs: number; readonly byTokens: Map<string, Promise<Prices>> };

const readings = new WeakMap<CallServices['market'], Reading>();

export function recentPrices(tokens: readonly TokenAddress[], markets: Markets, nowMs: number): Promise<Prices> {
  const { byTokens } = readingOf(markets.market, nowMs);
  const key = tokens.join(' ');
  const kept = byTokens.get(key);
  if (kept) return kept;
  const prices = read(tokens, markets);
  byTokens.set(key, prices);
  const forget = () => byTokens.delete(key);
  // A token that has no price yet may get one at any moment.
  prices.then((found) => (found.tokens.every(({ price }) => price) ? undefined : forget()), forget);
  return prices;
}

/** Starts anew after a second, or if the clock was set back: so the number of kept readings is bounded, too. */
function readingOf(market: CallServices['market'], nowMs: number): Reading {
  const reading = readings.get(market);
  if (reading && Math.abs(nowMs - reading.sinceMs) < KEPT_MS) return reading;
  const begun = { sinceMs: nowMs, byTokens: new Map() };
  readings.set(market, begun);
  return begun;
}

async function read(tokens: readonly TokenAddress[], { market, venue }: Markets): Promise<Prices> {
  const { quoteToken, tokens: found = [] } = venue.fairPrices
    ? await venue.fairPrices(tokens)
    : await market.overview({ list: 'named', tokens });
  return { quoteToken, tokens: found };
}
