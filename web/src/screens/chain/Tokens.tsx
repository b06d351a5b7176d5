// The screen "Tokens" of an exchange on a chain: all tokens, with the reader's balances.
import { Link } from 'wouter';
import { useMe } from '../../data/account.ts';
import { useBalancesOf } from '../../data/balances.ts';
import { usePages } from '../../data/pages.ts';
import type { TokenInfo } from '../../data/tokens.ts';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { StatusMark } from '../../market/figures/StatusMark.tsx';
import { Worth } from '../../market/figures/Worth.tsx';
import { type ItemColumn, ItemList } from '../../market/lists/ItemList.tsx';
import { More } from '../../market/lists/More.tsx';
import styles from '../../market/market.module.css';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { Pebble } from '../../parts/Pebble.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { t } from '../../words/words.ts';

export default function Tokens() {
  const pages = usePages('getTokens', {}, ({ tokens }) => tokens as readonly TokenInfo[]);
  const { items, isKnown, error, retry } = pages;
  const { account } = useMe();
  const balanceOf = useBalancesOf(items.map(({ address }) => address));
  return (
    <>
      <PageTitle title={t('tokens.title')}>{t('chain.tokens.lead')}</PageTitle>
      {error && <Failed error={error} onRetry={retry} />}
      {!isKnown && !error && <Skeleton lines={4} height={64} />}
      {isKnown && items.length === 0 && <Empty title={t('market.tokens.none')}>{t('tokens.empty')}</Empty>}
      {items.length > 0 && (
        <>
          <ItemList
            items={items}
            columns={columnsOf(account === null ? undefined : balanceOf)}
            keyOf={({ address }) => address}
            state={undefined}
          />
          <More pages={pages} of="token" />
        </>
      )}
      <ShowCall calls={[{ name: 'getTokens', method: 'GET', input: {} }]} />
    </>
  );
}

function columnsOf(balanceOf: ((address: string) => string | null) | undefined): readonly ItemColumn<TokenInfo>[] {
  return [
    { name: t('market.column.token'), line: 1, cell: (token) => <TokenLink token={token} /> },
    { name: t('tokens.decimals'), end: true, cell: ({ decimals }) => decimals },
    ...(balanceOf
      ? [
          {
            name: t('market.column.held'),
            end: true,
            cell: ({ address, symbol }: TokenInfo) => {
              const balance = balanceOf(address);
              return balance === null ? '…' : <Worth value={balance} symbol={symbol} />;
            },
          },
        ]
      : []),
  ];
}

const TokenLink = ({ token: { address, symbol, name, status } }: { readonly token: TokenInfo }) => (
  <span className={styles.name}>
    <Pebble address={address} symbol={symbol} />
    <span>
      <Link href={`/token/${encodeURIComponent(address)}`} className={styles.rowLink}>
        {symbol}
      </Link>
      <span className={styles.marks}>
        {name && <span className={styles.fullName}>{name}</span>}
        {status && <StatusMark status={status} />}
      </span>
    </span>
  </span>
);
