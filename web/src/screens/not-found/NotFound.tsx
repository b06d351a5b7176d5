// Shown for an unknown path.
import { ButtonLink } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { t } from '../../words/words.ts';

export default function NotFound() {
  return (
    <>
      <PageTitle title={t('shell.notFound')} />
      <Empty title={t('shell.notFound.title')}>
        <p>{t('shell.notFound.text')}</p>
        <p>
          <ButtonLink href="/">{t('shell.notFound.swap')}</ButtonLink>
        </p>
      </Empty>
    </>
  );
}
