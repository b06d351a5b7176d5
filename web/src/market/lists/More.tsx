// How many of a list are shown, and the next of them.
import { Button } from '../../parts/Button.tsx';
import styles from '../market.module.css';

export function More({
  shown,
  count,
  one,
  many,
  hasMore,
  isAsking,
  onMore,
}: {
  readonly shown: number;
  /** Of all pages, where that is known. */
  readonly count?: number | undefined;
  readonly one: string;
  readonly many: string;
  readonly hasMore: boolean;
  readonly isAsking: boolean;
  onMore(): void;
}) {
  const all = `${(count ?? shown).toLocaleString('en-US')} ${(count ?? shown) === 1 ? one : many}`;
  const some = shown.toLocaleString('en-US');
  return (
    <div className={styles.more}>
      <p role="status">{moreOf(hasMore, some, all, count !== undefined)}</p>
      {hasMore && (
        <Button onClick={onMore} aria-disabled={isAsking}>
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
