// Requests the account's holdings: the server sorts and pages the lists, and each page also has the totals of all holdings.
import type { GetPortfolioOutput } from '#client';
import { directed } from '../../../data/direction.ts';
import { usePages } from '../../../data/pages.ts';
import { useQuoteInput } from '../../../data/quote-choice.ts';
import { useTokens } from '../../../data/tokens.ts';
import { A_MINUTE } from '../../../market/chart/windows.ts';

export type HeldToken = NonNullable<GetPortfolioOutput['tokens']>[number];
export type HeldPosition = NonNullable<GetPortfolioOutput['positions']>[number];

const TOKENS = 50;
const POSITIONS = 20;

const byToken = ({ address }: { readonly address: string }) => address;
const byPool = ({ poolAddress }: { readonly poolAddress: string }) => poolAddress;
/** Requested again every minute, since the server computes prices once a minute. */
const PRICED = { keepsPrevious: true, everyMs: () => A_MINUTE };

export function useHeldTokens() {
  const quote = useQuoteInput();
  return usePages('getPortfolio', { list: 'tokens', ...quote }, ({ tokens = [] }) => tokens, {
    ...{ ...PRICED, enabled: quote !== null },
    limit: TOKENS,
    idOf: byToken,
  });
}
export function useHeldPositions() {
  const quote = useQuoteInput();
  const tokens = useTokens();
  const pages = usePages('getPortfolio', { list: 'positions', ...quote }, ({ positions = [] }) => positions, {
    ...{ ...PRICED, enabled: quote !== null },
    limit: POSITIONS,
    idOf: byPool,
  });
  return { ...pages, items: pages.items.map((position) => directed(position, tokens)) };
}

/** Balances without a value, for a server without market statistics. */
export const useBareBalances = (enabled: boolean) =>
  usePages('getBalances', {}, ({ balances }) => balances.map((each) => ({ ...each, worth: null })), {
    enabled,
    limit: TOKENS,
    idOf: byToken,
  });

export function useClosedPositions() {
  const tokens = useTokens();
  const input = { state: 'closed' } as const;
  const pages = usePages('getLPPositions', input, ({ positions }) => positions, { limit: POSITIONS, idOf: byPool });
  return { ...pages, items: pages.items.map((position) => directed(position, tokens)) };
}

/** The newest of several answers, each of which has the totals of all holdings. */
export const newestOf = (answers: readonly GetPortfolioOutput[]): GetPortfolioOutput | undefined =>
  answers.reduce<GetPortfolioOutput | undefined>(
    (newest, answer) => (newest && newest.sequence >= answer.sequence ? newest : answer),
    undefined,
  );
