// Operator actions on one pool: set fees, set status, collect fees.

import { useState } from 'react';
import type { Pair } from '../../../data/pools.ts';
import { useCall } from '../../../data/use.ts';
import { Segments } from '../../../parts/Choices.tsx';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';
import { CollectFees } from './CollectFees.tsx';
import { SetPoolFees } from './SetPoolFees.tsx';
import { SetPoolStatus } from './SetPoolStatus.tsx';

const ACTS = ['fees', 'collect', 'status'] as const;
type Act = (typeof ACTS)[number];

export function PoolActs(pair: Pair) {
  const [act, setAct] = useState<Act>('fees');
  const { data, error } = useCall('getPoolData', pair);
  const stats = useCall('getPoolStats', pair);
  if (error) return <p>{error.message}</p>;
  // Waits until the stats have loaded or failed: fees can be set even if the stats are not computed yet.
  if (data === undefined || stats.isPending) return null;
  return (
    <div className={styles.stack}>
      <Segments<Act>
        label={t('operator.act')}
        choices={ACTS.map((value) => ({ value, label: t(`operator.pool.act.${value}`) }))}
        value={act}
        onChoose={setAct}
      />
      {act === 'fees' && <SetPoolFees pair={pair} pool={data} />}
      {act === 'collect' && <CollectFees pair={pair} pool={data} poolAddress={stats.data?.poolAddress ?? ''} />}
      {act === 'status' && <SetPoolStatus pair={pair} status={stats.data?.status ?? null} />}
    </div>
  );
}
