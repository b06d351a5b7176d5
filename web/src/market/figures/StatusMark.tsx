// A label for a paused or hidden pool or token.

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
