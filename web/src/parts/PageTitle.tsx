// A screen's heading, which is also the window's title.
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
  /** For a screen whose form explains itself: the heading is for screen readers only. */
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
