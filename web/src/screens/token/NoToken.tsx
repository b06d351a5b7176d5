// Shown if no token has the address.
import { Empty } from '../../parts/Empty.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';

export const NoToken = ({ address }: { readonly address: string }) => (
  <>
    <PageTitle title={t('tokens.none')} />
    <Empty title={t('tokens.none.title')}>
      <p>
        <T id="tokens.none.text" values={{ address }} components={{ code: <code /> }} />
      </p>
    </Empty>
  </>
);
