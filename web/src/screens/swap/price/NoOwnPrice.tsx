// The price of a pair that has no pool of its own, or one with little liquidity: that of the route over other pools.
import { Link } from 'wouter';
import type { PoolStats } from '../../../data/pools.ts';
import { brief, even } from '../../../exact/figures.ts';
import { Card } from '../../../parts/Card.tsx';
import { t } from '../../../words/words.ts';
import styles from './price.module.css';

/** `price` is null if there is no route over other pools either. */
type Known = { readonly title: string; readonly price: string | null };

export const NoPoolPrice = ({ title, price }: Known) => (
  <Card title={title}>
    {price !== null && <p className={styles.price}>{even(price)}</p>}
    <p className={styles.none}>{t(price === null ? 'swap.price.noPool' : 'swap.price.viaOthers')}</p>
  </Card>
);

export const ThinPrice = ({ title, stats }: { readonly title: string; readonly stats: PoolStats }) => (
  <Card className={styles.card}>
    <div className={styles.head}>
      <h2>{title}</h2>
      <Link href={`/pool/${stats.poolAddress}`}>{t('swap.price.openThin')}</Link>
      <p className={styles.price}>{stats.marketPrice === null ? t('swap.price.none') : even(stats.marketPrice)}</p>
      <p className={styles.side}>{t('swap.price.via')}</p>
    </div>
    <p className={styles.thin}>
      {t('swap.price.thin', {
        amount0: `${brief(stats.reserve0)} ${stats.symbol0}`,
        amount1: `${brief(stats.reserve1)} ${stats.symbol1}`,
        price: brief(stats.price ?? '0'),
      })}
    </p>
  </Card>
);
