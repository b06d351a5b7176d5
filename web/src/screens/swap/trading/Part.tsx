// One part of the market around the form: a card on a wide page; on a narrow one a fold, whose content is rendered and requested only while it is open.
import type { ReactNode } from 'react';
import { useUrlState } from '../../../data/url-state.ts';
import { Card } from '../../../parts/Card.tsx';
import { t } from '../../../words/words.ts';
import { type PartName, unfoldedOf, withFold } from './folds.ts';
import styles from './trading.module.css';
import { useWide } from './use-wide.ts';

const NOTHING_OPEN = { open: '' };

type PartProps = {
  readonly name: PartName;
  /** True if the content is a card with its own heading. */
  readonly isCard?: boolean;
  readonly children: ReactNode;
};

export function Part({ name, isCard = false, children }: PartProps) {
  const isWide = useWide();
  const [{ open }, change] = useUrlState(NOTHING_OPEN);
  const title = t(`trading.${name}`);
  const isOpen = unfoldedOf(open).includes(name);
  if (isWide) {
    return (
      <div className={styles[name]}>
        {isCard ? (
          children
        ) : (
          <Card title={title} className={styles.card}>
            {children}
          </Card>
        )}
      </div>
    );
  }
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) change({ open: withFold(open, name, currentTarget.open) });
      }}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && (isCard ? children : <Card className={styles.card}>{children}</Card>)}
    </details>
  );
}
