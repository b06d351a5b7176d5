// Pages of a hundred, back to the newest, and straight to a day.
import { server } from '../../data/server.ts';
import { Button } from '../../parts/Button.tsx';
import { Field } from '../../parts/Field.tsx';
import styles from './activity.module.css';
import { type Asked, askedOf, NO_FILTER } from './filter.ts';

export function Pager({
  asked,
  cursor,
  nextCursor,
  onCursor,
}: {
  readonly asked: Asked;
  readonly cursor: string;
  readonly nextCursor: string | null;
  onCursor(cursor: string): void;
}) {
  if (cursor === '' && nextCursor === null) return null;
  /** The page that begins with the last change of that day. */
  const goTo = async (day: string) => {
    const { to } = askedOf({ ...NO_FILTER, to: day }, false);
    if (to === undefined) return;
    const { activity } = await server.getActivity({ ...asked, to: earlier(to, asked.to), limit: 1 });
    const last = activity[0]?.sequence;
    if (last !== undefined) onCursor(String(last + 1));
  };
  return (
    <nav className={styles.pager} aria-label="Pages">
      {cursor !== '' && <Button onClick={() => onCursor('')}>Newest</Button>}
      {nextCursor !== null && <Button onClick={() => onCursor(nextCursor)}>Older</Button>}
      <Field label="Go to a day" type="date" onChange={({ target }) => goTo(target.value)} />
    </nav>
  );
}

/** Of two moments in ISO 8601, of which the second may be missing. */
const earlier = (a: string, b: string | undefined): string => (b === undefined || a < b ? a : b);
