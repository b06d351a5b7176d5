// A market list: a table, or cards on narrow screens, from the same columns.
import { Fragment } from 'react';
import { type Column, ColumnTable } from '../../parts/Table.tsx';
import styles from '../market.module.css';
import type { ListState, Sort } from './list-state.ts';
import { SortHead } from './SortHead.tsx';
import { useNarrow } from './use-narrow.ts';

export type ItemColumn<Item> = Omit<Column<Item>, 'head'> & {
  /** The server's sort key for the column. */
  readonly sort?: Sort;
  /** The line of a card's head that shows the column without its name; if unset, the column is listed below with its name. */
  readonly line?: 1 | 2;
  /** The column's name on a card, if different; null leaves the column out. */
  cardName?(item: Item): string | null;
};

export function ItemList<Item>({
  items,
  columns,
  keyOf,
  state,
}: {
  readonly items: readonly Item[];
  readonly columns: readonly ItemColumn<Item>[];
  keyOf(item: Item): string;
  /** Absent if the list cannot be sorted. */
  readonly state?: ListState | undefined;
}) {
  const sorted = columns.map(({ sort, ...column }) =>
    sort && state
      ? { ...column, head: <SortHead label={column.name} by={sort} state={state} end={column.end ?? false} /> }
      : column,
  );
  if (!useNarrow()) return <ColumnTable columns={sorted} items={items} keyOf={keyOf} rowClass={styles.linked} />;
  return (
    <ul className={styles.cards}>
      {items.map((item) => (
        <li key={keyOf(item)} className={`${styles.card} ${styles.linked}`}>
          {([1, 2] as const).map((line) => (
            <div key={line} className={styles.cardHead}>
              {columns
                .filter((column) => column.line === line)
                .map(({ name, cell }) => (
                  <Fragment key={name}>{cell(item)}</Fragment>
                ))}
            </div>
          ))}
          <dl className={styles.cardRows}>
            {columns
              .map(({ name, line, cardName = () => name, cell }) => ({ name, line, said: cardName(item), cell }))
              .filter(({ line, said }) => line === undefined && said !== null)
              .map(({ name, said, cell }) => (
                <div key={name}>
                  <dt>{said}</dt>
                  <dd>{cell(item)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
