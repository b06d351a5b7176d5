// A message box: neutral (water), warning (wheat) or refusal (oxide).
import type { ReactNode } from 'react';
import styles from './parts.module.css';

export function Notice({
  tone = 'water',
  title,
  children,
}: {
  readonly tone?: 'water' | 'wheat' | 'oxide';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div
      className={`${styles.notice} ${tone === 'water' ? '' : styles[tone]}`}
      role={tone === 'oxide' ? 'alert' : 'status'}
    >
      {title !== undefined && <p className={styles.said}>{title}</p>}
      {children}
    </div>
  );
}
