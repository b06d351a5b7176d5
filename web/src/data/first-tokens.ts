// Tokens and pools to choose from, as many as a list can show; whoever knows an address needs no list.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { server, whenFollowing } from './server.ts';
import { type TokenInfo, tokenOf, useTokens } from './tokens.ts';

const PAGE = 200;
const MOST_PAGES = 5;

/** Not all of them where `isCut`: whoever shows them says so, or asks for an address instead. */
type First<Item> = { readonly items: ReadonlyMap<string, Item>; readonly isCut: boolean };

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

async function firstOf<Item>(
  ask: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>,
  idOf: (item: Item) => string,
): Promise<First<Item>> {
  await whenFollowing();
  const items = new Map<string, Item>();
  let cursor: string | null | undefined;
  for (let page = 0; page < MOST_PAGES && cursor !== null; page++) {
    const found: Page<Item> = await ask({ limit: PAGE, ...(cursor !== undefined && { cursor }) });
    for (const item of found.items) items.set(idOf(item), item);
    cursor = found.nextCursor;
  }
  return { items, isCut: cursor !== null };
}

const NONE: First<never> = { items: new Map<string, never>(), isCut: false };
const shown = <Item>({ data }: UseQueryResult<First<Item>>): First<Item> => data ?? NONE;

export const useFirstTokens = (): First<TokenInfo> =>
  shown(
    useQuery({
      queryKey: ['getTokens', 'first'],
      queryFn: ({ signal }) =>
        firstOf(
          async (page) => {
            const { tokens, nextCursor } = await server.getTokens(page, { signal });
            return { items: tokens as readonly TokenInfo[], nextCursor };
          },
          ({ address }) => address,
        ),
    }),
  );

/** By the symbols of both tokens. */
export function useFirstPools(): First<string> {
  const tokens = useTokens();
  const { items, isCut } = shown(
    useQuery({
      // Not under `getPools`: which pools there are changes only when one is listed.
      queryKey: ['poolNames', 'first'],
      queryFn: ({ signal }) =>
        firstOf(
          async (page) => {
            const { pools, nextCursor } = await server.getPools(page, { signal });
            return { items: pools, nextCursor };
          },
          ({ poolAddress }) => poolAddress,
        ),
    }),
  );
  const symbolOf = (token: string) => tokenOf(tokens, token).symbol;
  const names = Array.from(items, ([address, { jetton0, jetton1 }]): [string, string] => [
    address,
    `${symbolOf(jetton0)}/${symbolOf(jetton1)}`,
  ]);
  return { items: new Map(names), isCut };
}
