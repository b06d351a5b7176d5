// The end of a change that is done: one line with its receipt; its number in the journal and its time are behind it.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '../words/words.ts';
import { CopyLink } from './CopyLink.tsx';
import { Fold } from './Fold.tsx';

export const Settled = ({ path, children }: { readonly path: string; readonly children: ReactNode }) => (
  <>
    <p>
      {t('parts.settled')} · <Link href={path}>{t('swap.done.receipt')}</Link>
    </p>
    <Fold name="settled" title={t('parts.details')}>
      <p>
        {children} <CopyLink path={path} />
      </p>
    </Fold>
  </>
);
