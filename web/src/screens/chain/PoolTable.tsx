// Pools as read from the contracts: reserves, the price they imply, fees.
import { Worth } from '../../market/figures/Worth.tsx';
import { type ItemColumn, ItemList } from '../../market/lists/ItemList.tsx';
import { PoolLink, PoolPrice } from '../../market/lists/PoolList.tsx';
import { t } from '../../words/words.ts';
import { rate } from '../pool/PoolHead.tsx';
import type { ChainPool } from './pools.ts';

export const PoolTable = ({ pools }: { readonly pools: readonly ChainPool[] }) => (
  <ItemList items={pools} columns={columns()} keyOf={({ poolAddress }) => poolAddress} />
);

const columns = (): readonly ItemColumn<ChainPool>[] => [
  { name: t('market.column.pool'), line: 1, cell: (pool) => <PoolLink pool={pool} /> },
  { name: t('market.column.price'), end: true, line: 2, cell: (pool) => <PoolPrice pool={pool} /> },
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
