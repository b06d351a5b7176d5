// A list of the console: a table that becomes a stack of cards on phones, with its pages.
import type { ReactNode } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Table } from '../../parts/Table.tsx';
import styles from './operator.module.css';
import type { Pages } from './pages.ts';

export type Column<Item> = {
  readonly name: string;
  readonly end?: boolean;
  cell(item: Item): ReactNode;
};

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
  const { items, isKnown, error, retry, more } = pages;
  if (error !== null) return <Failed error={error} onRetry={retry} />;
  if (!isKnown) {
    return (
      <p className={styles.soft} aria-busy="true">
        Reading.
      </p>
    );
  }
  if (items.length === 0) return <Empty title={empty} />;
  return (
    <>
      <div className={styles.listing}>
        <Table aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ name, end }) => (
                <th key={name} scope="col" {...(end && { 'data-end': '' })}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={keyOf(item)}>
                {columns.map(({ name, end, cell }) => (
                  <td key={name} data-label={name} {...(end && { 'data-end': '' })}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {more !== null && <Button onClick={more}>Show more</Button>}
    </>
  );
}
