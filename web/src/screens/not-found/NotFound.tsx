// A path that leads nowhere.
import { ButtonLink } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { t } from '../../words/words.ts';

export default function NotFound() {
  return (
    <>
      <PageTitle title={t('swap.notFound')} />
      <Empty title={t('swap.notFound.title')}>
        <p>{t('swap.notFound.text')}</p>
        <p>
          <ButtonLink href="/">{t('swap.notFound.back')}</ButtonLink>
        </p>
      </Empty>
    </>
  );
}
