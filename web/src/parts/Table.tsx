// A table from a list of columns; `data-end` right-aligns a cell.
import { Fragment, type ReactNode } from 'react';
import styles from './parts.module.css';

export type Column<Item> = {
  readonly name: string;
  readonly end?: boolean;
  /** Replaces the plain column name. */
  readonly head?: ReactNode;
  cell(item: Item): ReactNode;
};

const ending = (end = false) => end && { 'data-end': '' };

export const ColumnTable = <Item,>({
  label,
  columns,
  items,
  keyOf,
  rowClass,
  isFresh = () => false,
  detail = () => null,
}: {
  readonly label?: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  keyOf(item: Item): string;
  readonly rowClass?: string | undefined;
  /** True for a row that has arrived since the table was first shown; it is highlighted. */
  isFresh?(item: Item): boolean;
  /** Shown below the row over its whole width; null if the row is closed. */
  detail?(item: Item): ReactNode;
}) => (
  <table className={styles.table} aria-label={label}>
    <thead>
      <tr>
        {columns.map(({ name, end, head }) => (
          <Fragment key={name}>
            {head ?? (
              <th scope="col" {...ending(end)}>
                {name}
              </th>
            )}
          </Fragment>
        ))}
      </tr>
    </thead>
    <tbody>
      {items.map((item) => {
        const opened = detail(item);
        return (
          <Fragment key={keyOf(item)}>
            <tr className={rowClass} data-fresh={isFresh(item) || undefined}>
              {columns.map(({ name, end, cell }) => (
                <td key={name} data-label={name} {...ending(end)}>
                  {cell(item)}
                </td>
              ))}
            </tr>
            {opened && (
              <tr>
                <td colSpan={columns.length}>{opened}</td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </tbody>
  </table>
);
