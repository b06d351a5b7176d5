// What belongs to an account needs one: where to sign in.

import { t } from '../words/words.ts';
import { Empty } from './Empty.tsx';
import styles from './parts.module.css';

export const SignIn = ({ why }: { readonly why: string }) => (
  <Empty title={t('parts.signIn')}>
    <p>
      {t('parts.signIn.open')} {why}
    </p>
    <p>
      {/* The account menu of the shell. */}
      <button type="button" className={`${styles.button} ${styles.primary}`} popoverTarget="account">
        {t('parts.signIn')}
      </button>
    </p>
  </Empty>
);
