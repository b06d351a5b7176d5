// The placeholder of an empty list, with the reason.
import type { ReactNode } from 'react';
import styles from './parts.module.css';

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
