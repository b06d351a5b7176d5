// How many items of a list are shown, and a button for the next page.
import type { Pages } from '../../data/pages.ts';
import { Button } from '../../parts/Button.tsx';
import { t } from '../../words/words.ts';
import styles from '../market.module.css';

export function More({
  pages: { items, more, isAsking = false },
  shown = items.length,
  count,
  of,
}: {
  readonly pages: Pages<unknown>;
  /** Given if fewer than the loaded items are shown. */
  readonly shown?: number;
  /** The total over all pages, if known. */
  readonly count?: number | undefined;
  readonly of: 'pool' | 'token' | 'swap' | 'position' | 'order' | 'fill';
}) {
  const all = { count: count ?? shown };
  return (
    <div className={styles.more}>
      <p role="status">
        {more === null
          ? t(`market.more.${of}`, all)
          : count === undefined
            ? t(`market.more.${of}.open`, all)
            : t(`market.more.${of}.of`, { ...all, shown })}
      </p>
      {more !== null && (
        <Button onClick={more} aria-disabled={isAsking}>
          {t('market.more')}
        </Button>
      )}
    </div>
  );
}
