// The console's pools: page by page, or the results of a search.
import type { Calls } from '#client';
import { type Pages, usePages } from '../../../data/pages.ts';
import type { Status } from './statuses.ts';

export type PoolEntry = Pick<
  Calls['getPools']['output']['pools'][number],
  'poolAddress' | 'jetton0' | 'jetton1' | 'status' | 'curve' | 'amplification' | 'reserve0' | 'reserve1'
>;

export function usePoolList({ status, search }: { status: string; search: string }): Pages<PoolEntry> {
  const all = usePages<'getPools', PoolEntry>(
    'getPools',
    status === '' ? {} : { status: status as Status },
    ({ pools }) => pools,
    { enabled: search === '' },
  );
  const found = usePages<'getMarket', PoolEntry>('getMarket', { list: 'pools', search }, ({ pools = [] }) => pools, {
    enabled: search !== '',
  });
  return search === '' ? all : found;
}
