// A list of the console: a table that becomes a stack of cards on phones, with its pages.
import type { ReactNode } from 'react';
import { LOOKING_BACK, useIsLookingBack } from '../../../data/fill.ts';
import type { Pages } from '../../../data/pages.ts';
import { Button } from '../../../parts/Button.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { Table } from '../../../parts/Table.tsx';
import styles from '../operator.module.css';

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
  const { items, isKnown, error, retry, more, isAsking = false } = pages;
  const isLookingBack = useIsLookingBack();
  if (error !== null) return <Failed error={error} onRetry={retry} />;
  if (!isKnown) {
    return (
      <p className={styles.soft} aria-busy="true">
        {isLookingBack ? LOOKING_BACK : 'Reading.'}
      </p>
    );
  }
  const goOn = more !== null && (
    <Button onClick={more} aria-disabled={isAsking}>
      {isAsking && isLookingBack ? LOOKING_BACK : items.length === 0 ? 'Look further back' : 'Show more'}
    </Button>
  );
  if (items.length === 0) return <Empty title={more === null ? empty : 'Nothing found so far.'}>{goOn}</Empty>;
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
      {goOn}
    </>
  );
}
