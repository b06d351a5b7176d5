// Text for screen readers only.
import type { ReactNode } from 'react';
import styles from './parts.module.css';

export const Spoken = ({ children }: { readonly children?: ReactNode }) => (
  <span className={styles.visuallyHidden}>{children}</span>
);
