// The button of a row that opens what is below it; the whole row can be pressed.
import type { ReactNode } from 'react';
import styles from '../market.module.css';

export const RowButton = ({
  isOpen,
  onClick,
  children,
}: {
  readonly isOpen: boolean;
  onClick(): void;
  readonly children: ReactNode;
}) => (
  <button type="button" className={styles.rowLink} aria-expanded={isOpen} onClick={onClick}>
    {children}
    <span aria-hidden="true"> {isOpen ? '▴' : '▾'}</span>
  </button>
);
