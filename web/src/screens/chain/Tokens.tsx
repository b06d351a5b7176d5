// The screen "Tokens" of an exchange on a chain: all tokens, with the user's balances.
import { useMe } from '../../data/account.ts';
import { useBalancesOf } from '../../data/balances.ts';
import { usePages } from '../../data/pages.ts';
import type { TokenInfo } from '../../data/tokens.ts';
import { Worth } from '../../market/figures/Worth.tsx';
import { type ItemColumn, ItemList } from '../../market/lists/ItemList.tsx';
import { TokenLink } from '../../market/lists/TokenList.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { t } from '../../words/words.ts';
import { ChainList } from './ChainList.tsx';

export default function Tokens() {
  const pages = usePages('getTokens', {}, ({ tokens }) => tokens as readonly TokenInfo[]);
  const { account } = useMe();
  const balanceOf = useBalancesOf(pages.items.map(({ address }) => address));
  return (
    <>
      <PageTitle title={t('tokens.title')}>{t('chain.tokens.lead')}</PageTitle>
      <ChainList of="token" pages={pages}>
        <ItemList
          items={pages.items}
          columns={columnsOf(account === null ? undefined : balanceOf)}
          keyOf={({ address }) => address}
        />
      </ChainList>
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
