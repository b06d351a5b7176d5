// A page of the market: pools or tokens, in the requested order.

import { canonicalAddress } from '../../address.ts';
import type { TokenAddress } from '../../core/amount.ts';
import { symbolKey } from '../../core/pool.ts';
import type { NamedTokensQuery, OverviewFound, OverviewQuery, PoolSummary } from '../../ports/market-figures.ts';
import { refused } from '../../ports/venue.ts';
import type { Observer } from '../observer.ts';
import {
  type ListedPool,
  type ListedToken,
  MATCHES,
  matchOfPool,
  matchOfToken,
  type Search,
  type SearchMatch,
} from './entries.ts';
import type { MarketOverview } from './overview.ts';
import { type Order, Ranking } from './ranking.ts';
import { directedSummary, POOL_FIGURES, type Summary, TOKEN_FIGURES, tokenSummary } from './summaries.ts';
import { Valuation, valuationIn } from './valuation.ts';

export async function readOverview(
  observer: Observer,
  overview: MarketOverview,
  query: OverviewQuery,
): Promise<OverviewFound> {
  await overview.update();
  const valuation = valuationIn(overview, query.quote);
  const moment = valuation.moment();
  // Sorted in the exchange's own quote token: another one scales all figures by the same price, so the order is the same.
  const own = new Valuation(overview);
  if (query.list === 'named') {
    const tokens = namedTokens(overview, query.tokens).map((token) => tokenSummary(valuation, token));
    return { ...moment, tokens, count: tokens.length, nextCursor: null };
  }
  if (query.list === 'tokens') {
    const keyOf = (token: ListedToken) => TOKEN_FIGURES[query.sort](own, token);
    const order = { order: query.order, keyOf, idOf: ({ place }: ListedToken) => place };
    const { items, ...rest } = pageOf(
      query,
      rankingOf(overview.tokenRankings, query, overview.tokens, order),
      matchOfToken,
    );
    return { ...moment, tokens: items.map((token) => tokenSummary(valuation, token)), ...rest };
  }
  const keyOf = (pool: ListedPool) => POOL_FIGURES[query.sort](own, pool);
  const order = { order: query.order, keyOf, idOf: ({ record }: ListedPool) => record.number };
  const { items, ...rest } = pageOf(query, rankingOf(overview.poolRankings, query, overview.pools, order), matchOfPool);
  const untold = overview.untold(items);
  if (untold.length > 0) return overview.loadTraded(untold);
  const summaries = items.map((pool) => directedSummary(valuation, pool));
  return { ...moment, pools: await withTimes(observer, items, summaries), ...rest };
}

/** In the order of the addresses, without hidden and unknown tokens. */
const namedTokens = (overview: MarketOverview, addresses: readonly TokenAddress[]): readonly ListedToken[] =>
  [...new Set(addresses)]
    .flatMap((address) => overview.token(address) ?? [])
    .filter(({ entry }) => entry.status !== 'hidden');

function rankingOf<Item>(
  known: Map<string, Ranking<Item>>,
  { list, sort, order: way }: Exclude<OverviewQuery, NamedTokensQuery>,
  all: readonly Item[],
  order: Order<Item>,
): Ranking<Item> {
  const name = `${list}-${sort}-${way}`;
  const ranking = known.get(name) ?? new Ranking(name, all, order);
  known.set(name, ranking);
  return ranking;
}

export function pageOf<Item>(
  { search, cursor, limit }: Pick<Exclude<OverviewQuery, NamedTokensQuery>, 'search' | 'cursor' | 'limit'>,
  ranking: Ranking<Item>,
  matchOf: (item: Item, search: Search) => SearchMatch | null,
) {
  const found = search === undefined ? null : matching(ranking, search, matchOf);
  const items: Item[] = [];
  let last: string | undefined;
  for (const ranked of found ? bestFirst(ranking, found, cursor) : ranking.after(cursor)) {
    if (items.length === limit) return { items, count: found?.size ?? ranking.size, nextCursor: last as string };
    items.push(ranked.item);
    last = ranked.cursor;
  }
  return { items, count: found?.size ?? ranking.size, nextCursor: null };
}

type Matching<Item> = ReadonlyMap<Item, SearchMatch>;

function matching<Item>(
  ranking: Ranking<Item>,
  search: string,
  matchOf: (item: Item, search: Search) => SearchMatch | null,
): Matching<Item> {
  const wanted = { text: symbolKey(search), address: canonicalAddress(search) };
  const found = new Map<Item, SearchMatch>();
  for (const item of ranking.items()) {
    const match = matchOf(item, wanted);
    if (match !== null) found.set(item, match);
  }
  return found;
}

/** The best matches first, each kind in the order of the ranking; a cursor names the kind in which the page ended. */
function* bestFirst<Item>(ranking: Ranking<Item>, found: Matching<Item>, cursor: string | undefined) {
  const [, kind, place] = (cursor === undefined ? ['', '0'] : CURSOR.exec(cursor)) ?? refused({ code: 'bad_cursor' });
  for (const [at, match] of MATCHES.entries()) {
    if (at < Number(kind)) continue;
    const isOfKind = (item: Item) => found.get(item) === match;
    for (const ranked of ranking.after(at === Number(kind) ? place : undefined, isOfKind)) {
      yield { item: ranked.item, cursor: `${at}.${ranked.cursor}` };
    }
  }
}

const CURSOR = /^([012])\.(.+)$/s;

/** Adds when the pools were created (a pool's number is the sequence of that transaction) and last swapped with. */
export async function withTimes<Found extends Summary>(
  { tail }: Observer,
  pools: readonly ListedPool[],
  summaries: readonly Found[],
): Promise<readonly (Omit<Found, 'lastSwap'> & Pick<PoolSummary, 'createdAtMs' | 'lastTrade'>)[]> {
  const numbers = pools.map(({ record }) => record.number);
  const swaps = summaries.flatMap(({ lastSwap }) => lastSwap?.sequence ?? []);
  const posted = await tail.pick([...new Set([...numbers, ...swaps])]);
  const times = new Map(posted.map(({ sequence, createdAtMs }) => [sequence, createdAtMs]));
  return summaries.map(({ lastSwap, ...summary }, at) => ({
    ...summary,
    createdAtMs: times.get(numbers[at] as number) as number,
    lastTrade: lastSwap && { price: lastSwap.price, atMs: times.get(lastSwap.sequence) as number },
  }));
}
