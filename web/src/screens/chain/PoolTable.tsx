// Pools as read from the contracts: reserves, the price they imply, fees.
import { Link } from 'wouter';
import { brief } from '../../exact/figures.ts';
import { StatusMark } from '../../market/figures/StatusMark.tsx';
import { Worth } from '../../market/figures/Worth.tsx';
import { type ItemColumn, ItemList } from '../../market/lists/ItemList.tsx';
import styles from '../../market/market.module.css';
import { PebblePair } from '../../parts/Pebble.tsx';
import { t } from '../../words/words.ts';
import { rate } from '../pool/PoolHead.tsx';
import type { ChainPool } from './pools.ts';

export const PoolTable = ({ pools }: { readonly pools: readonly ChainPool[] }) => (
  <ItemList items={pools} columns={columns()} keyOf={({ poolAddress }) => poolAddress} state={undefined} />
);

const columns = (): readonly ItemColumn<ChainPool>[] => [
  { name: t('market.column.pool'), line: 1, cell: (pool) => <PoolLink pool={pool} /> },
  { name: t('market.column.price'), end: true, line: 2, cell: (pool) => <Price pool={pool} /> },
  {
    name: t('pool.reserves'),
    end: true,
    cell: ({ reserve0, symbol0, reserve1, symbol1 }) => (
      <>
        <Worth value={reserve0} symbol={symbol0} /> · <Worth value={reserve1} symbol={symbol1} />
      </>
    ),
  },
  {
    name: t('pool.facts.fees'),
    end: true,
    cell: ({ lpFee, protocolFee }) => t('pool.facts.fees.value', { lp: rate(lpFee), protocol: rate(protocolFee) }),
  },
];

const PoolLink = ({ pool: { poolAddress, jetton0, symbol0, jetton1, symbol1, status } }: Shown) => (
  <span className={styles.name}>
    <PebblePair a={{ address: jetton0, symbol: symbol0 }} b={{ address: jetton1, symbol: symbol1 }} />
    <span>
      <Link href={`/pool/${encodeURIComponent(poolAddress)}`} className={styles.rowLink}>
        {symbol0} / {symbol1}
      </Link>
      <span className={styles.marks}>
        <StatusMark status={status} />
      </span>
    </span>
  </span>
);

type Shown = { readonly pool: ChainPool };

const Price = ({ pool: { price, symbol1 } }: Shown) =>
  price === null ? (
    <span className={styles.unknown}>{t('market.pool.empty')}</span>
  ) : (
    <span className={styles.worth} title={`${price} ${symbol1}`}>
      {brief(price)} <span className={styles.symbol}>{symbol1}</span>
    </span>
  );
