// A styled table; `data-end` right-aligns a cell.
import { Fragment, type ReactNode, type TableHTMLAttributes } from 'react';
import styles from './parts.module.css';

export const Table = ({
  children,
  ...rest
}: TableHTMLAttributes<HTMLTableElement> & { readonly children: ReactNode }) => (
  <table className={styles.table} {...rest}>
    {children}
  </table>
);

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
}: {
  readonly label?: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  keyOf(item: Item): string;
  readonly rowClass?: string | undefined;
}) => (
  <Table aria-label={label}>
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
      {items.map((item) => (
        <tr key={keyOf(item)} className={rowClass}>
          {columns.map(({ name, end, cell }) => (
            <td key={name} data-label={name} {...ending(end)}>
              {cell(item)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
);
