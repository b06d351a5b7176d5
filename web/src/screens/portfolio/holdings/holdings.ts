// What an account holds, as the server counts and sorts it: totals of everything, and lists that go on page by page.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Calls, GetPortfolioOutput, MillpondError } from '#client';
import { usePages } from '../../../data/pages.ts';
import { askFor } from '../../../data/use.ts';
import { A_MINUTE } from '../../../market/chart/windows.ts';

type Paged = 'getPortfolio' | 'getBalances';

export type HeldToken = NonNullable<GetPortfolioOutput['tokens']>[number];
export type HeldPosition = NonNullable<GetPortfolioOutput['positions']>[number];

const TOKENS = 50;
const POSITIONS = 20;

function usePaged<Name extends Paged>(name: Name, input: Calls[Name]['input'], enabled = true) {
  return useInfiniteQuery<Calls[Name]['output'], MillpondError>({
    queryKey: [name, input, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      askFor(name, { ...input, ...(pageParam !== null && { cursor: pageParam as string }) }, signal),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // Prices are of a whole minute.
    refetchInterval: name === 'getPortfolio' && A_MINUTE,
    enabled,
  });
}

export const useHeldTokens = () => usePaged('getPortfolio', { list: 'tokens', limit: TOKENS });
export const useHeldPositions = () => usePaged('getPortfolio', { list: 'positions', limit: POSITIONS });

/** Where the market is not counted, what is held is told without its worth. */
export const useBareBalances = (enabled: boolean) => usePaged('getBalances', { limit: TOKENS }, enabled);

export const useClosedPositions = () =>
  usePages('getLPPositions', { state: 'closed' }, ({ positions }) => positions, { limit: POSITIONS });

/** The newest of several answers: each has the totals of everything. */
export const newestOf = (answers: readonly GetPortfolioOutput[]): GetPortfolioOutput | undefined =>
  answers.reduce<GetPortfolioOutput | undefined>(
    (newest, answer) => (newest && newest.sequence >= answer.sequence ? newest : answer),
    undefined,
  );
