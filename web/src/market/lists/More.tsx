// How many of a list are shown, and the next of them.
import type { Pages } from '../../data/pages.ts';
import { Button } from '../../parts/Button.tsx';
import styles from '../market.module.css';

export function More({
  pages: { items, more, isAsking = false },
  shown = items.length,
  count,
  one,
  many,
}: {
  readonly pages: Pages<unknown>;
  /** Where not all of the items are. */
  readonly shown?: number;
  /** Of all pages, where that is known. */
  readonly count?: number | undefined;
  readonly one: string;
  readonly many: string;
}) {
  const all = `${(count ?? shown).toLocaleString('en-US')} ${(count ?? shown) === 1 ? one : many}`;
  const some = shown.toLocaleString('en-US');
  return (
    <div className={styles.more}>
      <p role="status">{moreOf(more !== null, some, all, count !== undefined)}</p>
      {more !== null && (
        <Button onClick={more} aria-disabled={isAsking}>
          Show more
        </Button>
      )}
    </div>
  );
}

function moreOf(hasMore: boolean, some: string, all: string, isCounted: boolean): string {
  if (!hasMore) return `${all} in all.`;
  return isCounted ? `${some} of ${all}.` : `${all} shown, and there are more.`;
}
