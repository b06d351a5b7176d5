// The screen "Pools": all of them, sorted and searched by the server.
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMe } from '../../data/account.ts';
import { askFor } from '../../data/use.ts';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { useQuote } from '../../market/figures/use-quote.ts';
import { ListTools } from '../../market/lists/ListTools.tsx';
import { distinct, type MarketPool, type Sort, useListState, useMarketPages } from '../../market/lists/list-state.ts';
import { More } from '../../market/lists/More.tsx';
import { PoolList } from '../../market/lists/PoolList.tsx';
import styles from '../../market/market.module.css';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';

const SORTS: readonly (readonly [Sort, string])[] = [
  ['tvl', 'TVL'],
  ['volume', 'Volume, 24 h'],
  ['fees', 'Fees, 24 h'],
  ['swaps', 'Swaps, 24 h'],
  ['change', 'Change, 24 h'],
  ['apr', 'APR (24 h)'],
  ['age', 'Age'],
  ['name', 'Name'],
];

export default function Pools() {
  const state = useListState(SORTS.map(([sort]) => sort));
  const list = useMarketPages('pools', state);
  const quote = useQuote(state.quote);
  const pools = distinct(list.data?.pages.flatMap((page) => page.pools ?? []) ?? [], ({ poolAddress }) => poolAddress);
  const returns0 = useReturns(pools);
  return (
    <>
      <PageTitle title="Pools">What each holds, what passes it, and what it earns for its providers</PageTitle>
      <ListTools label="Search pools" state={state} quote={quote} sorts={SORTS} />
      {list.error && <Failed error={list.error} onRetry={list.refetch} />}
      {list.isPending && !list.error && <Skeleton lines={8} height={65} />}
      {list.data && (
        <div className={list.isPlaceholderData ? styles.stale : ''}>
          {pools.length > 0 ? (
            <PoolList pools={pools} quote={quote.chosen} returns0={returns0} state={state} />
          ) : (
            <NoPools search={state.search} />
          )}
          {pools.length > 0 && (
            <More
              shown={pools.length}
              count={list.data.pages.at(-1)?.count}
              one="pool"
              many="pools"
              hasMore={list.hasNextPage}
              isAsking={list.isFetchingNextPage}
              onMore={list.fetchNextPage}
            />
          )}
        </div>
      )}
      <ShowCall calls={[{ name: 'getMarket', method: 'GET', input: list.input }]} />
    </>
  );
}

const NoPools = ({ search }: { readonly search: string }) =>
  search === '' ? (
    <Empty title="No pools yet.">The first liquidity of two tokens makes one.</Empty>
  ) : (
    <Empty title="Nothing by that name.">
      No pool has “{search}” in its symbols or names, and none has it as its address.
    </Empty>
  );

/** As many pools as the server takes in one request. */
const MOST_NAMED = 100;

/** What the reader's positions would return of each pool's first token; nothing of those that are not known yet. */
function useReturns(pools: readonly MarketPool[]): ReadonlyMap<string, string> | undefined {
  const { account } = useMe();
  const addresses = pools.map(({ poolAddress }) => poolAddress);
  const some = Array.from({ length: Math.ceil(addresses.length / MOST_NAMED) }, (_, at) =>
    addresses.slice(at * MOST_NAMED, (at + 1) * MOST_NAMED).sort(),
  );
  const found = useQueries({
    queries: some.map((pool) => ({
      queryKey: ['getLPPositions', { pool }, account],
      queryFn: ({ signal }: { signal: AbortSignal }) => askFor('getLPPositions', { pool }, signal),
      enabled: account !== null,
      placeholderData: keepPreviousData,
    })),
  });
  if (account === null) return undefined;
  const positions = found.flatMap(({ data }) => data?.positions ?? []);
  return new Map(positions.map(({ poolAddress, returns0 }) => [poolAddress, returns0]));
}
