// Changes grouped by day, newest first; a row that arrives while the list is open is highlighted once.
import { useRef } from 'react';
import { Link } from 'wouter';
import { useMe } from '../../data/account.ts';
import { useNow } from '../../data/now.ts';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { Sentence } from '../../parts/Sentence.tsx';
import { count } from '../../words/format.ts';
import { statusOf } from '../chain/status.ts';
import styles from './activity.module.css';
import { byDay, timeOf } from './days.ts';
import { type ActivityEntry, isUnsettled, receiptOf, sentenceOf } from './sentence.ts';

const MINUTE = 60_000;

export function ActivityList({
  rows,
  filterKey,
  showsAccount,
}: {
  readonly rows: readonly ActivityEntry[];
  /** Identifies the filter and page: when it changes, the rows shown then do not count as new. */
  readonly filterKey: string;
  readonly showsAccount: boolean;
}) {
  const tokens = useTokens();
  const { account } = useMe();
  const now = useNow(MINUTE);
  const isFresh = useFresh(rows, filterKey);
  const symbolOf = (token: string) => tokenOf(tokens, token).symbol;
  return byDay(rows, now).map(({ label, items }) => (
    <section key={label} className={styles.day} aria-label={label}>
      <h2>{label}</h2>
      <ol>
        {items.map((done) => (
          <li key={done.sequence} data-fresh={isFresh(done.sequence) || undefined} data-sequence={done.sequence}>
            <Link href={receiptOf(done)} className={styles.number}>
              {count(done.sequence)}
            </Link>
            <time dateTime={done.createdAt}>{timeOf(done.createdAt)}</time>
            <span className={styles.sentence}>
              <Sentence {...sentenceOf(done, symbolOf, tokens, account)} />
              {isUnsettled(done) && <small> {statusOf(done)}</small>}
              {done.memo !== undefined && <small> {done.memo}</small>}
              {done.reference !== undefined && <small> {done.reference}</small>}
            </span>
            {showsAccount && <span className={styles.account}>{done.account}</span>}
          </li>
        ))}
      </ol>
    </section>
  ));
}

/** True for rows newer than those that were listed when this filter was first shown. */
function useFresh(rows: readonly ActivityEntry[], key: string): (sequence: number) => boolean {
  const began = useRef<{ key: string; head: number } | null>(null);
  if (began.current?.key !== key) began.current = { key, head: rows[0]?.sequence ?? 0 };
  const { head } = began.current;
  return (sequence) => sequence > head;
}
