// A list: a table, or cards on narrow screens, from the same columns.
import { Fragment, type ReactNode } from 'react';
import { type Column, ColumnTable } from '../../parts/Table.tsx';
import styles from '../market.module.css';
import type { ListState, Sort } from './list-state.ts';
import { SortHead } from './SortHead.tsx';
import { type NarrowBelow, useNarrow } from './use-narrow.ts';

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
  label,
  state,
  isDense = false,
  narrowBelow = 720,
  detail,
}: {
  readonly items: readonly Item[];
  readonly columns: readonly ItemColumn<Item>[];
  keyOf(item: Item): string;
  readonly label?: string;
  /** Low rows, and lines instead of cards on narrow screens. */
  readonly isDense?: boolean;
  readonly narrowBelow?: NarrowBelow;
  /** Shown below an item that was opened; nothing for the others. On narrow screens the listed columns are then behind it, too. */
  detail?(item: Item): ReactNode;
  /** Absent if the list cannot be sorted. */
  readonly state?: ListState | undefined;
}) {
  const sorted = columns.map(({ sort, ...column }) =>
    sort && state
      ? { ...column, head: <SortHead label={column.name} by={sort} state={state} end={column.end ?? false} /> }
      : column,
  );
  if (!useNarrow(narrowBelow)) {
    const rowClass = `${styles.linked} ${isDense ? styles.dense : ''}`;
    return (
      <ColumnTable
        columns={sorted}
        {...{ items, keyOf, rowClass }}
        {...(detail && { detail })}
        {...(label && { label })}
      />
    );
  }
  return (
    <ul className={isDense ? styles.lines : styles.cards} aria-label={label}>
      {items.map((item) => {
        const opened = detail?.(item);
        return (
          <li key={keyOf(item)}>
            <div className={`${isDense ? styles.line : styles.card} ${styles.linked}`}>
              <CardHead item={item} columns={columns} />
              {!detail && <CardRows item={item} columns={columns} />}
            </div>
            {opened && <CardRows item={item} columns={columns} />}
            {opened}
          </li>
        );
      })}
    </ul>
  );
}

type Card<Item> = { readonly item: Item; readonly columns: readonly ItemColumn<Item>[] };

const CardHead = <Item,>({ item, columns }: Card<Item>) =>
  ([1, 2] as const).map((line) => (
    <div key={line} className={styles.cardHead}>
      {columns
        .filter((column) => column.line === line)
        .map(({ name, cell }) => (
          <Fragment key={name}>{cell(item)}</Fragment>
        ))}
    </div>
  ));

function CardRows<Item>({ item, columns }: Card<Item>) {
  const listed = columns
    .map(({ name, line, cardName = () => name, cell }) => ({ name, line, said: cardName(item), cell }))
    .filter(({ line, said }) => line === undefined && said !== null);
  return (
    listed.length > 0 && (
      <dl className={styles.cardRows}>
        {listed.map(({ name, said, cell }) => (
          <div key={name}>
            <dt>{said}</dt>
            <dd>{cell(item)}</dd>
          </div>
        ))}
      </dl>
    )
  );
}
