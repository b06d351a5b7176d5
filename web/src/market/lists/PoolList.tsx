// Pools with their figures: a table, or cards where the page is narrow.
import { Link } from 'wouter';
import { brief, divide, percent } from '../../exact/figures.ts';
import { Change } from '../../parts/Change.tsx';
import { PebblePair } from '../../parts/Pebble.tsx';
import { Table } from '../../parts/Table.tsx';
import { Sparkline } from '../chart/Sparkline.tsx';
import { isZero, type Quote, worthIn } from '../figures/quote.ts';
import { StatusMark } from '../figures/StatusMark.tsx';
import { ThinMark } from '../figures/Thin.tsx';
import { Worth } from '../figures/Worth.tsx';
import styles from '../market.module.css';
import type { ListState, MarketPool } from './list-state.ts';
import { SortHead } from './SortHead.tsx';
import { useNarrow } from './use-narrow.ts';

type Listed = {
  readonly pools: readonly MarketPool[];
  readonly quote: Quote | null;
  /** What the reader would get back from a pool of its first token, by the address of the pool; absent where nobody is signed in. */
  readonly returns0?: ReadonlyMap<string, string> | undefined;
  readonly state?: ListState | undefined;
};

export function PoolList(listed: Listed) {
  return useNarrow() ? <PoolCards {...listed} /> : <PoolTable {...listed} />;
}

function PoolTable({ pools, quote, returns0, state }: Listed) {
  return (
    <Table>
      <thead>
        <tr>
          <SortHead label="Pool" by="name" state={state} />
          <th scope="col" data-end>
            Price
          </th>
          <SortHead label="24 h" by="change" state={state} end />
          <th scope="col">Last day</th>
          <SortHead label="Volume, 24 h" by="volume" state={state} end />
          <SortHead label="Fees, 24 h" by="fees" state={state} end />
          <SortHead label="TVL" by="tvl" state={state} end />
          <SortHead label="APR (24 h)" by="apr" state={state} end />
          {returns0 && (
            <th scope="col" data-end>
              Your share
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {pools.map((pool) => (
          <tr key={pool.poolAddress} className={styles.linked}>
            <td>
              <PoolLink pool={pool} />
            </td>
            <td data-end>
              <PoolPrice pool={pool} />
            </td>
            <td data-end>
              <Change fraction={pool.change24h} />
            </td>
            <td>
              <Spark pool={pool} />
            </td>
            <td data-end>
              <Worth value={inQuote(quote, pool.volume24h.quote)} symbol={quote?.symbol} />
            </td>
            <td data-end>
              <Worth value={inQuote(quote, pool.fees24h.quote)} symbol={quote?.symbol} />
            </td>
            <td data-end>
              <Holds pool={pool} quote={quote} />
            </td>
            <td data-end>
              <Pace pool={pool} />
            </td>
            {returns0 && <td data-end>{shareOf(pool, returns0)}</td>}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function PoolCards({ pools, quote, returns0 }: Listed) {
  return (
    <ul className={styles.cards}>
      {pools.map((pool) => (
        <li key={pool.poolAddress} className={`${styles.card} ${styles.linked}`}>
          <div className={styles.cardHead}>
            <PoolLink pool={pool} />
            <Spark pool={pool} />
          </div>
          <div className={styles.cardHead}>
            <PoolPrice pool={pool} />
            <Change fraction={pool.change24h} />
          </div>
          <dl className={styles.cardRows}>
            <div>
              <dt>Volume, 24 h</dt>
              <dd>
                <Worth value={inQuote(quote, pool.volume24h.quote)} symbol={quote?.symbol} />
              </dd>
            </div>
            <div>
              <dt>Fees, 24 h</dt>
              <dd>
                <Worth value={inQuote(quote, pool.fees24h.quote)} symbol={quote?.symbol} />
              </dd>
            </div>
            <div>
              <dt>TVL</dt>
              <dd>
                <Holds pool={pool} quote={quote} />
              </dd>
            </div>
            <div>
              <dt>APR (24 h)</dt>
              <dd>
                <Pace pool={pool} />
              </dd>
            </div>
            {returns0 && (
              <div>
                <dt>Your share</dt>
                <dd>{shareOf(pool, returns0)}</dd>
              </div>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

const inQuote = (quote: Quote | null, worth: string | null): string | null => (quote ? worthIn(quote, worth) : worth);

function PoolLink({ pool }: { readonly pool: MarketPool }) {
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
          {pool.curve === 'stable' && <span className={styles.curve}>stable</span>}
          <ThinMark thin={pool.thin} />
          <StatusMark status={pool.status} />
        </span>
      </span>
    </span>
  );
}

function PoolPrice({ pool: { price, symbol1 } }: { readonly pool: MarketPool }) {
  if (price === null) return <span className={styles.unknown}>empty</span>;
  return (
    <span className={styles.worth} title={`${price} ${symbol1}`}>
      {brief(price)} <span className={styles.symbol}>{symbol1}</span>
    </span>
  );
}

const Spark = ({ pool }: { readonly pool: MarketPool }) => (
  <Sparkline {...pool} label={`${pool.symbol0} in ${pool.symbol1}`} />
);

const Holds = ({ pool, quote }: { readonly pool: MarketPool; readonly quote: Quote | null }) => (
  <>
    <Worth value={inQuote(quote, pool.tvl)} symbol={quote?.symbol} />
    <span className={styles.under}>
      <Worth value={pool.reserve0} symbol={pool.symbol0} /> · <Worth value={pool.reserve1} symbol={pool.symbol1} />
    </span>
  </>
);

const Pace = ({ pool: { apr } }: { readonly pool: MarketPool }) =>
  apr === null ? <span className={styles.unknown}>unknown</span> : <span className={styles.worth}>{percent(apr)}</span>;

function shareOf(pool: MarketPool, returns0: ReadonlyMap<string, string>) {
  const mine = returns0.get(pool.poolAddress);
  if (mine === undefined) return <span className={styles.unknown}>…</span>;
  if (isZero(mine) || isZero(pool.reserve0)) return <span className={styles.unknown}>none</span>;
  return <span className={styles.worth}>{percent(divide(mine, pool.reserve0))}</span>;
}
