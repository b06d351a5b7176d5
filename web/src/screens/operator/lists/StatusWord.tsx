// The status of a token or a pool; what is not as usual stands out.
import styles from '../operator.module.css';
import { type Status, statusWord } from './statuses.ts';

export const StatusWord = ({ status }: { readonly status: Status }) => (
  <span className={styles.status} data-status={status}>
    {statusWord(status)}
  </span>
);
