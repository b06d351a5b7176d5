import { Link } from 'wouter';
import type { QuoteToken } from '../../data/prices.ts';
import type { TokenInfo } from '../../data/token-info.ts';
import { useCall } from '../../data/use.ts';
import { Rate } from '../../exact/Figure.tsx';
import { worthShown } from '../../exact/worth.ts';
import { Change } from '../../parts/Change.tsx';
import { Pebble } from '../../parts/Pebble.tsx';
import { t } from '../../words/words.ts';
import { Sparkline } from '../chart/Sparkline.tsx';
import { useSeen } from '../chart/use-seen.ts';
import { ShownWorth } from '../figures/AmountWorth.tsx';
import { deepestOf } from '../figures/deepest.ts';
import { StatusMark } from '../figures/StatusMark.tsx';
import { Worth } from '../figures/Worth.tsx';
import styles from '../market.module.css';
import { type ItemColumn, ItemList } from './ItemList.tsx';
import type { ListState, MarketToken } from './list-state.ts';
import { CARDS_BELOW } from './use-narrow.ts';

type Listed = {
  readonly tokens: readonly MarketToken[];
  readonly quote: QuoteToken | null;
  /** The balance is null while it loads; undefined if nobody is signed in. */
  readonly balanceOf: ((address: string) => string | null) | undefined;
  readonly state: ListState;
};

type TokenIn = { readonly token: MarketToken; readonly quote: QuoteToken | null };

export const TokenList = ({ tokens, quote, balanceOf, state }: Listed) => (
  <ItemList
    items={tokens}
    columns={columnsOf(quote, balanceOf)}
    keyOf={({ address }) => address}
    narrowBelow={CARDS_BELOW}
    state={state}
  />
);

function columnsOf(quote: QuoteToken | null, balanceOf: Listed['balanceOf']): readonly ItemColumn<MarketToken>[] {
  const worth = (value: string | null) => <Worth value={value} symbol={quote?.symbol} />;
  return [
    { name: t('market.column.token'), sort: 'name', line: 1, cell: (token) => <TokenLink token={token} /> },
    { name: t('market.column.price'), end: true, line: 2, cell: (token) => <TokenPrice token={token} quote={quote} /> },
    {
      name: t('market.column.change'),
      sort: 'change',
      end: true,
      line: 2,
      cell: ({ change24h }) => <Change fraction={change24h} />,
    },
    { name: t('market.column.day'), line: 1, cell: (token) => <TokenSpark token={token} quote={quote} /> },
    { name: t('market.column.volume'), sort: 'volume', end: true, cell: ({ volume24h }) => worth(volume24h) },
    {
      name: t('market.column.tvl'),
      sort: 'tvl',
      end: true,
      cardName: ({ pools }) => t('market.column.poolTvl', { count: pools }),
      cell: ({ tvl }) => worth(tvl),
    },
    {
      name: t('market.column.pools'),
      end: true,
      cardName: () => null,
      cell: ({ pools }) => <span className={styles.worth}>{pools}</span>,
    },
    ...(balanceOf
      ? [
          {
            name: t('market.column.held'),
            end: true,
            cell: (token: MarketToken) => <Balance token={token} quote={quote} balance={balanceOf(token.address)} />,
          },
        ]
      : []),
  ];
}

export function TokenLink({ token }: { readonly token: TokenInfo }) {
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

function TokenPrice({ token: { price }, quote }: TokenIn) {
  if (price === null || quote === null) return <span className={styles.unknown}>{t('worth.none')}</span>;
  return (
    <span className={styles.worth}>
      <Rate value={price} /> <span className={styles.symbol}>{quote.symbol}</span>
    </span>
  );
}

/** A sparkline of the price in the token's deepest pool, in that pool's other token; empty for the quote token. */
function TokenSpark({ token, quote }: TokenIn) {
  const [box, isSeen] = useSeen<HTMLSpanElement>();
  const { data } = useCall(
    'getMarket',
    { list: 'pools', search: token.address, sort: 'tvl', limit: 5 },
    { enabled: isSeen && token.pools > 0 && token.address !== quote?.address },
  );
  // The search by address may also match other tokens' names.
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
      label={t('market.pair', { base: token.symbol, quote: isFirst ? pool.symbol1 : pool.symbol0 })}
    />
  );
}

function Balance({ token, quote, balance }: TokenIn & { readonly balance: string | null }) {
  if (balance === null) return <span className={styles.unknown}>…</span>;
  return (
    <>
      <Worth value={balance} symbol={token.symbol} />
      <ShownWorth worth={worthShown(token.address, balance, { price: token.price, quote })} isRough />
    </>
  );
}
