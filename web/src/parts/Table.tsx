// A table with its look; cells that end right say `data-end`.
import type { ReactNode, TableHTMLAttributes } from 'react';
import styles from './parts.module.css';

export const Table = ({
  children,
  ...rest
}: TableHTMLAttributes<HTMLTableElement> & { readonly children: ReactNode }) => (
  <table className={styles.table} {...rest}>
    {children}
  </table>
);
