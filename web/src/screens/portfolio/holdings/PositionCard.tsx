// One position: what it would return, what was provided and withdrawn, the fees earned, and the comparison with having kept the tokens.
import type { ReactNode } from 'react';
import type { GetPortfolioOutput } from '#client';
import { usePrices } from '../../../data/prices.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';
import type { HeldPosition } from './holdings.ts';
import { type OnSheet, PositionFrame } from './PositionFrame.tsx';
import { againstHolding, amountTextIn, becauseOf, earnedOf, isOpen, type Position } from './truth.ts';

/** Only an open position has a share of the pool and a value. */
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
  const { jetton0, symbol0, jetton1, symbol1, sharePercentage, worth } = position;
  const open = isOpen(position);
  // The server values a position in the token whose address is the later one, whatever the direction of the pair.
  const [token, symbol] = jetton0 < jetton1 ? [jetton1, symbol1] : [jetton0, symbol0];
  const told = amountTextIn(symbol, usePrices(open ? [token] : [])(token));
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
    <PositionFrame pool={position} share={sharePercentage} isOpen={open} onSheet={onSheet}>
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
    </PositionFrame>
  );
}

const PositionWorth = ({ worth, symbol }: { readonly worth: string | null; readonly symbol: string }) =>
  worth === null ? t('worth.none') : <T id="worth.now" values={{ amount: <Figure value={worth} symbol={symbol} /> }} />;
