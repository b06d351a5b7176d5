// The section of the positions in pools and the card around each; used for the exchange's own ledger and for a chain.
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { MillpondError } from '#client';
import { divide, percent } from '../../../exact/figures.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { Button, ButtonLink } from '../../../parts/Button.tsx';
import { Card } from '../../../parts/Card.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { PebblePair } from '../../../parts/Pebble.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';

type HeldPositions = {
  readonly items: readonly unknown[];
  readonly isKnown: boolean;
  readonly error: MillpondError | null;
  retry(): void;
};

export function PositionSection({ held, children }: { readonly held: HeldPositions; readonly children: ReactNode }) {
  const { items, isKnown, error, retry } = held;
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.positions}>
      <h2 id={id}>{t('portfolio.positions')}</h2>
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={3} height={180} />}
      {isKnown && !error && items.length === 0 && (
        <Card>
          <Empty title={t('portfolio.positions.empty')}>
            <p>{t('portfolio.positions.empty.text')}</p>
            <p>
              <ButtonLink href="/pools">{t('portfolio.positions.pools')}</ButtonLink>
            </p>
          </Empty>
        </Card>
      )}
      {children}
    </section>
  );
}

type Pool = Readonly<Record<'poolAddress' | 'jetton0' | 'symbol0' | 'jetton1' | 'symbol1', string>>;
export type OnSheet = (which: 'add' | 'withdraw', pool: Pick<Pool, 'jetton0' | 'jetton1'>) => void;

type PositionFrameProps = {
  readonly pool: Pool;
  /** In percent; undefined if it is not known. */
  readonly share: string | undefined;
  /** False for a position that was withdrawn. */
  readonly isOpen?: boolean;
  readonly onSheet: OnSheet;
  readonly children: ReactNode;
};

export function PositionFrame({ pool, share, isOpen = true, onSheet, children }: PositionFrameProps) {
  const { poolAddress, jetton0, symbol0, jetton1, symbol1 } = pool;
  const name = `${symbol0} / ${symbol1}`;
  const open = (which: 'add' | 'withdraw') => () => onSheet(which, { jetton0, jetton1 });
  return (
    <Card own={isOpen} className={styles.position}>
      <header className={styles.pool}>
        <PebblePair a={{ address: jetton0, symbol: symbol0 }} b={{ address: jetton1, symbol: symbol1 }} size={32} />
        <h3>
          <Link href={`/pool/${encodeURIComponent(poolAddress)}`}>{name}</Link>
        </h3>
        {isOpen && share !== undefined && (
          <p className={styles.share}>{t('portfolio.position.share', { share: percent(divide(share, '100', 20)) })}</p>
        )}
      </header>
      {children}
      <div className={styles.actions}>
        <Button primary={isOpen} aria-label={t('portfolio.position.add.to', { pool: name })} onClick={open('add')}>
          {t('portfolio.position.add')}
        </Button>
        {isOpen && (
          <Button aria-label={t('portfolio.position.withdraw.from', { pool: name })} onClick={open('withdraw')}>
            {t('portfolio.position.withdraw')}
          </Button>
        )}
      </div>
    </Card>
  );
}
