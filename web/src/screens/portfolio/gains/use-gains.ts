// An account's cost and gain: a long read on the server, so it is asked for once, and again only when the reader says so.
import type { GetGainsOutput, MillpondError } from '#client';
import { useQuoteInput } from '../../../data/quote-choice.ts';
import { useCall } from '../../../data/use.ts';
import type { Asked } from './cell.ts';

type Gains = Asked & {
  readonly error: MillpondError | null;
  readonly isAsking: boolean;
  readonly quote: GetGainsOutput['quoteToken'] | undefined;
  again(): void;
};

/** Of all years if none is given. */
export function useGains(year?: string): Gains {
  const quote = useQuoteInput();
  const { data, error, isFetching, refetch } = useCall(
    'getGains',
    { ...(year !== undefined && { year }), ...quote },
    { enabled: quote !== null },
  );
  return {
    gains: data,
    hasFailed: error !== null && data === undefined,
    error,
    isAsking: isFetching,
    quote: data?.quoteToken,
    again: () => void refetch(),
  };
}
