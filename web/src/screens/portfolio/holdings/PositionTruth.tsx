// The details of a position: what it would return, what was provided and withdrawn, the fees earned, and the comparison with having kept the tokens.
import type { ReactNode } from 'react';
import type { GetPortfolioOutput } from '#client';
import { type Priced, usePrices } from '../../../data/prices.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';
import type { HeldPosition } from './holdings.ts';
import { againstHolding, amountTextIn, becauseOf, earnedOf, isOpen, type Position } from './truth.ts';

/** Only an open position has a share of the pool and a value. */
export type ShownPosition = Position & Partial<Pick<HeldPosition, 'sharePercentage' | 'worth'>>;

/** The price of the token in which the server values the position: the one whose address is the later one, whatever the direction of the pair. */
export function useValuing({ jetton0, symbol0, jetton1, symbol1 }: Position): {
  symbol: string;
  priced: Priced | null;
} {
  const [token, symbol] = jetton0 < jetton1 ? [jetton1, symbol1] : [jetton0, symbol0];
  return { symbol, priced: usePrices([token])(token) };
}

export function PositionTruth({
  position,
  quote,
}: {
  readonly position: ShownPosition;
  readonly quote: GetPortfolioOutput['quoteToken'];
}) {
  const { symbol0, symbol1, worth } = position;
  const open = isOpen(position);
  const { symbol, priced } = useValuing(position);
  const told = amountTextIn(symbol, priced);
  const row = (label: string, [first, second]: readonly [string, string], worth?: ReactNode) => (
    <Row name={label} {...(worth && { note: worth })}>
      <div>
        <Figure value={first} symbol={symbol0} />
      </div>
      <div>
        <Figure value={second} symbol={symbol1} />
      </div>
    </Row>
  );
  return (
    <>
      <Rows>
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
      </Rows>
      {open && (
        <p className={styles.against}>
          <strong>{againstHolding(position, told)}</strong> {becauseOf(position, told)}
        </p>
      )}
    </>
  );
}

const PositionWorth = ({ worth, symbol }: { readonly worth: string | null; readonly symbol: string }) =>
  worth === null ? t('worth.none') : <T id="worth.now" values={{ amount: <Figure value={worth} symbol={symbol} /> }} />;
