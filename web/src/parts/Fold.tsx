// One line that opens: what is behind it is rendered only then. The browser remembers whether things of one name are open.
import { type ReactNode, useState } from 'react';
import { ofBrowser } from '../data/stored.ts';
import styles from './fold.module.css';

export function Fold({
  name,
  title,
  children,
}: {
  readonly name: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
}) {
  const key = `millpond open ${name}`;
  const [isOpen, setOpen] = useState(() => ofBrowser.getItem(key) !== null);
  const onToggle = (opened: boolean) => {
    setOpen(opened);
    if (opened) ofBrowser.setItem(key, 'yes');
    else ofBrowser.removeItem(key);
  };
  return (
    <details className={styles.fold} open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <div>{children}</div>}
    </details>
  );
}
