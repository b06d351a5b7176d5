// The account's newest fills of a pair.
import type { Calls } from '#client';
import { usePages } from './pages.ts';

export type Fill = Calls['getFills']['output']['fills'][number];

/** The most fills that a chart marks: the newest ones. */
const MOST = 200;

/** Fills since `fromMs`, which should move rarely, since each value is another request. */
export const useOwnFills = (
  pair: { readonly jetton0: string; readonly jetton1: string },
  fromMs: number,
  enabled: boolean,
): readonly Fill[] =>
  usePages('getFills', { ...pair, from: new Date(fromMs).toISOString() }, ({ fills }) => fills, {
    ...{ enabled, limit: MOST, keepsPrevious: true },
  }).items;
