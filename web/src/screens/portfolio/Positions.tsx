// Positions in pools: the open ones in full, those that were withdrawn folded away.
import type { Prices } from '../../data/prices.ts';
import { ButtonLink } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { PositionCard } from './PositionCard.tsx';
import styles from './portfolio.module.css';
import { isOpen, type Position } from './truth.ts';

export type PositionProps = {
  readonly prices: Prices | undefined;
  onSheet(which: 'add' | 'withdraw', position: Position): void;
};

export function Positions({ positions, ...rest }: PositionProps & { readonly positions: readonly Position[] }) {
  const [open, closed] = [positions.filter(isOpen), positions.filter((position) => !isOpen(position))];
  return (
    <section aria-label="Positions" className={styles.positions}>
      {open.length === 0 && (
        <Card title="Positions">
          <Empty title="Still water.">
            <p>What you put into a pool will be told here, with all that it brings.</p>
            <p>
              <ButtonLink href="/pools">See the pools</ButtonLink>
            </p>
          </Empty>
        </Card>
      )}
      {open.map((position) => (
        <PositionCard key={position.poolAddress} position={position} {...rest} />
      ))}
      {closed.length > 0 && (
        <details className={styles.closed}>
          <summary>
            {closed.length === 1 ? 'One position that was withdrawn' : `${closed.length} positions that were withdrawn`}
          </summary>
          {closed.map((position) => (
            <PositionCard key={position.poolAddress} position={position} {...rest} />
          ))}
        </details>
      )}
    </section>
  );
}
