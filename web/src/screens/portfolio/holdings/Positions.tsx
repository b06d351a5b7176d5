// Positions in pools, highest value first; withdrawn ones are folded away.
import { Worth } from '../../../market/figures/Worth.tsx';
import type { ItemColumn } from '../../../market/lists/ItemList.tsx';
import { More } from '../../../market/lists/More.tsx';
import { t } from '../../../words/words.ts';
import { type Asked, positionCell } from '../gains/cell.ts';
import { GainFigure } from '../gains/GainFigure.tsx';
import styles from '../portfolio.module.css';
import { useClosedPositions, type useHeldPositions } from './holdings.ts';
import { type OnSheet, PositionList, type PositionRow, PositionSection } from './PositionList.tsx';
import { PositionTruth, type ShownPosition, useValuing } from './PositionTruth.tsx';
import { isOpen, type Position, valuedIn } from './truth.ts';

type Row = PositionRow & { readonly position: Position };
type Quote = Parameters<typeof PositionTruth>[0]['quote'];

const rowOf = (position: ShownPosition, quote: Quote): Row => ({
  pool: position,
  position,
  share: position.sharePercentage,
  returns: [position.returns0, position.returns1],
  worth: position.worth,
  isOpen: isOpen(position),
  details: <PositionTruth position={position} quote={quote} />,
});

export function Positions({
  held,
  asked,
  onSheet,
}: {
  readonly held: ReturnType<typeof useHeldPositions>;
  readonly asked: Asked;
  onSheet: OnSheet;
}) {
  const { items: open, more, last } = held;
  const quote = last?.quoteToken ?? null;
  return (
    <PositionSection held={held}>
      {open.length > 0 && (
        <PositionList
          rows={open.map((position) => rowOf(position, quote))}
          columns={earnings(asked)}
          symbol={quote?.symbol}
          onSheet={onSheet}
        />
      )}
      {more && <More pages={held} count={last?.held.positions.count} of="position" />}
      <Closed onSheet={onSheet} />
    </PositionSection>
  );
}

const earnings = (asked: Asked): readonly ItemColumn<Row>[] => [
  ...(['cost', 'unrealised'] as const).map((field) => ({
    name: t(`books.column.${field}`),
    end: true,
    cell: ({ pool }: Row) => (
      <GainFigure cell={positionCell(asked, pool.poolAddress, field)} isGain={field === 'unrealised'} />
    ),
  })),
  {
    name: t('books.column.holding'),
    end: true,
    cell: ({ position }) => <Valued position={position} amount={position.againstHolding} isSigned />,
  },
];

function Valued({
  position,
  amount,
  isSigned = false,
}: {
  readonly position: Position;
  readonly amount: string;
  readonly isSigned?: boolean;
}) {
  const { symbol, priced } = useValuing(position);
  const { value, symbol: of } = valuedIn(symbol, priced, amount.replace('-', ''));
  const sign = !isSigned || !/[1-9]/.test(value) ? '' : amount.startsWith('-') ? '−' : '+';
  return (
    <span>
      {sign}
      <Worth value={value} symbol={of} />
    </span>
  );
}

function Closed({ onSheet }: { onSheet: OnSheet }) {
  const pages = useClosedPositions();
  const { items: closed, more } = pages;
  if (closed.length === 0 && more === null) return null;
  return (
    <details className={styles.closed}>
      <summary>{more === null ? t('portfolio.closed', { count: closed.length }) : t('portfolio.closed.some')}</summary>
      <PositionList rows={closed.map((position) => rowOf(position, null))} symbol={undefined} onSheet={onSheet} />
      {more !== null && <More pages={pages} of="position" />}
    </details>
  );
}
