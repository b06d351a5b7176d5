// The screen "Pool" of an exchange on a chain: reserves, the user's position, and the addresses of its contracts.
import { useParams } from 'wouter';
import { useUrlState } from '../../data/url-state.ts';
import { useCall } from '../../data/use.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Card } from '../../parts/Card.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { t } from '../../words/words.ts';
import { NoSuch } from '../not-found/NoSuch.tsx';
import { AddressRow, CollectedRow, FeesRow, TokensRow, WalletRows } from '../pool/FactRows.tsx';
import { Loading } from '../pool/Loading.tsx';
import type { Sheet } from '../pool/OwnPosition.tsx';
import { PoolHead } from '../pool/PoolHead.tsx';
import styles from '../pool/pool.module.css';
import { Reserves } from '../pool/Reserves.tsx';
import { LiquiditySheets } from '../portfolio/liquidity/LiquiditySheets.tsx';
import { OwnLiquidity } from './OwnLiquidity.tsx';
import { type ChainPool, useNamed } from './pools.ts';

const CLOSED: { sheet: Sheet } = { sheet: '' };

export default function Pool() {
  const { address = '' } = useParams();
  const { data, error, refetch } = useCall('getPools', { pool: address });
  const named = useNamed();
  if (data === undefined) return error ? <Failed error={error} onRetry={refetch} /> : <Loading />;
  const [found] = data.pools;
  return found ? <PoolView pool={named(found)} /> : <NoSuch of="pool" address={address} />;
}

function PoolView({ pool }: { readonly pool: ChainPool }) {
  const [{ sheet }, change] = useUrlState(CLOSED);
  const open = (next: Sheet) => change({ sheet: next }, { push: next !== '' });
  return (
    <>
      <PoolHead stats={{ ...pool, thin: false, price: null, marketPrice: null }} onAdd={() => open('add')} />
      <div className={styles.columns}>
        <div className={styles.wide}>
          <Facts pool={pool} />
        </div>
        <div className={styles.side}>
          <OwnLiquidity pool={pool} onOpen={open} />
          <Reserves stats={{ ...pool, thin: false, levels: null, tvl: null, quoteToken: null }} />
        </div>
      </div>
      <ShowCall calls={[{ name: 'getPools', method: 'GET', input: { pool: pool.poolAddress } }]} />
      <LiquiditySheets sheet={sheet} jetton0={pool.jetton0} jetton1={pool.jetton1} onClose={() => open('')} />
    </>
  );
}

function Facts({ pool }: { readonly pool: ChainPool }) {
  const { symbol0, symbol1, price } = pool;
  return (
    <Card title={t('pool.tab.facts')}>
      <Rows>
        <Row name={t('market.column.price')} note={t('market.price.per', { base: symbol0, quote: symbol1 })}>
          {price === null ? t('market.price.none') : <Figure value={price} symbol={symbol1} />}
        </Row>
        <FeesRow {...pool} />
        <TokensRow {...pool} />
        <AddressRow address={pool.poolAddress} />
        <WalletRows {...pool} />
        <CollectedRow {...pool} />
      </Rows>
    </Card>
  );
}
