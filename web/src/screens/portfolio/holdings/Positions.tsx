// Positions in pools, the dearest first; those that were withdrawn folded away.
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { distinct } from '../../../market/lists/list-state.ts';
import { More } from '../../../market/lists/More.tsx';
import { ButtonLink } from '../../../parts/Button.tsx';
import { Card } from '../../../parts/Card.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import styles from '../portfolio.module.css';
import { useClosedPositions, type useHeldPositions } from './holdings.ts';
import { type OnSheet, PositionCard } from './PositionCard.tsx';
import type { Position } from './truth.ts';

export function Positions({ held, onSheet }: { readonly held: ReturnType<typeof useHeldPositions>; onSheet: OnSheet }) {
  const last = held.data?.pages.at(-1);
  const open = distinct(held.data?.pages.flatMap(({ positions = [] }) => positions) ?? [], poolOf);
  return (
    <section aria-label="Positions" className={styles.positions}>
      {held.error && <Failed error={held.error} onRetry={held.refetch} />}
      {held.isPending && !held.error && <Skeleton lines={3} height={180} />}
      {held.data && open.length === 0 && (
        <Card title="Positions">
          <Empty title="Nothing here yet.">
            <p>What you put into a pool will be told here, with all that it brings.</p>
            <p>
              <ButtonLink href="/pools">See the pools</ButtonLink>
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
      {held.hasNextPage && (
        <More
          shown={open.length}
          count={last?.held.positions.count}
          one="position"
          many="positions"
          hasMore
          isAsking={held.isFetchingNextPage}
          onMore={held.fetchNextPage}
        />
      )}
      <Closed onSheet={onSheet} />
    </section>
  );
}

const poolOf = ({ poolAddress }: Position): string => poolAddress;

function Closed({ onSheet }: { onSheet: OnSheet }) {
  const { items, more, isAsking = false } = useClosedPositions();
  const closed = distinct(items, poolOf);
  if (closed.length === 0 && more === null) return null;
  return (
    <details className={styles.closed}>
      <summary>{closedWords(closed.length, more !== null)}</summary>
      {closed.map((position) => (
        <PositionCard key={position.poolAddress} position={position} quote={null} onSheet={onSheet} />
      ))}
      {more !== null && (
        <More shown={closed.length} one="position" many="positions" hasMore isAsking={isAsking} onMore={more} />
      )}
    </details>
  );
}

function closedWords(count: number, hasMore: boolean): string {
  if (hasMore) return 'Positions that were withdrawn';
  return count === 1 ? 'One position that was withdrawn' : `${count} positions that were withdrawn`;
}
