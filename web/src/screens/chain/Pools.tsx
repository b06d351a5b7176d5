// The screen "Pools" of an exchange on a chain: data read from the contracts, without market statistics.
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { More } from '../../market/lists/More.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { t } from '../../words/words.ts';
import { PoolTable } from './PoolTable.tsx';
import { usePoolPages } from './pools.ts';

export default function Pools() {
  const pages = usePoolPages();
  const { items, isKnown, error, retry } = pages;
  return (
    <>
      <PageTitle title={t('pools.title')}>{t('chain.pools.lead')}</PageTitle>
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={4} height={65} />}
      {isKnown && items.length === 0 && <Empty title={t('market.pools.none')}>{t('pools.empty')}</Empty>}
      {items.length > 0 && (
        <>
          <PoolTable pools={items} />
          <More pages={pages} of="pool" />
        </>
      )}
      <ShowCall calls={[{ name: 'getPools', method: 'GET', input: {} }]} />
    </>
  );
}
