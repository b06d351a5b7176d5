// Lists that the server gives out a page at a time.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallName, Calls, MillpondError } from '#client';
import { type Filled, fill } from './fill.ts';
import { askFor } from './use.ts';

export type Pages<Item> = {
  readonly items: readonly Item[];
  readonly isKnown: boolean;
  readonly error: MillpondError | null;
  retry(): void;
  /** Null where there is no more. */
  readonly more: (() => void) | null;
  /** While more is under way. */
  readonly isAsking?: boolean;
};

type Paged = { readonly nextCursor: string | null };
type PagedName = { [Name in CallName]: Calls[Name]['output'] extends Paged ? Name : never }[CallName];

const PAGE = 100;

/** One page, filled. */
export function askFilled<Name extends PagedName, Item>(
  name: Name,
  input: Omit<Calls[Name]['input'], 'cursor' | 'limit'>,
  itemsOf: (page: Calls[Name]['output']) => readonly Item[],
  from: { readonly cursor: string | null; readonly limit: number },
  signal?: AbortSignal,
): Promise<Filled<Item>> {
  const ask = (cursor: string | null, limit: number) =>
    askFor(name, { ...input, limit, ...(cursor !== null && { cursor }) } as Calls[Name]['input'], signal);
  return fill(ask as (cursor: string | null, limit: number) => Promise<Calls[Name]['output'] & Paged>, itemsOf, from);
}

export function usePages<Name extends PagedName, Item>(
  name: Name,
  input: Omit<Calls[Name]['input'], 'cursor' | 'limit'>,
  itemsOf: (page: Calls[Name]['output']) => readonly Item[],
  { enabled = true, limit = PAGE } = {},
): Pages<Item> {
  const query = useInfiniteQuery({
    queryKey: [name, input, 'pages', limit],
    queryFn: ({ pageParam, signal }) => askFilled(name, input, itemsOf, { cursor: pageParam, limit }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
  });
  return {
    items: query.data?.pages.flatMap(({ rows }) => rows) ?? [],
    isKnown: query.data !== undefined,
    error: query.error as MillpondError | null,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isAsking: query.isFetchingNextPage,
  };
}
