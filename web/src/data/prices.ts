// What tokens are worth in the quote token, by address.
import { useQuery } from '@tanstack/react-query';
import type { GetMarketOutput } from '#client';
import { worthOf } from '../exact/worth.ts';
import { server, whenFollowing } from './server.ts';

export type Prices = {
  /** What worth is told in; null where there is no such token. */
  readonly quote: GetMarketOutput['quoteToken'];
  readonly of: ReadonlyMap<string, string>;
};

const PAGE = 200;
/** The dearest thousand; what is not among them has no price here. */
const MOST_PAGES = 5;

async function allPrices(signal: AbortSignal): Promise<Prices> {
  await whenFollowing();
  const of = new Map<string, string>();
  let quote: Prices['quote'] = null;
  let cursor: string | null | undefined;
  for (let page = 0; page < MOST_PAGES && cursor !== null; page++) {
    const answer = await server.getMarket(
      { list: 'tokens', limit: PAGE, ...(cursor !== undefined && { cursor }) },
      { signal },
    );
    for (const { address, price } of answer.tokens ?? []) if (price !== null) of.set(address, price);
    quote = answer.quoteToken;
    cursor = answer.nextCursor;
  }
  return { quote, of };
}

export const usePrices = (): Prices | undefined =>
  useQuery({ queryKey: ['getMarket', 'prices'], queryFn: ({ signal }) => allPrices(signal) }).data;

/** In the quote token, cut at its decimals; null where it cannot be told. */
export function worthIn(prices: Prices | undefined, token: string, amount: string): string | null {
  const price = prices?.of.get(token);
  return price === undefined || !prices?.quote ? null : worthOf(amount, price, prices.quote.decimals);
}
