// The candles of a window, in two answers: the past, requested once, and the recent ones, which each swap changes.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { MillpondError } from '#client';
import { askFor, useCall } from '../../data/use.ts';
import type { Candle } from './steps.ts';
import { spansOf, type Window } from './windows.ts';

type Pair = { readonly jetton0: string; readonly jetton1: string };
type Loaded = { readonly pair: string; readonly window: Window; readonly candles: readonly Candle[] };

export type Candles = {
  /** Null until the pair's first candles have arrived. While another range loads, those of the range before. */
  readonly loaded: Loaded | null;
  readonly isOld: boolean;
  readonly error: MillpondError | null;
  retry(): void;
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** `window` may be another object each time. */
export function useCandles({ jetton0, jetton1 }: Pair, window: Window): Candles {
  const { interval, stepMs, fromMs, toMs, pastMs, recentMs } = window;
  const input = { jetton0, jetton1, interval };
  const hasPast = pastMs < recentMs;
  const past = useQuery<readonly Candle[], MillpondError>({
    // `to` tells the stream that only an earlier swap would change the answer.
    queryKey: ['getCandles', { ...input, from: iso(pastMs), to: iso(recentMs) }],
    queryFn: async ({ signal }) => {
      const candles: Candle[] = [];
      for (const [from, to] of spansOf(interval, pastMs, recentMs))
        candles.push(...(await askFor('getCandles', { ...input, from: iso(from), to: iso(to) }, signal)).candles);
      return candles;
    },
    enabled: hasPast,
  });
  const recent = useCall('getCandles', { ...input, from: iso(recentMs) });
  const pair = `${jetton0} ${jetton1}`;
  const earlier = hasPast ? past.data : NONE;
  const loaded = useMemo(
    () =>
      earlier && recent.data
        ? {
            pair,
            window: { interval, stepMs, fromMs, toMs, pastMs, recentMs },
            candles: [...earlier, ...recent.data.candles],
          }
        : null,
    [earlier, recent.data, pair, interval, stepMs, fromMs, toMs, pastMs, recentMs],
  );
  const last = useRef(loaded);
  useEffect(() => {
    last.current = loaded ?? last.current;
  }, [loaded]);
  return {
    loaded: loaded ?? (last.current?.pair === pair ? last.current : null),
    isOld: loaded === null,
    error: past.error ?? recent.error,
    retry() {
      if (past.error) past.refetch();
      if (recent.error) recent.refetch();
    },
  };
}

const NONE: readonly Candle[] = [];
