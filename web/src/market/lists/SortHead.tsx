// The header of a sortable column.

import styles from '../market.module.css';
import type { ListState, Sort } from './list-state.ts';

export function SortHead({
  label,
  by,
  state,
  end = false,
}: {
  readonly label: string;
  readonly by: Sort;
  readonly state: ListState;
  readonly end?: boolean;
}) {
  const isBy = state.sort === by;
  const ending = end ? { 'data-end': '' } : {};
  const sorted = isBy ? (state.order === 'asc' ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" aria-sort={sorted} {...ending}>
      <button type="button" className={styles.sort} onClick={() => state.sortBy(by)}>
        {label}
        <span aria-hidden="true" className={styles.arrow}>
          {isBy ? (state.order === 'asc' ? '↑' : '↓') : ''}
        </span>
      </button>
    </th>
  );
}
