// The section of the positions in pools: one line each, with the details behind it; used for the exchange's own ledger and for a chain.
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { MillpondError } from '#client';
import { useUrlState } from '../../../data/url-state.ts';
import { divide, percent } from '../../../exact/figures.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { Worth } from '../../../market/figures/Worth.tsx';
import { type ItemColumn, ItemList } from '../../../market/lists/ItemList.tsx';
import { RowButton } from '../../../market/lists/RowButton.tsx';
import { Button, ButtonLink } from '../../../parts/Button.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { PebblePair } from '../../../parts/Pebble.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';

type Pool = Readonly<Record<'poolAddress' | 'jetton0' | 'symbol0' | 'jetton1' | 'symbol1', string>>;
export type OnSheet = (which: 'add' | 'withdraw', pool: Pick<Pool, 'jetton0' | 'jetton1'>) => void;

export type PositionRow = {
  readonly pool: Pool;
  /** In percent; undefined if it is not known. */
  readonly share?: string | undefined;
  /** What withdrawing it would return of both tokens. */
  readonly returns: readonly [string, string];
  /** The value of that; null if one of the tokens has no price, undefined if it is not known. */
  readonly worth?: string | null | undefined;
  readonly isOpen: boolean;
  readonly details: ReactNode;
};

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
    <section aria-labelledby={id}>
      <h2 id={id}>{t('portfolio.positions')}</h2>
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={3} height={44} />}
      {isKnown && !error && items.length === 0 && (
        <Empty title={t('portfolio.positions.empty')}>
          <p>{t('portfolio.positions.empty.text')}</p>
          <p>
            <ButtonLink href="/pools">{t('portfolio.positions.pools')}</ButtonLink>
          </p>
        </Empty>
      )}
      {children}
    </section>
  );
}

/** The pool whose position is opened. */
const CLOSED = { position: '' };

export function PositionList<Row extends PositionRow>({
  rows,
  columns = [],
  symbol,
  onSheet,
}: {
  readonly rows: readonly Row[];
  /** Shown after the value. */
  readonly columns?: readonly ItemColumn<Row>[];
  /** That of the token in which positions are valued. */
  readonly symbol: string | undefined;
  readonly onSheet: OnSheet;
}) {
  const [{ position: opened }, change] = useUrlState(CLOSED);
  const keyOf = ({ pool }: PositionRow) => pool.poolAddress;
  const isOpened = (row: PositionRow) => opened === keyOf(row);
  const pool: ItemColumn<PositionRow> = {
    name: t('market.column.pool'),
    line: 1,
    cell: (row) => (
      <RowButton isOpen={isOpened(row)} onClick={() => change({ position: isOpened(row) ? '' : keyOf(row) })}>
        <Pair {...row.pool} />
      </RowButton>
    ),
  };
  return (
    <ItemList
      isDense
      narrowBelow={1100}
      items={rows}
      columns={[pool, ...(rows.some(({ isOpen }) => isOpen) ? heldColumns(symbol) : []), ...columns]}
      keyOf={keyOf}
      label={t('portfolio.positions')}
      detail={(row) => isOpened(row) && <Details row={row} onSheet={onSheet} />}
    />
  );
}

const Pair = ({ jetton0, symbol0, jetton1, symbol1 }: Pool) => (
  <span className={styles.pair}>
    <PebblePair a={{ address: jetton0, symbol: symbol0 }} b={{ address: jetton1, symbol: symbol1 }} size={24} />
    {symbol0} / {symbol1}
  </span>
);

const heldColumns = (symbol: string | undefined): readonly ItemColumn<PositionRow>[] => [
  {
    name: t('portfolio.position.returns'),
    end: true,
    line: 2,
    cell: ({ pool, returns }) => (
      <span>
        <Worth value={returns[0]} symbol={pool.symbol0} /> · <Worth value={returns[1]} symbol={pool.symbol1} />
      </span>
    ),
  },
  {
    name: t('books.column.worth'),
    end: true,
    line: 1,
    cell: ({ worth }) => worth !== undefined && <Worth value={worth} symbol={symbol} />,
  },
  {
    name: t('market.column.share'),
    end: true,
    line: 2,
    cell: ({ share }) => share !== undefined && percent(divide(share, '100', 20)),
  },
];

function Details({ row: { pool, share, isOpen, details }, onSheet }: { readonly row: PositionRow; onSheet: OnSheet }) {
  const { poolAddress, jetton0, symbol0, jetton1, symbol1 } = pool;
  const name = `${symbol0} / ${symbol1}`;
  const open = (which: 'add' | 'withdraw') => () => onSheet(which, { jetton0, jetton1 });
  return (
    <div className={styles.details}>
      {details}
      <div className={styles.acts}>
        <Button primary={isOpen} aria-label={t('portfolio.position.add.to', { pool: name })} onClick={open('add')}>
          {t('portfolio.position.add')}
        </Button>
        {isOpen && (
          <Button aria-label={t('portfolio.position.withdraw.from', { pool: name })} onClick={open('withdraw')}>
            {t('portfolio.position.withdraw')}
          </Button>
        )}
        <Link href={`/pool/${encodeURIComponent(poolAddress)}`}>{t('books.position.pool', { pool: name })}</Link>
        {isOpen && share !== undefined && t('portfolio.position.share', { share: percent(divide(share, '100', 20)) })}
      </div>
    </div>
  );
}
