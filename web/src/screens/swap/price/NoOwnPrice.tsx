// The price of a pair whose own pool tells none, or a thin one: that of the route via other pools.
import { Link } from 'wouter';
import type { PoolStats } from '../../../data/pools.ts';
import { brief } from '../../../exact/figures.ts';
import { Card } from '../../../parts/Card.tsx';
import styles from './price.module.css';
import { even } from './steps.ts';

/** Null where no route is known either. */
type Known = { readonly title: string; readonly price: string | null };

export const NoPoolPrice = ({ title, price }: Known) => (
  <Card title={title}>
    {price !== null && <p className={styles.price}>{even(price)}</p>}
    <p className={styles.none}>
      {price === null
        ? 'There is no direct pool for this pair, so there is no chart of its price.'
        : 'Via other pools, before your swap. There is no direct pool for this pair.'}
    </p>
  </Card>
);

export const ThinPrice = ({ title, stats }: { readonly title: string; readonly stats: PoolStats }) => (
  <Card className={styles.card}>
    <div className={styles.head}>
      <h2>{title}</h2>
      <Link href={`/pool/${stats.poolAddress}`}>Open the thin pool</Link>
      <p className={styles.price}>{stats.marketPrice === null ? 'no price' : even(stats.marketPrice)}</p>
      <p className={styles.side}>via other pools</p>
    </div>
    <p className={styles.thin}>
      The direct pool for this pair is thin: it holds {brief(stats.reserve0)} {stats.symbol0} and{' '}
      {brief(stats.reserve1)} {stats.symbol1}, and its price is {brief(stats.price ?? '0')}. Other routes between these
      tokens hold over ten times as much, so theirs is the market price.
    </p>
  </Card>
);
