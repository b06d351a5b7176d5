// The console's tokens: page by page, or the results of a search, to which hidden tokens are added since the market leaves them out.
import type { Calls } from '#client';
import { type Pages, usePages } from '../../../data/pages.ts';
import type { Filter } from './ListFilters.tsx';
import type { Status } from './statuses.ts';

export type TokenEntry = Pick<
  Calls['getTokens']['output']['tokens'][number],
  'address' | 'symbol' | 'name' | 'decimals' | 'status'
>;

export function useTokenList({ status, search }: Filter): Pages<TokenEntry> {
  const isSearch = search !== '';
  const all = usePages<'getTokens', TokenEntry>(
    'getTokens',
    status === '' ? {} : { status: status as Status },
    ({ tokens }) => tokens,
    { enabled: !isSearch },
  );
  const found = usePages<'getMarket', TokenEntry>(
    'getMarket',
    { list: 'tokens', search },
    ({ tokens = [] }) => tokens,
    {
      enabled: isSearch,
    },
  );
  const hidden = usePages('getTokens', { status: 'hidden' }, ({ tokens }) => tokens, { enabled: isSearch, limit: 200 });
  if (!isSearch) return all;
  const more = found.more ?? hidden.more;
  return { ...found, more, items: [...found.items, ...hidden.items.filter((token) => isFound(token, search))] };
}

/** As the server searches: part of a symbol or a name, in any case and width, or the address. */
function isFound({ address, symbol, name }: TokenEntry, search: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase();
  return address === search || [symbol, name].some((text) => plain(text).includes(plain(search)));
}
