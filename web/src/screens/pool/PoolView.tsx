// The whole screen of a loaded pool.
import type { PoolStats } from '../../data/pools.ts';
import { useUrlState } from '../../data/url-state.ts';
import { PriceChart } from '../../market/chart/PriceChart.tsx';
import { PriceHead } from '../../market/chart/PriceHead.tsx';
import { usePrice } from '../../market/chart/use-price.ts';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { LiquiditySheets } from '../portfolio/liquidity/LiquiditySheets.tsx';
import { DayFigures } from './DayFigures.tsx';
import { Ledger } from './Ledger.tsx';
import { Moves } from './Moves.tsx';
import type { Sheet } from './OwnPosition.tsx';
import { PoolHead } from './PoolHead.tsx';
import { Position } from './Position.tsx';
import { Proof } from './Proof.tsx';
import styles from './pool.module.css';
import { Reserves } from './Reserves.tsx';

const DEFAULTS: { sheet: Sheet } = { sheet: '' };

export function PoolView({ stats, onTurn }: { readonly stats: PoolStats; onTurn(): void }) {
  const { jetton0, jetton1, symbol0, symbol1 } = stats;
  const price = usePrice(stats);
  const [{ sheet }, change] = useUrlState(DEFAULTS);
  const open = (next: Sheet) => change({ sheet: next }, { push: next !== '' });
  return (
    <>
      <PoolHead stats={stats} onAdd={() => open('add')} />
      <div className={styles.columns}>
        <div className={styles.wide}>
          <PriceHead {...{ price: stats.price, change: stats.change24h, symbol0, symbol1, chosen: price, onTurn }} />
          <PriceChart chosen={price} symbol0={symbol0} symbol1={symbol1} />
          <DayFigures stats={stats} />
        </div>
        <div className={styles.side}>
          <Position stats={stats} onOpen={open} />
          <Reserves stats={stats} />
          <Moves stats={stats} />
          <Proof />
        </div>
        <Ledger stats={stats} />
      </div>
      <ShowCall
        calls={[
          { name: 'getPoolStats', method: 'GET', input: { jetton0, jetton1 } },
          { name: 'getCandles', method: 'GET', input: price.input },
          { name: 'getTrades', method: 'GET', input: { jetton0, jetton1 } },
        ]}
      />
      <LiquiditySheets sheet={sheet} jetton0={jetton0} jetton1={jetton1} onClose={() => open('')} />
    </>
  );
}
