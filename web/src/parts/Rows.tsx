// A list of facts: one name and value per row.
import type { ReactNode } from 'react';
import styles from './parts.module.css';

export const Rows = ({ children }: { readonly children: ReactNode }) => <dl className={styles.rows}>{children}</dl>;

export function Row({
  name,
  note,
  children,
}: {
  readonly name: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  );
}
