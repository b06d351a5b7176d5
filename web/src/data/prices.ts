// What one of each token is worth, in the token that the reader chose: asked for by name, many at once.
import { useQueries } from '@tanstack/react-query';
import type { Calls } from '#client';
import { batched } from './batch.ts';
import { isOnChain } from './chain.ts';
import { useQuoteInput } from './quote-choice.ts';
import { server, whenFollowing } from './server.ts';

type Market = Calls['getMarket']['output'];
export type QuoteToken = NonNullable<Market['quoteToken']>;

export type Priced = {
  /** Null where there is no fair price. */
  readonly price: string | null;
  /** Null where the exchange has no token to tell worth in. */
  readonly quote: QuoteToken | null;
};

/** Prices are of a whole minute. */
const EVERY_MS = 60_000;
const NO_PRICE = { price: null };

type Ask = (token: string) => Promise<Priced | undefined>;
const asks = new Map<string, Ask>();

/** One for each token that worth was told in since the page was opened. */
function askIn(quote: string | undefined): Ask {
  const known = asks.get(quote ?? '');
  if (known) return known;
  const ask = batched<Priced>(async (token) => {
    const { tokens = [], quoteToken } = await server.getMarket({ token, ...(quote && { quote }) });
    const prices = new Map(tokens.map(({ address, price }) => [address, price]));
    // One that is hidden is left out, and has no price.
    return new Map(token.map((each) => [each, { price: prices.get(each) ?? null, quote: quoteToken }]));
  });
  asks.set(quote ?? '', ask);
  return ask;
}

/** Of each token; null while it is not known, or where the market is not counted. */
export function usePrices(tokens: readonly string[]): (address: string) => Priced | null {
  const input = useQuoteInput();
  const wanted = [...new Set(tokens)].filter((address) => address !== '');
  const found = useQueries({
    queries: wanted.map((token) => ({
      queryKey: ['price', { token, ...input }],
      queryFn: async () => {
        await whenFollowing();
        return (await askIn(input?.quote)(token)) ?? { ...NO_PRICE, quote: null };
      },
      enabled: input !== null && !isOnChain,
      refetchInterval: EVERY_MS,
    })),
  });
  const prices = new Map(wanted.map((token, at) => [token, found[at]?.data ?? null]));
  return (address) => prices.get(address) ?? null;
}
