// The pair's price over the last day, and the price after the swap.
import { useState } from 'react';
import { Link } from 'wouter';
import { useHasPool } from '../../../data/pool-price.ts';
import type { TokenInfo } from '../../../data/token-info.ts';
import { useCall } from '../../../data/use.ts';
import { divide, even } from '../../../exact/figures.ts';
import { Card } from '../../../parts/Card.tsx';
import { Change } from '../../../parts/Change.tsx';
import { useHold } from '../../../parts/hold.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import type { Swapping } from '../panel/use-swap.ts';
import { NoPoolPrice, ThinPrice } from './NoOwnPrice.tsx';
import styles from './price.module.css';
import { type Lines, StepChart } from './StepChart.tsx';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
/** Digits of an inverted price, of which the screen shows fewer. */
const FINE = 48;

type Shown = Pick<Swapping, 'shown'> & {
  /** Null while a token is not known. */
  readonly pair: readonly [base: TokenInfo, quote: TokenInfo] | null;
  readonly lines?: Lines;
};

export function PriceCard({ pair: tokens, shown, lines }: Shown) {
  const pair = { jetton0: tokens?.[0].address ?? '', jetton1: tokens?.[1].address ?? '' };
  const enabled = tokens !== null && pair.jetton0 !== pair.jetton1;
  const [openedMs] = useState(() => Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS);
  const from = new Date(openedMs - DAY_MS).toISOString();
  const hasPool = useHasPool(enabled ? tokens : null);
  const stats = useCall('getPoolStats', pair, { enabled: enabled && hasPool === true });
  const candles = useCall('getCandles', { ...pair, interval: '15m', from }, { enabled: enabled && hasPool === true });
  useHold(enabled && hasPool !== false && stats.isPending);
  if (!enabled) return null;
  const title = t('swap.price.pair', { base: tokens[0].symbol, quote: tokens[1].symbol });
  // A quote tells prices of the token paid.
  const seen = (price: string): string => (shown?.tokenA === pair.jetton0 ? price : divide('1', price, FINE));
  if (hasPool === false || stats.error?.code === 'unknown_pool')
    return <NoPoolPrice title={title} price={shown?.midPrice == null ? null : seen(shown.midPrice)} />;
  if (!stats.data?.price) {
    return (
      <Card title={title}>
        <p className={styles.none}>
          {stats.data ? t('swap.price.emptyPool') : stats.error ? t('swap.price.failed') : ' '}
        </p>
      </Card>
    );
  }
  if (stats.data.thin) return <ThinPrice title={title} stats={stats.data} />;
  const [only] = shown?.route.length === 1 ? shown.route : [];
  const moved = only?.poolAddress === stats.data.poolAddress ? only.priceAfter : undefined;
  const after = moved === undefined ? undefined : seen(moved);
  const price = stats.data.price;
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Link href={`/pool/${stats.data.poolAddress}`}>{t('swap.price.open')}</Link>
        <p className={styles.price}>
          {even(price)} {lines?.note && <small>{lines.note}</small>}
        </p>
        <div className={styles.side}>
          {stats.data.change24h !== null && (
            <p>
              <T id="swap.price.day" values={{ change: <Change fraction={stats.data.change24h} /> }} />
            </p>
          )}
          {after !== undefined && (
            <p className={styles.after}>
              <span className={styles.dots} aria-hidden="true" />
              <T id="swap.price.after" values={{ price: <span>{even(after)}</span> }} />
            </p>
          )}
        </div>
      </div>
      <StepChart
        candles={candles.data?.candles ?? []}
        fromMs={openedMs - DAY_MS}
        price={price}
        after={after}
        title={title}
        lines={lines}
      />
    </Card>
  );
}
