// The transactions before and after, by their numbers.
import { Link } from 'wouter';
import { useLive } from '../../data/live/live.ts';
import styles from './transaction.module.css';

export function Neighbours({ sequence }: { readonly sequence: number }) {
  const { head } = useLive();
  const nameOf = (number: number) => `no. ${number.toLocaleString('en-US')}`;
  const before = Math.min(sequence - 1, Math.max(head, 1));
  return (
    <nav className={styles.neighbours} aria-label="Other transactions">
      {sequence > 1 ? <Link href={`/tx/${before}`}>← {nameOf(before)}</Link> : <span />}
      {sequence < head && <Link href={`/tx/${sequence + 1}`}>{nameOf(sequence + 1)} →</Link>}
    </nav>
  );
}
