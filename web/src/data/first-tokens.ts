// The first tokens and pools, to choose from in a list; others can be reached by address.
import { useQuery } from '@tanstack/react-query';
import { askFilled, type FilledPages } from './fill.ts';
import { pairName } from './pools.ts';
import { type TokenInfo, useTokens } from './tokens.ts';

const PAGE = 200;

/** `isCut`: there are more. The screen then says so, or asks for an address instead. */
type First<Item> = { readonly items: ReadonlyMap<string, Item>; readonly isCut: boolean };

const MOST = { cursor: null, limit: PAGE * 5, most: PAGE };
const NONE: First<never> = { items: new Map<string, never>(), isCut: false };

const firstOf = <Item>({ rows, nextCursor }: FilledPages<Item>, idOf: (item: Item) => string): First<Item> => ({
  items: new Map(rows.map((item) => [idOf(item), item])),
  isCut: nextCursor !== null,
});

export function useFirstTokens(): First<TokenInfo> {
  const { data } = useQuery({
    queryKey: ['getTokens', 'first'],
    queryFn: async ({ signal }) =>
      firstOf(
        await askFilled('getTokens', {}, ({ tokens }) => tokens as readonly TokenInfo[], MOST, signal),
        ({ address }) => address,
      ),
  });
  return data ?? NONE;
}

/** The names of the first pools, such as TON/USDT, by address. */
export function useFirstPools(): First<string> {
  const tokens = useTokens();
  const { data = NONE } = useQuery({
    // Not under `getPools`, which every trade invalidates: the list of pools changes only when one is listed.
    queryKey: ['poolNames', 'first'],
    queryFn: async ({ signal }) =>
      firstOf(await askFilled('getPools', {}, ({ pools }) => pools, MOST, signal), ({ poolAddress }) => poolAddress),
  });
  const names = Array.from(data.items, ([address, pool]): [string, string] => [address, pairName(tokens, pool)]);
  return { items: new Map(names), isCut: data.isCut };
}
