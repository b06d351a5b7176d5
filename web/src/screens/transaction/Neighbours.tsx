// Links to the previous and the next transaction.
import { Link } from 'wouter';
import { useLive } from '../../data/live/live.ts';
import { t } from '../../words/words.ts';
import styles from './transaction.module.css';

export function Neighbours({ sequence }: { readonly sequence: number }) {
  const { head } = useLive();
  const nameOf = (number: number) => t('transaction.others.number', { number });
  const before = Math.min(sequence - 1, Math.max(head, 1));
  return (
    <nav className={styles.neighbours} aria-label={t('transaction.others')}>
      {sequence > 1 ? <Link href={`/tx/${before}`}>← {nameOf(before)}</Link> : <span />}
      {sequence < head && <Link href={`/tx/${sequence + 1}`}>{nameOf(sequence + 1)} →</Link>}
    </nav>
  );
}
