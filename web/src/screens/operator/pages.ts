// Lists that the server gives out a page at a time.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallName, Calls, MillpondError } from '#client';
import { server, whenFollowing } from '../../data/server.ts';

export type Pages<Item> = {
  readonly items: readonly Item[];
  readonly isKnown: boolean;
  readonly error: MillpondError | null;
  retry(): void;
  /** Null where there is no more. */
  readonly more: (() => void) | null;
};

type Paged = { readonly nextCursor: string | null };
type PagedName = { [Name in CallName]: Calls[Name]['output'] extends Paged ? Name : never }[CallName];
type Ask = (input: unknown, options: { signal: AbortSignal }) => Promise<unknown>;

const PAGE = 100;

export function usePages<Name extends PagedName, Item>(
  name: Name,
  input: Omit<Calls[Name]['input'], 'cursor' | 'limit'>,
  itemsOf: (page: Calls[Name]['output']) => readonly Item[],
  { enabled = true, limit = PAGE } = {},
): Pages<Item> {
  const query = useInfiniteQuery({
    queryKey: [name, input, 'pages', limit],
    queryFn: async ({ pageParam, signal }) => {
      await whenFollowing();
      const asked = { ...input, limit, ...(pageParam !== null && { cursor: pageParam }) };
      return (server[name] as unknown as Ask)(asked, { signal }) as Promise<Calls[Name]['output']>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as Paged).nextCursor,
    enabled,
  });
  return {
    items: query.data?.pages.flatMap((page) => itemsOf(page as Calls[Name]['output'])) ?? [],
    isKnown: query.data !== undefined,
    error: query.error as MillpondError | null,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
  };
}
