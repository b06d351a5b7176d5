// A paged list of the console: a table, or cards on phones.
import { useIsLookingBack } from '../../../data/fill.ts';
import type { Pages } from '../../../data/pages.ts';
import { Button } from '../../../parts/Button.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { useHold } from '../../../parts/hold.tsx';
import { type Column, ColumnTable } from '../../../parts/Table.tsx';
import { t } from '../../../words/words.ts';
import styles from '../operator.module.css';

export function Listing<Item>({
  label,
  columns,
  pages,
  keyOf,
  empty,
}: {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly pages: Pages<Item>;
  keyOf(item: Item): string;
  readonly empty: string;
}) {
  const { items, isKnown, error, retry, more, isAsking = false } = pages;
  const isLookingBack = useIsLookingBack();
  useHold(!isKnown && error === null && !isLookingBack);
  if (error !== null) return <Failed error={error} onRetry={retry} />;
  if (!isKnown) {
    return (
      <p className={styles.soft} aria-busy="true">
        {t(isLookingBack ? 'parts.lookingBack' : 'operator.loading')}
      </p>
    );
  }
  const goOn = more !== null && (
    <Button onClick={more} aria-disabled={isAsking}>
      {t(
        isAsking && isLookingBack ? 'parts.lookingBack' : items.length === 0 ? 'operator.none.older' : 'operator.more',
      )}
    </Button>
  );
  if (items.length === 0) return <Empty title={more === null ? empty : t('operator.none.soFar')}>{goOn}</Empty>;
  return (
    <>
      <div className={styles.listing}>
        <ColumnTable label={label} columns={columns} items={items} keyOf={keyOf} />
      </div>
      {goOn}
    </>
  );
}
