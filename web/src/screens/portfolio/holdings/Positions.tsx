// Positions in pools, highest value first; withdrawn ones are folded away.
import { useId } from 'react';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { More } from '../../../market/lists/More.tsx';
import { ButtonLink } from '../../../parts/Button.tsx';
import { Card } from '../../../parts/Card.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';
import { useClosedPositions, type useHeldPositions } from './holdings.ts';
import { type OnSheet, PositionCard } from './PositionCard.tsx';

export function Positions({ held, onSheet }: { readonly held: ReturnType<typeof useHeldPositions>; onSheet: OnSheet }) {
  const { items: open, isKnown, error, retry, more, last } = held;
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.positions}>
      <h2 id={id}>{t('portfolio.positions')}</h2>
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={3} height={180} />}
      {isKnown && open.length === 0 && (
        <Card>
          <Empty title={t('portfolio.positions.empty')}>
            <p>{t('portfolio.positions.empty.text')}</p>
            <p>
              <ButtonLink href="/pools">{t('portfolio.positions.pools')}</ButtonLink>
            </p>
          </Empty>
        </Card>
      )}
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
    </section>
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
