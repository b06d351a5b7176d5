// The screen "Tokens": all of them, sorted and searched by the server.
import { useMe } from '../../data/account.ts';
import { useBalancesOf } from '../../data/balances.ts';
import { Skeleton } from '../../market/figures/Skeleton.tsx';
import { useQuote } from '../../market/figures/use-quote.ts';
import { ListTools } from '../../market/lists/ListTools.tsx';
import { distinct, type Sort, useListState, useMarketPages } from '../../market/lists/list-state.ts';
import { More } from '../../market/lists/More.tsx';
import { TokenList } from '../../market/lists/TokenList.tsx';
import styles from '../../market/market.module.css';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';

const SORTS: readonly (readonly [Sort, string])[] = [
  ['tvl', 'TVL'],
  ['volume', 'Volume, 24 h'],
  ['change', 'Change, 24 h'],
  ['age', 'Age'],
  ['name', 'Name'],
];

export default function Tokens() {
  const state = useListState(SORTS.map(([sort]) => sort));
  const list = useMarketPages('tokens', state);
  const quote = useQuote(state.quote);
  const tokens = distinct(list.data?.pages.flatMap((page) => page.tokens ?? []) ?? [], ({ address }) => address);
  const { account } = useMe();
  const balanceOf = useBalancesOf(tokens.map(({ address }) => address));
  return (
    <>
      <PageTitle title="Tokens">What each is worth, and what is swapped of it</PageTitle>
      <ListTools label="Search tokens" state={state} quote={quote} sorts={SORTS} />
      {list.error && <Failed error={list.error} onRetry={list.refetch} />}
      {list.isPending && !list.error && <Skeleton lines={8} />}
      {list.data && (
        <div className={list.isPlaceholderData ? styles.stale : ''}>
          {tokens.length === 0 && <NoTokens search={state.search} />}
          {tokens.length > 0 && quote.chosen && (
            <>
              <TokenList
                tokens={tokens}
                quote={quote.chosen}
                balanceOf={account === null ? undefined : balanceOf}
                state={state}
              />
              <More
                shown={tokens.length}
                count={list.data.pages.at(-1)?.count}
                one="token"
                many="tokens"
                hasMore={list.hasNextPage}
                isAsking={list.isFetchingNextPage}
                onMore={list.fetchNextPage}
              />
            </>
          )}
        </div>
      )}
      <ShowCall calls={[{ name: 'getMarket', method: 'GET', input: list.input }]} />
    </>
  );
}

const NoTokens = ({ search }: { readonly search: string }) =>
  search === '' ? (
    <Empty title="No tokens yet.">The operator registers the first.</Empty>
  ) : (
    <Empty title="Nothing by that name.">
      No token has “{search}” in its symbol or name, and none has it as its address.
    </Empty>
  );
