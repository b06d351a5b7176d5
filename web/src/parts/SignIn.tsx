// Shown instead of a screen that needs an account: why, and where to sign in.

import { t } from '../words/words.ts';
import { Empty } from './Empty.tsx';
import styles from './parts.module.css';

export const SignIn = ({ why }: { readonly why: string }) => (
  <Empty title={t('parts.signIn')}>
    <p>
      {t('parts.signIn.open')} {why}
    </p>
    <p>
      {/* Opens the shell's account menu. */}
      <button type="button" className={`${styles.button} ${styles.primary}`} popoverTarget="account">
        {t('parts.signIn')}
      </button>
    </p>
  </Empty>
);
