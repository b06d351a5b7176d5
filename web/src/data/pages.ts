// Lists that the server gives out a page at a time.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Calls, MillpondError } from '#client';
import { askFilled, type PagedInput, type PagedName } from './fill.ts';

export type Pages<Item, Page = unknown> = {
  readonly items: readonly Item[];
  readonly isKnown: boolean;
  readonly error: MillpondError | null;
  retry(): void;
  /** Null where there is no more. */
  readonly more: (() => void) | null;
  /** While more is under way. */
  readonly isAsking?: boolean;
  /** What is shown answers the question before, while this one is under way. */
  readonly isOld?: boolean;
  /** The last that was answered, for what each tells of all of them. */
  readonly last?: Page | undefined;
};

const PAGE = 100;

export type PagesOptions<Item, Page> = {
  /** False while the input is not complete. */
  readonly enabled?: boolean;
  readonly limit?: number;
  /** What passes from one page to another between two questions is shown once. */
  idOf?(item: Item): string;
  /** Shows the answer before, dimmed by who shows it, while the next is under way. */
  readonly keepsPrevious?: boolean;
  /** Asks again so often, for what changes with time alone. */
  everyMs?(first: Page | undefined): number | false;
};

export function usePages<Name extends PagedName, Item>(
  name: Name,
  input: PagedInput<Name>,
  itemsOf: (page: Calls[Name]['output']) => readonly Item[],
  options: PagesOptions<NoInfer<Item>, Calls[Name]['output']> = {},
): Pages<Item, Calls[Name]['output']> {
  const { enabled = true, limit = PAGE, idOf, keepsPrevious = false, everyMs } = options;
  const query = useInfiniteQuery({
    queryKey: [name, input, 'pages', limit],
    queryFn: ({ pageParam, signal }) => askFilled(name, input, itemsOf, { cursor: pageParam, limit }, signal),
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
