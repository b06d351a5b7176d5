// A panel with a heading; `own` gives it the tint of what belongs to the reader.
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
