// The heading of a screen, which is also the title of the window.
import { type ReactNode, useEffect } from 'react';
import { brand } from '../data/brand.ts';
import styles from './parts.module.css';

export function PageTitle({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);
  return (
    <header className={styles.title}>
      <div>
        <h1>{title}</h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions}
    </header>
  );
}
