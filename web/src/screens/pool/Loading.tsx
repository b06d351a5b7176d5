// Placeholder of the screen while the pool is loading.

import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { useHold } from '../../parts/hold.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { t } from '../../words/words.ts';
import styles from './pool.module.css';

export function Loading() {
  useHold(true);
  return (
    <>
      <PageTitle title={t('pool.title')} />
      <div className={styles.columns}>
        <Skeleton lines={9} height={64} />
        <Skeleton lines={6} height={64} />
      </div>
    </>
  );
}
