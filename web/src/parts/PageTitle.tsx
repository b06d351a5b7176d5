// The heading of a screen, which is also the title of the window.
import { type ReactNode, useEffect } from 'react';
import { brand } from '../data/brand.ts';
import styles from './parts.module.css';

export function PageTitle({
  title,
  children,
  actions,
  isSpokenOnly = false,
}: {
  readonly title: string;
  /** For a screen whose form says what it is: the heading is there for screen readers and takes no room. */
  readonly isSpokenOnly?: boolean;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);
  return (
    <header className={isSpokenOnly ? styles.visuallyHidden : styles.title}>
      <div>
        <h1>{title}</h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions}
    </header>
  );
}
