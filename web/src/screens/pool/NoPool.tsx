// Shown if no pool has the address.
import { Empty } from '../../parts/Empty.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';

export const NoPool = ({ address }: { readonly address: string }) => (
  <>
    <PageTitle title={t('pool.none')} />
    <Empty title={t('pool.none.title')}>
      <p>
        <T id="pool.none.text" values={{ address }} components={{ code: <code /> }} />
      </p>
    </Empty>
  </>
);
