// A token's or pool's status; paused and hidden stand out.
import styles from '../operator.module.css';
import { type Status, statusWord } from './statuses.ts';

export const StatusWord = ({ status }: { readonly status: Status }) => (
  <span className={styles.status} data-status={status}>
    {statusWord(status)}
  </span>
);
