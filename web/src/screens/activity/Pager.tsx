// Buttons for the newest and the next older page, and a date field that opens the page of a day.
import { askFilled } from '../../data/fill.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import { t } from '../../words/words.ts';
import styles from './activity.module.css';
import { type ActivityQuery, NO_FILTER, queryOf } from './filter.ts';

const ONE = { cursor: null, limit: 1 };

export function Pager({
  asked,
  cursor,
  nextCursor,
  onCursor,
}: {
  readonly asked: ActivityQuery;
  readonly cursor: string;
  readonly nextCursor: string | null;
  onCursor(cursor: string): void;
}) {
  if (cursor === '' && nextCursor === null) return null;
  /** Opens the page that begins with the last change of that day, or with the last one before it. */
  const goTo = async (day: string) => {
    const { to } = queryOf({ ...NO_FILTER, to: day }, false);
    if (to === undefined) return;
    const before = { ...asked, to: earlier(String(to), asked.to) };
    const { rows, nextCursor } = await askFilled('getActivity', before, ({ activity }) => activity, ONE);
    const cursor = rows[0] === undefined ? nextCursor : String(rows[0].sequence + 1);
    if (cursor !== null) onCursor(cursor);
  };
  return (
    <nav className={styles.pager} aria-label={t('activity.pages')}>
      {cursor !== '' && <Button onClick={() => onCursor('')}>{t('activity.pages.newest')}</Button>}
      {nextCursor !== null && <Button onClick={() => onCursor(nextCursor)}>{t('activity.pages.older')}</Button>}
      <Field label={t('activity.pages.day')} type="date" onChange={({ target }) => goTo(target.value)} />
    </nav>
  );
}

/** The earlier of two ISO 8601 times; `b` may be missing. */
const earlier = (a: string, b: ActivityQuery['to']): string => (b === undefined || a < String(b) ? a : String(b));
