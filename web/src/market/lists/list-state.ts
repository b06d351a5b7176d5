// The state of a market list in the URL, and the pages loaded so far.
import type { Calls } from '#client';
import { usePages } from '../../data/pages.ts';
import { useQuoteInput } from '../../data/quote-choice.ts';
import { useUrlState } from '../../data/url-state.ts';
import { A_MINUTE } from '../chart/windows.ts';

type Input = Calls['getMarket']['input'];
type Page = Calls['getMarket']['output'];
export type MarketPool = NonNullable<Page['pools']>[number];
export type MarketToken = NonNullable<Page['tokens']>[number];
export type Sort = NonNullable<Input['sort']>;
type Order = NonNullable<Input['order']>;

const DEFAULTS = { q: '', sort: 'tvl', order: '' };
const MOST_LETTERS = 128;

export type ListState = {
  readonly search: string;
  readonly sort: Sort;
  readonly order: Order;
  setSearch(text: string): void;
  /** Reverses the order if the list is already sorted by this key. */
  sortBy(sort: Sort): void;
};

const usualOrder = (sort: Sort): Order => (sort === 'name' ? 'asc' : 'desc');

export function useListState(sorts: readonly Sort[]): ListState {
  const [state, change] = useUrlState(DEFAULTS);
  const sort = sorts.find((name) => name === state.sort) ?? 'tvl';
  const order = state.order === 'asc' || state.order === 'desc' ? state.order : usualOrder(sort);
  return {
    ...{ search: state.q, sort, order },
    setSearch: (q) => change({ q: q.slice(0, MOST_LETTERS) }),
    sortBy(next) {
      const turned: Order = next === sort ? (order === 'asc' ? 'desc' : 'asc') : usualOrder(next);
      change({ sort: next, order: turned === usualOrder(next) ? '' : turned });
    },
  };
}

const PAGE = 50;
type Listed = { readonly pools: MarketPool; readonly tokens: MarketToken };

export function useMarketPages<List extends keyof Listed>(list: List, asked: Pick<Input, 'search' | 'sort' | 'order'>) {
  // Titles write `TON / USDT`, the server expects `TON/USDT`.
  const search = asked.search?.trim().replace(/\s*\/\s*/, '/');
  const quote = useQuoteInput();
  const input = { list, sort: asked.sort, order: asked.order, ...(search && { search }), ...quote };
  const pages = usePages(
    'getMarket',
    input,
    (page) => (page[list] ?? []) as readonly unknown[] as readonly Listed[List][],
    {
      limit: PAGE,
      idOf: (item) => ('poolAddress' in item ? item.poolAddress : item.address),
      enabled: quote !== null,
      keepsPrevious: true,
      everyMs: () => A_MINUTE,
    },
  );
  return { ...pages, input: { ...input, limit: PAGE } };
}
