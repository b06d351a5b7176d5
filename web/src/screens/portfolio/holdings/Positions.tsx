// Positions in pools, highest value first; withdrawn ones are folded away.
import { More } from '../../../market/lists/More.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';
import { useClosedPositions, type useHeldPositions } from './holdings.ts';
import { PositionCard } from './PositionCard.tsx';
import { type OnSheet, PositionSection } from './PositionFrame.tsx';

export function Positions({ held, onSheet }: { readonly held: ReturnType<typeof useHeldPositions>; onSheet: OnSheet }) {
  const { items: open, more, last } = held;
  return (
    <PositionSection held={held}>
      {open.map((position) => (
        <PositionCard
          key={position.poolAddress}
          position={position}
          quote={last?.quoteToken ?? null}
          onSheet={onSheet}
        />
      ))}
      {more && <More pages={held} count={last?.held.positions.count} of="position" />}
      <Closed onSheet={onSheet} />
    </PositionSection>
  );
}

function Closed({ onSheet }: { onSheet: OnSheet }) {
  const pages = useClosedPositions();
  const { items: closed, more } = pages;
  if (closed.length === 0 && more === null) return null;
  return (
    <details className={styles.closed}>
      <summary>{more === null ? t('portfolio.closed', { count: closed.length }) : t('portfolio.closed.some')}</summary>
      {closed.map((position) => (
        <PositionCard key={position.poolAddress} position={position} quote={null} onSheet={onSheet} />
      ))}
      {more !== null && <More pages={pages} of="position" />}
    </details>
  );
}
