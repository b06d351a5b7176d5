// The price of a token over time, in its deepest pool.
import { Link } from 'wouter';
import { useCall } from '../../data/use.ts';
import { PriceChart } from '../../market/chart/PriceChart.tsx';
import { RangeChoice } from '../../market/chart/PriceHead.tsx';
import { usePrice } from '../../market/chart/use-price.ts';
import type { MarketPool, MarketToken } from '../../market/lists/list-state.ts';
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
          In {symbol1}, over its deepest pool{' '}
          <Link href={`/pool/${encodeURIComponent(pool.poolAddress)}`}>
            {pool.symbol0} / {pool.symbol1}
          </Link>
        </p>
        <RangeChoice chosen={price} />
      </div>
      <PriceChart {...{ chosen: price, symbol0: token.symbol, symbol1 }} />
    </>
  );
}
