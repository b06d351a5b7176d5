// The chart of the pair beside the form: its price over the chosen range, the price after the swap, and the lines of orders.
import { Link } from 'wouter';
import { useMe } from '../../../data/account.ts';
import { useOpenOrders } from '../../../data/orders.ts';
import { useOwnFills } from '../../../data/own-fills.ts';
import { useHasPool } from '../../../data/pool-price.ts';
import type { PoolStats } from '../../../data/pools.ts';
import type { TokenInfo } from '../../../data/token-info.ts';
import { useCall } from '../../../data/use.ts';
import { brief, divide, even } from '../../../exact/figures.ts';
import type { Lines } from '../../../market/chart/lines.ts';
import { marksOf } from '../../../market/chart/marks.ts';
import { PriceChart } from '../../../market/chart/PriceChart.tsx';
import { RangeChoice, TurnButton } from '../../../market/chart/PriceHead.tsx';
import { type ChosenPrice, usePrice } from '../../../market/chart/use-price.ts';
import { Card } from '../../../parts/Card.tsx';
import { Change } from '../../../parts/Change.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { levelOf } from '../orders/words.ts';
import type { Swapping } from '../panel/use-swap.ts';
import { NoPoolPrice, ThinPrice } from './NoOwnPrice.tsx';
import styles from './price.module.css';

/** Digits of an inverted price, of which the screen shows fewer. */
const FINE = 48;

type Shown = Pick<Swapping, 'shown'> & {
  /** In the direction in which prices are shown; null while a token is not known. */
  readonly pair: readonly [base: TokenInfo, quote: TokenInfo] | null;
  readonly lines?: Lines | undefined;
  /** Turns the direction round. */
  onTurn(): void;
};

export function PriceCard({ pair, shown, lines, onTurn }: Shown) {
  const [jetton0, jetton1] = pair?.map(({ address }) => address) ?? ['', ''];
  const enabled = pair !== null && jetton0 !== jetton1;
  const hasPool = useHasPool(enabled ? pair : null);
  const stats = useCall('getPoolStats', { jetton0, jetton1 } as Sides, { enabled: enabled && hasPool === true });
  if (!enabled) return null;
  const title = t('swap.price.pair', { base: pair[0].symbol, quote: pair[1].symbol });
  // A quote tells prices of the token paid.
  const seen = (price: string): string => (shown?.tokenA === jetton0 ? price : divide('1', price, FINE));
  if (hasPool === false || stats.error?.code === 'unknown_pool')
    return <NoPoolPrice title={title} price={shown?.midPrice == null ? null : seen(shown.midPrice)} />;
  if (!stats.data?.price) {
    const text = stats.data ? t('swap.price.emptyPool') : stats.error ? t('swap.price.failed') : ' ';
    return (
      <Card title={title} className={stats.data || stats.error ? '' : styles.waiting}>
        <p className={styles.none}>{text}</p>
      </Card>
    );
  }
  if (stats.data.thin) return <ThinPrice title={title} stats={stats.data} />;
  const [only] = shown?.route.length === 1 ? shown.route : [];
  const moved = only?.poolAddress === stats.data.poolAddress ? only.priceAfter : undefined;
  const after = moved === undefined ? undefined : seen(moved);
  return <PoolPrice {...{ title, stats: stats.data, price: stats.data.price, after, lines, onTurn }} />;
}

type Sides = { readonly jetton0: string; readonly jetton1: string };

function PoolPrice({
  title,
  stats,
  price,
  after,
  lines,
  onTurn,
}: Pick<Shown, 'lines' | 'onTurn'> & {
  readonly title: string;
  readonly stats: PoolStats;
  readonly price: string;
  readonly after: string | undefined;
}) {
  const { symbol0, symbol1 } = stats;
  const chosen = usePrice(stats);
  const own = useOwn(stats, chosen);
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <div className={styles.pair}>
          <h2>{title}</h2>
          <TurnButton {...{ symbol0, symbol1, onTurn }} />
        </div>
        <Link href={`/pool/${stats.poolAddress}`}>{t('swap.price.open')}</Link>
        <p className={styles.price}>
          {even(price)} {lines?.note && <small>{lines.note}</small>}
        </p>
        <Facts {...{ stats, after }} />
      </div>
      <div className={styles.chart}>
        <RangeChoice chosen={chosen} />
        <PriceChart {...{ chosen, symbol0, symbol1, lines, after }} {...own} />
      </div>
    </Card>
  );
}

const Facts = ({ stats: { change24h }, after }: { readonly stats: PoolStats; readonly after: string | undefined }) => (
  <div className={styles.side}>
    {change24h !== null && (
      <p>
        <T id="swap.price.day" values={{ change: <Change fraction={change24h} /> }} />
      </p>
    )}
    {after !== undefined && (
      <p className={styles.after}>
        <span className={styles.dots} aria-hidden="true" />
        <T id="swap.price.after" values={{ price: <span>{even(after)}</span> }} />
      </p>
    )}
  </div>
);

/** The account's open orders and fills of the pair; nothing while nobody is signed in. */
function useOwn({ jetton0, jetton1, symbol0 }: PoolStats, { window, pastMs }: ChosenPrice) {
  const isSignedIn = useMe().account !== null;
  const fills = useOwnFills({ jetton0, jetton1 }, pastMs, isSignedIn);
  const { items: orders } = useOpenOrders({ jetton0, jetton1 }, isSignedIn);
  const marks = window === null ? [] : marksOf(fills, [jetton0, jetton1], window);
  const count = (isBuy: boolean) => marks.reduce((sum, mark) => sum + (mark.isBuy === isBuy ? mark.fills : 0), 0);
  return {
    levels: orders.flatMap((order) => levelOf(order, [jetton0, jetton1])),
    marks: marks.map((mark) => ({
      ...mark,
      text: t(mark.isBuy ? 'trading.bought' : 'trading.sold', {
        amount: `${brief(mark.amount)} ${symbol0}`,
        price: brief(mark.price),
      }),
    })),
    withFills: (summary: string) =>
      marks.length === 0 ? summary : t('trading.fills', { summary, bought: count(true), sold: count(false) }),
  };
}
