// The screen "Tokens": all tokens, sorted and searched by the server.

import { useMe } from '../../data/account.ts';
import { useBalancesOf } from '../../data/balances.ts';
import { type Sort, useListState, useMarketPages } from '../../market/lists/list-state.ts';
import { MarketList } from '../../market/lists/MarketList.tsx';
import { TokenList } from '../../market/lists/TokenList.tsx';
import { type Id, t } from '../../words/words.ts';

const SORTS: readonly (readonly [Sort, Id])[] = [
  ['tvl', 'market.column.tvl'],
  ['volume', 'market.column.volume'],
  ['change', 'pools.sort.change'],
  ['age', 'pools.sort.age'],
  ['name', 'pools.sort.name'],
];

export default function Tokens() {
  const state = useListState(SORTS.map(([sort]) => sort));
  const pages = useMarketPages('tokens', state);
  const { account } = useMe();
  const balanceOf = useBalancesOf(pages.items.map(({ address }) => address));
  return (
    <MarketList
      title={t('tokens.title')}
      lead={t('tokens.lead')}
      of="token"
      empty={t('tokens.empty')}
      sorts={SORTS}
      {...{ state, pages }}
    >
      <TokenList
        tokens={pages.items}
        quote={pages.last?.quoteToken ?? null}
        balanceOf={account === null ? undefined : balanceOf}
        state={state}
      />
    </MarketList>
  );
}
