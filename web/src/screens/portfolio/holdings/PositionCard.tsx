// One position: what it returns, what was provided and withdrawn, the fees earned, and the comparison with holding.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { GetPortfolioOutput } from '#client';
import { usePrices } from '../../../data/prices.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { divide, percent } from '../../../exact/figures.ts';
import { Button } from '../../../parts/Button.tsx';
import { Card } from '../../../parts/Card.tsx';
import { PebblePair } from '../../../parts/Pebble.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';
import type { HeldPosition } from './holdings.ts';
import { againstHolding, amountTextIn, becauseOf, earnedOf, isOpen, type Position } from './truth.ts';

export type OnSheet = (which: 'add' | 'withdraw', position: Position) => void;

/** A current position also has its share and value. */
type Shown = Position & Partial<Pick<HeldPosition, 'sharePercentage' | 'worth'>>;

export function PositionCard({
  position,
  quote,
  onSheet,
}: {
  readonly position: Shown;
  readonly quote: GetPortfolioOutput['quoteToken'];
  onSheet: OnSheet;
}) {
  const { jetton0, symbol0, jetton1, symbol1, poolAddress, sharePercentage, worth } = position;
  const name = `${symbol0} / ${symbol1}`;
  const open = isOpen(position);
  const told = amountTextIn(symbol1, usePrices(open ? [jetton1] : [])(jetton1));
  const row = (label: string, [first, second]: readonly [string, string], worth?: ReactNode) => (
    <div className={styles.both}>
      <dt>
        {label}
        {worth && <small>{worth}</small>}
      </dt>
      <dd>
        <Figure value={first} symbol={symbol0} />
      </dd>
      <dd>
        <Figure value={second} symbol={symbol1} />
      </dd>
    </div>
  );
  return (
    <Card own={open} className={styles.position}>
      <header className={styles.pool}>
        <PebblePair a={{ address: jetton0, symbol: symbol0 }} b={{ address: jetton1, symbol: symbol1 }} size={32} />
        <h3>
          <Link href={`/pool/${encodeURIComponent(poolAddress)}`}>{name}</Link>
        </h3>
        {open && sharePercentage !== undefined && (
          <p className={styles.share}>
            {t('portfolio.position.share', { share: percent(divide(sharePercentage, '100', 20)) })}
          </p>
        )}
      </header>
      <dl className={styles.truth}>
        {open &&
          row(
            t('portfolio.position.returns'),
            [position.returns0, position.returns1],
            // Only the current amounts are valued: past ones had other prices.
            quote && worth !== undefined && <PositionWorth worth={worth} symbol={quote.symbol} />,
          )}
        {row(t('portfolio.position.provided'), [position.provided0, position.provided1])}
        {row(t('portfolio.position.withdrawn'), [position.withdrawn0, position.withdrawn1])}
        {row(t('portfolio.position.fees'), earnedOf(position))}
      </dl>
      {open && (
        <p className={styles.against}>
          <strong>{againstHolding(position, told)}</strong> {becauseOf(position, told)}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          primary={open}
          aria-label={t('portfolio.position.add.to', { pool: name })}
          onClick={() => onSheet('add', position)}
        >
          {t('portfolio.position.add')}
        </Button>
        {open && (
          <Button
            aria-label={t('portfolio.position.withdraw.from', { pool: name })}
            onClick={() => onSheet('withdraw', position)}
          >
            {t('portfolio.position.withdraw')}
          </Button>
        )}
      </div>
    </Card>
  );
}

const PositionWorth = ({ worth, symbol }: { readonly worth: string | null; readonly symbol: string }) =>
  worth === null ? t('worth.none') : <T id="worth.now" values={{ amount: <Figure value={worth} symbol={symbol} /> }} />;
