// Shown if no token or pool has the address.
import { Empty } from '../../parts/Empty.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';

export const NoSuch = ({ what, address }: { readonly what: 'pool' | 'tokens'; readonly address: string }) => (
  <>
    <PageTitle title={t(`${what}.none`)} />
    <Empty title={t(`${what}.none.title`)}>
      <p>
        <T id={`${what}.none.text`} values={{ address }} components={{ code: <code /> }} />
      </p>
    </Empty>
  </>
);
