// How many of a list are shown, and the next of them.
import { Button } from '../parts/Button.tsx';
import styles from './market.module.css';

export function More({
  shown,
  one,
  many,
  hasMore,
  isAsking,
  onMore,
}: {
  readonly shown: number;
  readonly one: string;
  readonly many: string;
  readonly hasMore: boolean;
  readonly isAsking: boolean;
  onMore(): void;
}) {
  const count = `${shown.toLocaleString('en-US')} ${shown === 1 ? one : many}`;
  return (
    <div className={styles.more}>
      <p role="status">{hasMore ? `${count} shown, and there are more.` : `${count} in all.`}</p>
      {hasMore && (
        <Button onClick={onMore} aria-disabled={isAsking}>
          Show more
        </Button>
      )}
    </div>
  );
}
