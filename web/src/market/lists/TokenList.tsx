// Tokens with their figures: a table, or cards where the page is narrow.
import { Link } from 'wouter';
import { useCall } from '../../data/use.ts';
import { brief } from '../../exact/figures.ts';
import { Change } from '../../parts/Change.tsx';
import { Pebble } from '../../parts/Pebble.tsx';
import { Table } from '../../parts/Table.tsx';
import { Sparkline } from '../chart/Sparkline.tsx';
import { useSeen } from '../chart/use-seen.ts';
import { deepestOf } from '../figures/deepest.ts';
import { changeIn, priceIn, type Quote, worthIn } from '../figures/quote.ts';
import { StatusMark } from '../figures/StatusMark.tsx';
import { Worth } from '../figures/Worth.tsx';
import styles from '../market.module.css';
import type { ListState, MarketToken } from './list-state.ts';
import { SortHead } from './SortHead.tsx';
import { useNarrow } from './use-narrow.ts';

type Listed = {
  readonly tokens: readonly MarketToken[];
  readonly quote: Quote;
  /** By address; absent where nobody is signed in. */
  /** Null while it is not known; undefined where nobody is signed in. */
  readonly balanceOf: ((address: string) => string | null) | undefined;
  readonly state: ListState;
};

export function TokenList(listed: Listed) {
  return useNarrow() ? <TokenCards {...listed} /> : <TokenTable {...listed} />;
}

function TokenTable({ tokens, quote, balanceOf, state }: Listed) {
  return (
    <Table>
      <thead>
        <tr>
          <SortHead label="Token" by="name" state={state} />
          <th scope="col" data-end>
            Price
          </th>
          <SortHead label="24 h" by="change" state={state} end />
          <th scope="col">Last day</th>
          <SortHead label="Volume, 24 h" by="volume" state={state} end />
          <SortHead label="TVL" by="tvl" state={state} end />
          <th scope="col" data-end>
            Pools
          </th>
          {balanceOf && (
            <th scope="col" data-end>
              You have
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.address} className={styles.linked}>
            <td>
              <TokenLink token={token} />
            </td>
            <td data-end>
              <TokenPrice token={token} quote={quote} />
            </td>
            <td data-end>
              <Change fraction={changeIn(quote, token.change24h)} />
            </td>
            <td>
              <TokenSpark token={token} quote={quote} />
            </td>
            <td data-end>
              <Worth value={worthIn(quote, token.volume24h)} symbol={quote.symbol} />
            </td>
            <td data-end>
              <Worth value={worthIn(quote, token.tvl)} symbol={quote.symbol} />
            </td>
            <td data-end>
              <span className={styles.worth}>{token.pools}</span>
            </td>
            {balanceOf && (
              <td data-end>
                <Held balance={balanceOf(token.address)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function TokenCards({ tokens, quote, balanceOf }: Listed) {
  return (
    <ul className={styles.cards}>
      {tokens.map((token) => (
        <li key={token.address} className={`${styles.card} ${styles.linked}`}>
          <div className={styles.cardHead}>
            <TokenLink token={token} />
            <TokenSpark token={token} quote={quote} />
          </div>
          <div className={styles.cardHead}>
            <TokenPrice token={token} quote={quote} />
            <Change fraction={changeIn(quote, token.change24h)} />
          </div>
          <dl className={styles.cardRows}>
            <div>
              <dt>Volume, 24 h</dt>
              <dd>
                <Worth value={worthIn(quote, token.volume24h)} symbol={quote.symbol} />
              </dd>
            </div>
            <div>
              <dt>{token.pools === 1 ? 'TVL of its pool' : `TVL of its ${token.pools} pools`}</dt>
              <dd>
                <Worth value={worthIn(quote, token.tvl)} symbol={quote.symbol} />
              </dd>
            </div>
            {balanceOf && (
              <div>
                <dt>You have</dt>
                <dd>
                  <Held balance={balanceOf(token.address)} symbol={token.symbol} />
                </dd>
              </div>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function TokenLink({ token }: { readonly token: MarketToken }) {
  return (
    <span className={styles.name}>
      <Pebble address={token.address} symbol={token.symbol} />
      <span>
        <Link href={`/token/${encodeURIComponent(token.address)}`} className={styles.rowLink}>
          {token.symbol}
        </Link>
        <span className={styles.marks}>
          {token.name && <span className={styles.fullName}>{token.name}</span>}
          <StatusMark status={token.status} />
        </span>
      </span>
    </span>
  );
}

function TokenPrice({ token, quote }: { readonly token: MarketToken; readonly quote: Quote }) {
  const price = priceIn(quote, token.price);
  if (price === null) return <span className={styles.unknown}>none</span>;
  return (
    <span className={styles.worth} title={`${price} ${quote.symbol}`}>
      {brief(price)} <span className={styles.symbol}>{quote.symbol}</span>
    </span>
  );
}

/** Over the deepest of its pools, in the token on the other side; that in which prices are told has none. */
function TokenSpark({ token, quote }: { readonly token: MarketToken; readonly quote: Quote }) {
  const [box, isSeen] = useSeen<HTMLSpanElement>();
  const { data } = useCall(
    'getMarket',
    { list: 'pools', search: token.address, sort: 'tvl', limit: 5 },
    { enabled: isSeen && token.pools > 0 && token.address !== quote.address },
  );
  // An address among names would find pools of other tokens too.
  const own = data?.pools?.filter(({ jetton0, jetton1 }) => [jetton0, jetton1].includes(token.address));
  const pool = deepestOf(own ?? []);
  if (!pool) return <span ref={box} className={styles.spark} />;
  const isFirst = pool.jetton0 === token.address;
  const [jetton0, jetton1] = isFirst ? [pool.jetton0, pool.jetton1] : [pool.jetton1, pool.jetton0];
  return (
    <Sparkline
      jetton0={jetton0}
      jetton1={jetton1}
      price={isFirst ? pool.price : null}
      isEmpty={pool.price === null}
      label={`${token.symbol} in ${isFirst ? pool.symbol1 : pool.symbol0}`}
    />
  );
}

const Held = ({ balance, symbol }: { readonly balance: string | null; readonly symbol?: string }) =>
  balance === null ? <span className={styles.unknown}>…</span> : <Worth value={balance} symbol={symbol} />;
