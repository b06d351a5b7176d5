// The screen "Pools": all pools, sorted and searched by the server.
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMe } from '../../data/account.ts';
import { askFor } from '../../data/use.ts';
import { type MarketPool, type Sort, useListState, useMarketPages } from '../../market/lists/list-state.ts';
import { MarketList } from '../../market/lists/MarketList.tsx';
import { PoolList } from '../../market/lists/PoolList.tsx';
import { type Id, t } from '../../words/words.ts';

const SORTS: readonly (readonly [Sort, Id])[] = [
  ['tvl', 'market.column.tvl'],
  ['volume', 'market.column.volume'],
  ['fees', 'market.column.fees'],
  ['swaps', 'pools.sort.swaps'],
  ['change', 'pools.sort.change'],
  ['apr', 'market.column.apr'],
  ['age', 'pools.sort.age'],
  ['name', 'pools.sort.name'],
];

export default function Pools() {
  const state = useListState(SORTS.map(([sort]) => sort));
  const pages = useMarketPages('pools', state);
  const returns0 = useReturns(pages.items);
  return (
    <MarketList
      title={t('pools.title')}
      lead={t('pools.lead')}
      of="pool"
      empty={t('pools.empty')}
      height={65}
      sorts={SORTS}
      {...{ state, pages }}
    >
      <PoolList pools={pages.items} quote={pages.last?.quoteToken ?? null} returns0={returns0} state={state} />
    </MarketList>
  );
}

/** The server's limit of pools per request. */
const MOST_NAMED = 100;

/** The amount of each pool's first token (by address) that the user's LP tokens would return; pools that are still loading are missing. */
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
