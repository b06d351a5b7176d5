// Lists that the server returns page by page.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Calls, MillpondError } from '#client';
import { askFilled, type PagedInput, type PagedName } from './fill.ts';

export type Pages<Item, Page = unknown> = {
  readonly items: readonly Item[];
  /** True once the first page has arrived. */
  readonly isKnown: boolean;
  readonly error: MillpondError | null;
  retry(): void;
  /** Loads the next page; null on the last one. */
  readonly more: (() => void) | null;
  /** True while the next page is loading. */
  readonly isAsking?: boolean;
  /** True while the items still belong to the previous input. */
  readonly isOld?: boolean;
  /** The last response, for fields that describe the whole list. */
  readonly last?: Page | undefined;
};

const PAGE_SIZE = 100;

export type PagesOptions<Item, Page> = {
  /** False while the input is not complete. */
  readonly enabled?: boolean;
  /** Items per page. */
  readonly limit?: number;
  /** Items per page after the first. */
  readonly later?: number;
  /** What `itemsOf` filters by beyond the input: answers are cached by it. */
  readonly filter?: string;
  /** Identifies an item that two pages contain because it moved between two requests: it is shown once. */
  idOf?(item: Item): string;
  /** Keeps showing the previous answer (the component dims it) while the next one loads. */
  readonly keepsPrevious?: boolean;
  /** Refetch interval for answers that change with time alone. */
  everyMs?(first: Page | undefined): number | false;
};

export function usePages<Name extends PagedName, Item>(
  name: Name,
  input: PagedInput<Name>,
  itemsOf: (page: Calls[Name]['output']) => readonly Item[],
  options: PagesOptions<NoInfer<Item>, Calls[Name]['output']> = {},
): Pages<Item, Calls[Name]['output']> {
  const { enabled = true, limit = PAGE_SIZE, later = limit, filter, idOf, keepsPrevious = false, everyMs } = options;
  const query = useInfiniteQuery({
    queryKey: [name, input, 'pages', limit, filter],
    queryFn: ({ pageParam, signal }) =>
      askFilled(name, input, itemsOf, { cursor: pageParam, limit: pageParam === null ? limit : later }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => everyMs?.(state.data?.pages[0]?.last) ?? false,
    enabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  const items = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  return {
    items: idOf ? [...new Map(items.map((item) => [idOf(item), item])).values()] : items,
    isKnown: query.data !== undefined,
    error: query.error as MillpondError | null,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isAsking: query.isFetchingNextPage,
    isOld: query.isPlaceholderData,
    last: query.data?.pages.at(-1)?.last,
  };
}
