// The tokens that worth may be told in, and the chosen one.
import { useCall } from '../../data/use.ts';
import type { MarketToken } from '../lists/list-state.ts';
import { isZero, type Quote } from './quote.ts';

export type QuoteChoice = { readonly chosen: Quote | null; readonly choices: readonly Quote[] };

/** The deepest tokens are offered; any other may be named by its address. */
export function useQuote(address: string): QuoteChoice {
  const deepest = useCall('getMarket', { list: 'tokens', sort: 'tvl', limit: 30 });
  const isElsewhere = address !== '' && !deepest.data?.tokens?.some((token) => token.address === address);
  const found = useCall(
    'getMarket',
    { list: 'tokens', search: address, limit: 1 },
    { enabled: isElsewhere && deepest.isSuccess },
  );
  const own = deepest.data?.quoteToken;
  if (!deepest.data || !own) return { chosen: null, choices: [] };
  const tokens = [...(deepest.data.tokens ?? []), ...(isElsewhere ? (found.data?.tokens ?? []) : [])];
  const others = tokens.filter(({ address: each, price }) => each !== own.address && price !== null && !isZero(price));
  const choices = [{ ...own, price: null, change: null }, ...others.map(quoteOf)];
  return { chosen: choices.find((each) => each.address === address) ?? (choices[0] as Quote), choices };
}

const quoteOf = ({ address, symbol, decimals, price, change24h }: MarketToken): Quote => ({
  ...{ address, symbol, decimals, price, change: change24h },
});
