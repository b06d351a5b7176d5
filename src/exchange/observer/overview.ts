// A page of the market: its pools or its tokens, in the order asked for.
import { symbolKey } from '../../core/pool.ts';
import { canonicalAddress } from '../address.ts';
import type { OverviewAsked, OverviewFound, PoolSummary } from '../market-figures.ts';
import type { Board } from './board.ts';
import { isPool, isToken, type ListedPool, type ListedToken, type Search } from './board-entries.ts';
import type { Observer } from './observer.ts';
import { type Order, Ranking } from './ranking.ts';
import { POOL_FIGURES, poolSummary, TOKEN_FIGURES, tokenSummary } from './summaries.ts';

export async function readOverview(observer: Observer, board: Board, asked: OverviewAsked): Promise<OverviewFound> {
  await board.update();
  const moment = board.moment();
  if (asked.list === 'tokens') {
    const keyOf = (token: ListedToken) => TOKEN_FIGURES[asked.sort](board, token);
    const order = { order: asked.order, keyOf, idOf: ({ place }: ListedToken) => place };
    const { items, ...rest } = pageOf(asked, rankingOf(board.tokenRankings, asked, board.tokens, order), isToken);
    return { ...moment, tokens: items.map((token) => tokenSummary(board, token)), ...rest };
  }
  const keyOf = (pool: ListedPool) => POOL_FIGURES[asked.sort](board, pool);
  const order = { order: asked.order, keyOf, idOf: ({ record }: ListedPool) => record.number };
  const { items, ...rest } = pageOf(asked, rankingOf(board.poolRankings, asked, board.pools, order), isPool);
  const summaries = items.map((pool) => poolSummary(board, pool));
  return { ...moment, pools: await withCreation(observer, items, summaries), ...rest };
}

function rankingOf<Item>(
  known: Map<string, Ranking<Item>>,
  { list, sort, order: way }: OverviewAsked,
  all: readonly Item[],
  order: Order<Item>,
): Ranking<Item> {
  const name = `${list}-${sort}-${way}`;
  const ranking = known.get(name) ?? new Ranking(name, all, order);
  known.set(name, ranking);
  return ranking;
}

function pageOf<Item>(
  { search, cursor, limit }: OverviewAsked,
  ranking: Ranking<Item>,
  isFound: (item: Item, search: Search) => boolean,
) {
  const wanted = search === undefined ? undefined : { text: symbolKey(search), address: canonicalAddress(search) };
  const isWanted = (item: Item) => wanted === undefined || isFound(item, wanted);
  const count = wanted === undefined ? ranking.size : ranking.count(isWanted);
  const items: Item[] = [];
  let last: string | undefined;
  for (const ranked of ranking.after(cursor)) {
    if (!isWanted(ranked.item)) continue;
    if (items.length === limit) return { items, count, nextCursor: last as string };
    items.push(ranked.item);
    last = ranked.cursor;
  }
  return { items, count, nextCursor: null };
}

/** A pool's number is that of the transaction that created it. */
export async function withCreation<Summary extends object>(
  { tail }: Observer,
  pools: readonly ListedPool[],
  summaries: readonly Summary[],
): Promise<readonly (Summary & Pick<PoolSummary, 'createdAtMs'>)[]> {
  const posted = await tail.pick(pools.map(({ record }) => record.number));
  const times = new Map(posted.map(({ sequence, createdAtMs }) => [sequence, createdAtMs]));
  return summaries.map((summary, at) => ({
    ...summary,
    createdAtMs: times.get((pools[at] as ListedPool).record.number) as number,
  }));
}
