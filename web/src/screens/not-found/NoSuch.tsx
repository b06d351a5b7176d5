// Shown if no token or pool has the address.
import { Empty } from '../../parts/Empty.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';

const TEXTS = {
  pool: ['pool.none', 'pool.none.title', 'pool.none.text'],
  token: ['tokens.none', 'tokens.none.title', 'tokens.none.text'],
} as const;

export function NoSuch({ of, address }: { readonly of: keyof typeof TEXTS; readonly address: string }) {
  const [heading, title, text] = TEXTS[of];
  return (
    <>
      <PageTitle title={t(heading)} />
      <Empty title={t(title)}>
        <p>
          <T id={text} values={{ address }} components={{ code: <code /> }} />
        </p>
      </Empty>
    </>
  );
}
