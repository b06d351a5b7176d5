// The price of each token in the quote token that the reader chose; tokens that are requested together share one request.
import { useQueries } from '@tanstack/react-query';
import type { Calls } from '#client';
import { batched } from './batch.ts';
import { isOnChain } from './chain.ts';
import { useQuoteInput } from './quote-choice.ts';
import { server, whenFollowing } from './server.ts';

type Market = Calls['getMarket']['output'];
export type QuoteToken = NonNullable<Market['quoteToken']>;

export type Priced = {
  /** Null if there is no reliable price. */
  readonly price: string | null;
  /** Null if the exchange has no quote token. */
  readonly quote: QuoteToken | null;
};

/** The server computes prices once a minute. */
const EVERY_MS = 60_000;
const NO_PRICE = { price: null };

type Ask = (token: string) => Promise<Priced | undefined>;
const asks = new Map<string, Ask>();

/** One batching function for each quote token used since the page was opened. */
function askIn(quote: string | undefined): Ask {
  const known = asks.get(quote ?? '');
  if (known) return known;
  const ask = batched<Priced>(async (token) => {
    const { tokens = [], quoteToken } = await server.getMarket({ token, ...(quote && { quote }) });
    const prices = new Map(tokens.map(({ address, price }) => [address, price]));
    // A hidden token is missing from the answer and has no price.
    return new Map(token.map((each) => [each, { price: prices.get(each) ?? null, quote: quoteToken }]));
  });
  asks.set(quote ?? '', ask);
  return ask;
}

/** The price by token; null while it is loading, or if the market is not available. */
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
