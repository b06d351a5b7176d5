// The price of a pair whose own pool tells none, or a thin one: that of the way over other pools.
import { Link } from 'wouter';
import { brief } from '../../exact/figures.ts';
import { Card } from '../../parts/Card.tsx';
import type { PoolStats } from '../pool/PoolView.tsx';
import styles from './price.module.css';
import { even } from './steps.ts';

/** Null where no way is known either. */
type Known = { readonly title: string; readonly price: string | null };

export const NoPoolPrice = ({ title, price }: Known) => (
  <Card title={title}>
    {price !== null && <p className={styles.price}>{even(price)}</p>}
    <p className={styles.none}>
      {price === null
        ? 'There is no pool of these two tokens alone, so there is no price of its own to draw.'
        : 'Over the pools of the route, before your swap. There is no pool of these two tokens alone.'}
    </p>
  </Card>
);

export const ThinPrice = ({ title, stats }: { readonly title: string; readonly stats: PoolStats }) => (
  <Card className={styles.card}>
    <div className={styles.head}>
      <h2>{title}</h2>
      <Link href={`/pool/${stats.poolAddress}`}>Open the thin pool</Link>
      <p className={styles.price}>{stats.marketPrice === null ? 'no price' : even(stats.marketPrice)}</p>
      <p className={styles.side}>over other pools</p>
    </div>
    <p className={styles.thin}>
      The pool of these two tokens alone is thin: it holds {brief(stats.reserve0)} {stats.symbol0} and{' '}
      {brief(stats.reserve1)} {stats.symbol1}, and shows {brief(stats.price ?? '0')}. Others lead from one to the other
      and hold more than ten times as much, so that theirs is the price.
    </p>
  </Card>
);
