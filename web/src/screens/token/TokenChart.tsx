// The price over time in a token's deepest pool, in the direction of the pair.

import { Link } from 'wouter';
import { PriceChart } from '../../market/chart/PriceChart.tsx';
import { RangeChoice } from '../../market/chart/PriceHead.tsx';
import { usePrice } from '../../market/chart/use-price.ts';
import type { MarketPool } from '../../market/lists/list-state.ts';
import { T } from '../../words/T.tsx';
import styles from './token.module.css';

export function TokenChart({ pool }: { readonly pool: MarketPool }) {
  const { symbol0, symbol1 } = pool;
  const price = usePrice(pool);
  return (
    <>
      <div className={styles.over}>
        <p>
          <T
            id="tokens.chart"
            values={{ symbol: symbol1, pool: `${symbol0} / ${symbol1}` }}
            components={{ link: <Link href={`/pool/${encodeURIComponent(pool.poolAddress)}`} /> }}
          />
        </p>
        <RangeChoice chosen={price} />
      </div>
      <PriceChart {...{ chosen: price, symbol0, symbol1 }} />
    </>
  );
}
