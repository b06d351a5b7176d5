// A panel with a heading; `own` tints a panel that is about the reader's own account.
import { type ReactNode, useId } from 'react';
import styles from './parts.module.css';

export function Card({
  title,
  own = false,
  className = '',
  children,
}: {
  readonly title?: string;
  readonly own?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      className={`${styles.card} ${own ? styles.own : ''} ${className}`}
      {...(title !== undefined && { 'aria-labelledby': id })}
    >
      {title !== undefined && <h2 id={id}>{title}</h2>}
      {children}
    </section>
  );
}
