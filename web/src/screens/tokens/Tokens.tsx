// The screen "Tokens": all of them, sorted and searched by the server.
import { useMe } from '../../data/account.ts';
import { useBalancesOf } from '../../data/balances.ts';
import { type Sort, useListState, useMarketPages } from '../../market/lists/list-state.ts';
import { MarketList } from '../../market/lists/MarketList.tsx';
import { TokenList } from '../../market/lists/TokenList.tsx';

const SORTS: readonly (readonly [Sort, string])[] = [
  ['tvl', 'TVL'],
  ['volume', 'Volume, 24 h'],
  ['change', 'Change, 24 h'],
  ['age', 'Age'],
  ['name', 'Name'],
];

export default function Tokens() {
  const state = useListState(SORTS.map(([sort]) => sort));
  const pages = useMarketPages('tokens', state);
  const { account } = useMe();
  const balanceOf = useBalancesOf(pages.items.map(({ address }) => address));
  return (
    <MarketList
      title="Tokens"
      lead="What each is worth, and what is swapped of it"
      one="token"
      empty="The operator registers the first."
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
