// The exact amounts, fees included, that would move the price by certain percentages.

import type { PoolStats } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Card } from '../../parts/Card.tsx';
import { type Column, ColumnTable } from '../../parts/Table.tsx';
import { t } from '../../words/words.ts';
import { rate } from './PoolHead.tsx';
import styles from './pool.module.css';

export function Moves({ stats }: { readonly stats: PoolStats }) {
  return (
    <Card title={t('pool.depth')}>
      <div className={styles.moves}>
        <ColumnTable columns={columnsOf(stats)} items={stats.moves} keyOf={({ part }) => part} />
      </div>
      <p className={styles.small}>{t('pool.depth.text')}</p>
    </Card>
  );
}

const columnsOf = ({ symbol0, symbol1 }: PoolStats): readonly Column<PoolStats['moves'][number]>[] => [
  { name: t('pool.depth.move'), cell: ({ part }) => rate(part) },
  { name: t('pool.depth.sell', { base: symbol0 }), end: true, cell: ({ down }) => <Paid by={down} /> },
  { name: t('pool.depth.buy', { base: symbol0, quote: symbol1 }), end: true, cell: ({ up }) => <Paid by={up} /> },
];

const Paid = ({ by }: { readonly by: { readonly pay: string } | null }) =>
  by ? <Figure value={by.pay} /> : t('pool.depth.never');
