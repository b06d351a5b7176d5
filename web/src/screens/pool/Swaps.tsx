// The pool's swaps, newest first, without the accounts.

import { useRef } from 'react';
import { Link } from 'wouter';
import type { Calls } from '#client';
import { usePages } from '../../data/pages.ts';
import type { PoolStats } from '../../data/pools.ts';
import { Figure, Rate } from '../../exact/Figure.tsx';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { More } from '../../market/lists/More.tsx';
import { useNarrow } from '../../market/lists/use-narrow.ts';
import { Ago } from '../../parts/Ago.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Spoken } from '../../parts/Spoken.tsx';
import { type Column, ColumnTable } from '../../parts/Table.tsx';
import { count } from '../../words/format.ts';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from './pool.module.css';

type Trade = Calls['getTrades']['output']['trades'][number];
type Row = { readonly trade: Trade; readonly isFresh: boolean } & Pick<PoolStats, 'symbol0' | 'symbol1'>;

const PAGE = 10;

export function Swaps({ stats }: { readonly stats: PoolStats }) {
  const { jetton0, jetton1, symbol0, symbol1 } = stats;
  const list = usePages('getTrades', { jetton0, jetton1 }, ({ trades }) => trades, { limit: PAGE });
  const { items: trades, isKnown, error, retry } = list;
  const isFresh = useFresh(trades[0]?.sequence);
  const isNarrow = useNarrow();
  if (error) return <Failed error={error} onRetry={retry} />;
  if (!isKnown) return <Skeleton lines={7} height={43} />;
  if (trades.length === 0) return <Empty title={t('pool.swaps.empty')}>{t('pool.swaps.empty.text')}</Empty>;
  const rows = trades.map((trade) => ({ trade, isFresh: isFresh(trade.sequence), symbol0, symbol1 }));
  return (
    <>
      {isNarrow ? <SwapCards rows={rows} /> : <SwapTable rows={rows} />}
      <More pages={list} of="swap" />
    </>
  );
}

/** True for swaps committed since the list was first shown. */
function useFresh(newest: number | undefined): (sequence: number) => boolean {
  const known = useRef<number | undefined>(undefined);
  known.current ??= newest;
  const before = known.current ?? Number.POSITIVE_INFINITY;
  return (sequence) => sequence > before;
}

const SwapTable = ({ rows }: { readonly rows: readonly Row[] }) => (
  <ColumnTable
    columns={columns()}
    items={rows}
    keyOf={({ trade }) => String(trade.sequence)}
    isFresh={({ isFresh }) => isFresh}
  />
);

const columns = (): readonly Column<Row>[] => [
  { name: t('pool.number'), cell: (row) => <Numbered {...row} /> },
  { name: t('pool.time'), cell: (row) => <When {...row} /> },
  { name: t('pool.paid'), end: true, cell: (row) => <Paid {...row} /> },
  { name: t('pool.received'), end: true, cell: (row) => <Received {...row} /> },
  { name: t('market.column.price'), end: true, cell: (row) => <Price {...row} /> },
];

const SwapCards = ({ rows }: { readonly rows: readonly Row[] }) => (
  <ul className={styles.swapCards}>
    {rows.map((row) => (
      <li key={row.trade.sequence} {...(row.isFresh && { 'data-fresh': '' })}>
        <div>
          <Numbered {...row} />
          <When {...row} />
          <Price {...row} />
        </div>
        <div>
          <Paid {...row} />
          <span aria-hidden="true">→</span>
          <Received {...row} />
        </div>
      </li>
    ))}
  </ul>
);

const When = ({ trade: { createdAt } }: Row) => (
  <span className={styles.soft}>
    <Ago at={createdAt} />
  </span>
);

const Numbered = ({ trade: { sequence } }: Row) => (
  <Link href={`/tx/${sequence}`} className={styles.serif} aria-label={t('pool.transaction', { number: sequence })}>
    {count(sequence)}
  </Link>
);

const Paid = ({ trade: { side, amount0, amount1 }, symbol0, symbol1 }: Row) =>
  side === 'sell' ? <Figure value={amount0} symbol={symbol0} /> : <Figure value={amount1} symbol={symbol1} />;

const Received = ({ trade: { side, amount0, amount1 }, symbol0, symbol1 }: Row) =>
  side === 'sell' ? <Figure value={amount1} symbol={symbol1} /> : <Figure value={amount0} symbol={symbol0} />;

/** The direction of the trade and its price: a sell pushes the price down, a buy up. */
const Price = ({ trade: { side, price }, symbol0 }: Row) => (
  <span className={styles.price}>
    <span aria-hidden="true" className={side === 'sell' ? styles.down : styles.up}>
      {side === 'sell' ? '▼' : '▲'}
    </span>
    <T
      id={`pool.price.${side}`}
      values={{ symbol: symbol0, price: <Rate value={price} /> }}
      components={{ spoken: <Spoken /> }}
    />
  </span>
);
