// The screen "Pool": one pool by its address.

import { useParams } from 'wouter';
import { directed, turned } from '../../data/direction.ts';
import type { PoolInfo } from '../../data/pools.ts';
import { useQuoteInput } from '../../data/quote-choice.ts';
import { useReversed } from '../../data/reversed.ts';
import { useTokens } from '../../data/tokens.ts';
import { useCall } from '../../data/use.ts';
import { A_MINUTE } from '../../market/chart/windows.ts';
import { Failed } from '../../parts/Failed.tsx';
import { NoSuch } from '../not-found/NoSuch.tsx';
import { Loading } from './Loading.tsx';
import { PoolView } from './PoolView.tsx';
import { usePool } from './use-pool.ts';

export default function Pool() {
  const { address = '' } = useParams();
  const { data: pool, error, refetch } = usePool(address);
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (pool === undefined) return <Loading />;
  if (pool === null) return <NoSuch of="pool" address={address} />;
  return <KnownPool pool={pool} />;
}

/** Requests the statistics with the tokens in the order in which they are shown, so that the server inverts the prices if needed. */
function KnownPool({ pool }: { readonly pool: PoolInfo }) {
  const [isReversed, turn] = useReversed(pool.jetton0, pool.jetton1);
  const tokens = useTokens();
  const isKnown = [pool.jetton0, pool.jetton1].every((address) => tokens.get(address) !== undefined);
  const shown = directed(pool, tokens);
  const { jetton0, jetton1 } = isReversed ? turned(shown) : shown;
  const quote = useQuoteInput();
  const asked = { enabled: isKnown && quote !== null, keepsPrevious: true, everyMs: A_MINUTE };
  const stats = useCall('getPoolStats', { jetton0, jetton1, ...quote }, asked);
  if (stats.data && stats.data.poolAddress === pool.poolAddress) return <PoolView stats={stats.data} onTurn={turn} />;
  return stats.error ? <Failed error={stats.error} onRetry={stats.refetch} /> : <Loading />;
}
