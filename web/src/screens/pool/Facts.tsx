// The facts about a pool: its addresses and how to recompute them, its curve, its rates, what was collected.
import { Link } from 'wouter';
import type { PoolStats } from '../../data/pools.ts';
import { useCall } from '../../data/use.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Address } from '../../market/figures/Address.tsx';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { moment } from '../../words/ago.ts';
import { rate } from './PoolHead.tsx';
import styles from './pool.module.css';
import { Recompute } from './Recompute.tsx';

export function Facts({ stats }: { readonly stats: PoolStats }) {
  const { jetton0, jetton1, symbol0, symbol1 } = stats;
  const { data: pool, error, refetch } = useCall('getPoolData', { jetton0, jetton1 }, { keepsPrevious: true });
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!pool) return <Skeleton lines={9} height={44} />;
  return (
    <>
      <Rows>
        <Row name="Pool, and its LP token">
          <Address value={stats.poolAddress} what="the address of the pool" />
        </Row>
        <Row name="Tokens">
          <Link href={`/token/${encodeURIComponent(jetton0)}`}>{symbol0}</Link>,{' '}
          <Link href={`/token/${encodeURIComponent(jetton1)}`}>{symbol1}</Link>
        </Row>
        <Row name={`Wallet of ${symbol0}`}>
          <Address value={pool.token0WalletAddress} what={`the wallet of ${symbol0}`} />
        </Row>
        <Row name={`Wallet of ${symbol1}`}>
          <Address value={pool.token1WalletAddress} what={`the wallet of ${symbol1}`} />
        </Row>
        <Row name="Price now, all digits">
          {stats.price === null ? 'none' : <Figure value={stats.price} symbol={symbol1} />}
        </Row>
        <Row name="Curve" note={stats.curve === 'stable' ? 'for two tokens near parity' : 'reserve × reserve is K'}>
          {stats.curve === 'stable' ? `stable, of amplification ${stats.amplification}` : 'constant product'}
        </Row>
        <Row name="K, reserve × reserve">
          <Figure value={pool.K} />
        </Row>
        <Row name="LP tokens in all">
          <Figure value={stats.lpSupply} />
        </Row>
        <Row name="Fees of a swap" note={`${rate(pool.refFee)} more to a referrer, where a swap names one`}>
          {rate(pool.lpFee)} to providers, {rate(pool.protocolFee)} to the protocol
        </Row>
        <Row name="Protocol fees, not yet swept" note={`swept to ${pool.protocolFeeAddress}`}>
          <span className={styles.two}>
            <Figure value={pool.collectedToken0ProtocolFee} symbol={symbol0} />
            <Figure value={pool.collectedToken1ProtocolFee} symbol={symbol1} />
          </span>
        </Row>
        <Row name="Since it began">
          <span className={styles.two}>
            <span>{stats.windows.all.swaps.toLocaleString('en-US')} swaps</span>
            <Figure value={stats.windows.all.volume.amount0} symbol={symbol0} />
            <Figure value={stats.windows.all.volume.amount1} symbol={symbol1} />
          </span>
        </Row>
        <Row name="Created">{moment(Date.parse(stats.createdAt))}</Row>
      </Rows>
      <Recompute stats={stats} />
    </>
  );
}
