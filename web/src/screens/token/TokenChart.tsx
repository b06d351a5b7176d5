// The price of a token over time, in its deepest pool.

import { Link } from 'wouter';
import { useCall } from '../../data/use.ts';
import { PriceChart } from '../../market/chart/PriceChart.tsx';
import { RangeChoice } from '../../market/chart/PriceHead.tsx';
import { usePrice } from '../../market/chart/use-price.ts';
import type { MarketPool, MarketToken } from '../../market/lists/list-state.ts';
import { T } from '../../words/T.tsx';
import styles from './token.module.css';

export function TokenChart({ token, pool }: { readonly token: MarketToken; readonly pool: MarketPool }) {
  const isFirst = pool.jetton0 === token.address;
  const [jetton0, jetton1] = isFirst ? [pool.jetton0, pool.jetton1] : [pool.jetton1, pool.jetton0];
  const symbol1 = isFirst ? pool.symbol1 : pool.symbol0;
  const { data } = useCall('getPrice', { jetton0, jetton1 }, { keepsPrevious: true });
  const price = usePrice({ jetton0, jetton1, price: data?.price ?? null, createdAt: pool.createdAt });
  return (
    <>
      <div className={styles.over}>
        <p>
          <T
            id="tokens.chart"
            values={{ symbol: symbol1, pool: `${pool.symbol0} / ${pool.symbol1}` }}
            components={{ link: <Link href={`/pool/${encodeURIComponent(pool.poolAddress)}`} /> }}
          />
        </p>
        <RangeChoice chosen={price} />
      </div>
      <PriceChart {...{ chosen: price, symbol0: token.symbol, symbol1 }} />
    </>
  );
}
