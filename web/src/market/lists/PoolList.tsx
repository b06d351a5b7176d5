import { Link } from 'wouter';
import type { QuoteToken } from '../../data/prices.ts';
import { isZero } from '../../exact/amount.ts';
import { Rate } from '../../exact/Figure.tsx';
import { divide, percent } from '../../exact/figures.ts';
import { Change } from '../../parts/Change.tsx';
import { PebblePair } from '../../parts/Pebble.tsx';
import { t } from '../../words/words.ts';
import { Sparkline } from '../chart/Sparkline.tsx';
import { StatusMark } from '../figures/StatusMark.tsx';
import { ThinMark } from '../figures/Thin.tsx';
import { Worth } from '../figures/Worth.tsx';
import styles from '../market.module.css';
import { type ItemColumn, ItemList } from './ItemList.tsx';
import type { ListState, MarketPool } from './list-state.ts';
import { CARDS_BELOW } from './use-narrow.ts';

type Listed = {
  readonly pools: readonly MarketPool[];
  readonly quote: QuoteToken | null;
  /** The amount of a pool's first token by address that the reader's LP tokens would return, by pool; absent if nobody is signed in. */
  readonly returns0?: ReadonlyMap<string, string> | undefined;
  readonly state?: ListState | undefined;
};

export const PoolList = ({ pools, quote, returns0, state }: Listed) => (
  <ItemList
    items={pools}
    columns={columnsOf(quote, returns0)}
    keyOf={({ poolAddress }) => poolAddress}
    narrowBelow={CARDS_BELOW}
    state={state}
  />
);

function columnsOf(quote: QuoteToken | null, returns0: Listed['returns0']): readonly ItemColumn<MarketPool>[] {
  const worth = (value: string | null) => <Worth value={value} symbol={quote?.symbol} />;
  return [
    { name: t('market.column.pool'), sort: 'name', line: 1, cell: (pool) => <PoolLink pool={pool} /> },
    { name: t('market.column.price'), end: true, line: 2, cell: (pool) => <PoolPrice pool={pool} /> },
    {
      name: t('market.column.change'),
      sort: 'change',
      end: true,
      line: 2,
      cell: (pool) => <Change fraction={pool.change24h} />,
    },
    { name: t('market.column.day'), line: 1, cell: (pool) => <Spark pool={pool} /> },
    { name: t('market.column.volume'), sort: 'volume', end: true, cell: (pool) => worth(pool.volume24h.quote) },
    { name: t('market.column.fees'), sort: 'fees', end: true, cell: (pool) => worth(pool.fees24h.quote) },
    { name: t('market.column.tvl'), sort: 'tvl', end: true, cell: (pool) => <Holds pool={pool} quote={quote} /> },
    { name: t('market.column.apr'), sort: 'apr', end: true, cell: (pool) => <Pace pool={pool} /> },
    ...(returns0
      ? [{ name: t('market.column.share'), end: true, cell: (pool: MarketPool) => shareOf(pool, returns0) }]
      : []),
  ];
}

type Named = Pick<MarketPool, 'poolAddress' | 'jetton0' | 'jetton1' | 'symbol0' | 'symbol1' | 'status'> &
  Partial<Pick<MarketPool, 'thin' | 'curve'>>;

export function PoolLink({ pool }: { readonly pool: Named }) {
  return (
    <span className={styles.name}>
      <PebblePair
        a={{ address: pool.jetton0, symbol: pool.symbol0 }}
        b={{ address: pool.jetton1, symbol: pool.symbol1 }}
      />
      <span>
        <Link href={`/pool/${encodeURIComponent(pool.poolAddress)}`} className={styles.rowLink}>
          {pool.symbol0} / {pool.symbol1}
        </Link>
        <span className={styles.marks}>
          {pool.curve === 'stable' && <span className={styles.curve}>{t('market.pool.stable')}</span>}
          <ThinMark thin={pool.thin ?? false} />
          <StatusMark status={pool.status} />
        </span>
      </span>
    </span>
  );
}

type Priced = { readonly price: string | null; readonly symbol1: string };

export function PoolPrice({ pool: { price, symbol1 } }: { readonly pool: Priced }) {
  if (price === null) return <span className={styles.unknown}>{t('market.pool.empty')}</span>;
  return (
    <span className={styles.worth}>
      <Rate value={price} /> <span className={styles.symbol}>{symbol1}</span>
    </span>
  );
}

const Spark = ({ pool }: { readonly pool: MarketPool }) => (
  <Sparkline {...pool} label={t('market.pair', { base: pool.symbol0, quote: pool.symbol1 })} />
);

const Holds = ({ pool, quote }: { readonly pool: MarketPool; readonly quote: QuoteToken | null }) => (
  <>
    <Worth value={pool.tvl} symbol={quote?.symbol} />
    <span className={styles.under}>
      <Worth value={pool.reserve0} symbol={pool.symbol0} /> · <Worth value={pool.reserve1} symbol={pool.symbol1} />
    </span>
  </>
);

const Pace = ({ pool: { apr } }: { readonly pool: MarketPool }) =>
  apr === null ? (
    <span className={styles.unknown}>{t('market.unknown')}</span>
  ) : (
    <span className={styles.worth}>{percent(apr)}</span>
  );

function shareOf(pool: MarketPool, returns0: ReadonlyMap<string, string>) {
  const mine = returns0.get(pool.poolAddress);
  if (mine === undefined) return <span className={styles.unknown}>…</span>;
  // Pools are listed in the direction of their pair, positions in the order of the addresses.
  const reserve = pool.jetton0 < pool.jetton1 ? pool.reserve0 : pool.reserve1;
  if (isZero(mine) || isZero(reserve)) return <span className={styles.unknown}>{t('market.none')}</span>;
  return <span className={styles.worth}>{percent(divide(mine, reserve))}</span>;
}
