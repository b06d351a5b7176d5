// The screen "Pools" of an exchange on a chain.
import { PageTitle } from '../../parts/PageTitle.tsx';
import { t } from '../../words/words.ts';
import { ChainList } from './ChainList.tsx';
import { PoolTable } from './PoolTable.tsx';
import { usePoolPages } from './pools.ts';

export default function Pools() {
  const pages = usePoolPages();
  return (
    <>
      <PageTitle title={t('pools.title')}>{t('chain.pools.lead')}</PageTitle>
      <ChainList of="pool" pages={pages}>
        <PoolTable pools={pages.items} />
      </ChainList>
    </>
  );
}
