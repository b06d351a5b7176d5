// The status of a pool or a token, where it is not the usual one.

import { t } from '../../words/words.ts';
import styles from '../market.module.css';

export function StatusMark({ status }: { readonly status: string | undefined }) {
  if (status !== 'paused' && status !== 'hidden') return null;
  return (
    <span className={styles.status} title={t(`market.status.${status}.text`)}>
      {t(`market.status.${status}`)}
    </span>
  );
}
