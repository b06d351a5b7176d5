// A pool's facts: addresses and how to recompute them, curve, fees, fees collected.

import type { PoolStats } from '../../data/pools.ts';
import { useCall } from '../../data/use.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { moment } from '../../words/ago.ts';
import { t } from '../../words/words.ts';
import { AddressRow, CollectedRow, FeesRow, TokensRow, WalletRows } from './FactRows.tsx';
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
        <AddressRow address={stats.poolAddress} />
        <TokensRow {...stats} />
        <WalletRows {...pool} symbol0={symbol0} symbol1={symbol1} />
        <Row name={t('pool.facts.price')}>
          {stats.price === null ? t('market.price.none') : <Figure value={stats.price} symbol={symbol1} />}
        </Row>
        <Row
          name={t('pool.facts.curve')}
          note={t(stats.curve === 'stable' ? 'pool.facts.curve.stable.note' : 'pool.facts.curve.product.note')}
        >
          {stats.curve === 'stable'
            ? t('pool.facts.curve.stable', { amplification: String(stats.amplification) })
            : t('pool.facts.curve.product')}
        </Row>
        <Row name={t('pool.facts.k')}>
          <Figure value={pool.K} />
        </Row>
        <Row name={t('pool.facts.supply')}>
          <Figure value={stats.lpSupply} />
        </Row>
        <FeesRow {...pool} />
        <CollectedRow
          {...{ ...pool, symbol0, symbol1 }}
          note={t('pool.facts.collected.note', { account: pool.protocolFeeAddress })}
        />
        <Row name={t('pool.facts.all')}>
          <span className={styles.two}>
            <span>{t('pool.facts.all.swaps', { count: stats.windows.all.swaps })}</span>
            <Figure value={stats.windows.all.volume.amount0} symbol={symbol0} />
            <Figure value={stats.windows.all.volume.amount1} symbol={symbol1} />
          </span>
        </Row>
        <Row name={t('pool.facts.created')}>{moment(Date.parse(stats.createdAt))}</Row>
      </Rows>
      <Recompute stats={stats} />
    </>
  );
}
