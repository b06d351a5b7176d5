// A pool's last 24 hours in four figures.

import type { PoolStats } from '../../data/pools.ts';
import { Figure } from '../../exact/Figure.tsx';
import { percent } from '../../exact/figures.ts';
import { t } from '../../words/words.ts';
import styles from './pool.module.css';

export function DayFigures({ stats }: { readonly stats: PoolStats }) {
  const { volume24h, fees24h, swaps24h, apr, quoteToken, symbol1 } = stats;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('market.column.volume')}</dt>
        <dd>
          <DayFigure value={volume24h} symbol={quoteToken?.symbol} other={symbol1} />
        </dd>
      </div>
      <div>
        <dt>{t('pools.sort.swaps')}</dt>
        <dd>
          <Figure value={String(swaps24h)} />
        </dd>
      </div>
      <div>
        <dt>{t('pool.lpFees')}</dt>
        <dd>
          <DayFigure value={fees24h} symbol={quoteToken?.symbol} other={symbol1} />
        </dd>
      </div>
      <div>
        <dt>{t('market.column.apr')}</dt>
        <dd>{apr === null ? t('market.unknown') : <span className={styles.serif}>{percent(apr)}</span>}</dd>
      </div>
    </dl>
  );
}

/** In the quote token, or in the pool's second token if one of its tokens has no price in the quote token. */
function DayFigure({
  value,
  symbol,
  other,
}: {
  readonly value: PoolStats['volume24h'];
  readonly symbol: string | undefined;
  readonly other: string;
}) {
  return value.quote === null || symbol === undefined ? (
    <Figure value={value.amount1} symbol={other} />
  ) : (
    <Figure value={value.quote} symbol={symbol} />
  );
}
